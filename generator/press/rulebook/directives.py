"""Directives: fenced blocks with YAML (```figure, ```cover, ```rules) as validated values."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

from pydantic import BeforeValidator, Field, Strict, model_validator

from generator.base.document import Document
from generator.base.errors import KitError
from generator.base.formats.yaml import parse_yaml
from generator.base.schema import NOT_EMPTY, ClosedModel, Slug, validation_error
from generator.base.units import length
from generator.base.validation_errors import validated
from generator.press.rulebook.source_map import Manuscript


def _points(value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return value
    try:
        points = length(str(value))
    except KitError:
        points = 0.0
    if points <= 0:
        raise validation_error(
            f'must be a length above 0, but is "{value}"', 'write it like "60mm"'
        )
    return points


Length = Annotated[float, BeforeValidator(_points)]
"""A length in points, written as "60mm" or as a number of millimetres."""


def _offset(value: object) -> object:
    return value if value == 0 else _points(value)


Offset = Annotated[float, BeforeValidator(_offset)]


class FigureSpec(ClosedModel):
    """One picture: a position or a template with its `arg`, or a face of a piece of the kit."""

    position: str | None = None
    """An example of play whose table is shown, after `arg.moves` of its moves."""
    template: str | None = None
    arg: dict[str, Any] = Field(default_factory=dict)
    component: str | None = None
    id: str | None = None
    face: str = "front"
    width: Length | None = None
    """Default: the picture's own width, or the column's if that is smaller.  It is reduced by up to 15 %
    if only then the picture stands on the page of its heading."""
    caption: str | None = None
    beside: bool = False
    """Whether the text after it stands to its right, as far down as it reaches."""
    keep: bool = False
    """Whether it stays on the page of what follows it."""
    crop: Annotated[tuple[Offset, Offset, Length, Length], Strict(False)] | None = None
    """The part of the picture to show: x, y, width and height in millimetres, from its upper left."""
    image: str | None = None
    """A file of the kit's data folder."""

    @model_validator(mode="after")
    def _one_source(self) -> FigureSpec:
        given = [self.position, self.template, self.component, self.image]
        if sum(source is not None for source in given) != 1:
            raise validation_error(
                "must have exactly one of position, template, component and image"
            )
        if self.crop and self.image:
            raise validation_error("cannot crop an image", "crop the file itself")
        return self


class FigureRow(ClosedModel):
    """Pictures side by side."""

    row: Annotated[list[FigureSpec], NOT_EMPTY]

    @model_validator(mode="after")
    def _none_beside(self) -> FigureRow:
        if any(spec.beside for spec in self.row):
            raise validation_error(
                "pictures in a row cannot have text beside them", 'leave "beside" out'
            )
        return self


class CoverSpec(ClosedModel):
    """The front page; `picture` is a template, `facts` are short texts in a row."""

    title: str
    summary: str = ""
    facts: list[str] = Field(default_factory=list)
    picture: str | None = None
    arg: dict[str, Any] = Field(default_factory=dict)


class RuleSpecs(ClosedModel):
    """Rules by their slugs, in order."""

    rules: dict[Slug, str]


Spec = TypeVar("Spec", bound=ClosedModel)


def read_fence(content: str, line: int, manuscript: Manuscript) -> Document:
    """The YAML of a fence whose content starts on a `line` of the manuscript, counted from 0.

    Lines in the document are those of the manuscript.
    """
    try:
        return parse_yaml("\n" * line + content, "fence")
    except KitError as error:
        raise manuscript.placed(error) from None


def checked(spec: type[Spec], document: Document, manuscript: Manuscript, item: str) -> Spec:
    """The document's data as a `spec`.  Raises KitError with every complaint and its line."""
    try:
        return validated(spec.model_validate, document, item)
    except KitError as error:
        raise manuscript.placed(error) from None
