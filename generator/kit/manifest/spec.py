"""Schema of `game.yaml`: what a kit is made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    Field,
    GetJsonSchemaHandler,
    PlainValidator,
    PrivateAttr,
    model_validator,
)
from pydantic import Strict as StrictMode
from pydantic_core import core_schema

from generator.base.document import Document, Key, Mark
from generator.base.errors import Place, describe_value, did_you_mean, short
from generator.base.option import Option
from generator.base.schema import (
    NOT_EMPTY,
    CheckName,
    ClosedModel,
    FieldName,
    Hex,
    Id,
    InnerPath,
    Limits,
    Slug,
    Variable,
    Words,
    validation_error,
)
from generator.base.validation_errors import validated
from generator.kit.checks.spec import CheckSpec
from generator.kit.tables.load import TableSpec
from generator.kit.tables.records import Record, freeze, with_values

MAX_TABLES = 1_000
"""Each has a schema of its own, which takes as long as a few hundred of its rows."""
MAX_PLAYERS = 100
"""Of one game; each number of players is a game of its own to those who check and measure it."""


class _OrText(ClosedModel):
    """Written as a mapping, or as the text of its first field alone."""

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        schema = super().__get_pydantic_json_schema__(core, handler)
        text = handler.resolve_ref_schema(schema)["properties"][next(iter(cls.model_fields))]
        return {"anyOf": [text, schema]}

    @model_validator(mode="before")
    @classmethod
    def _name_text(cls, value: Any) -> Any:
        return {next(iter(cls.model_fields)): value} if isinstance(value, str) else value


class Ink(_OrText):
    """A color of the palette, and its replacement when printing with low ink."""

    full: Hex
    """The colour as "#rrggbb"."""
    low: Hex | None = None
    """What is printed instead with `--ink low`; the same colour if left out."""


class RulebookSpec(_OrText):
    """The rulebook: the name of its template alone, or that and how it is set."""

    template: InnerPath
    """The template of the book: Markdown."""
    quick_start: InnerPath | None = Field(default=None, alias="quick-start")
    """The template of a sheet from which people begin at once: Markdown, one page or two."""
    slugs: Literal["margin", "none"] = "margin"
    """Where the slugs of the rules that words cite are printed."""


def _option_value(value: object) -> object:
    if isinstance(value, (str, int)):  # and so bool
        return value
    raise validation_error(
        f"must be text, a whole number or true or false, but is {describe_value(value)}",
        check="wrong-type",
    )


class OptionSpec(Limits):
    """A choice the players have: one of some words, a whole number, or true and false.

    The kind of the default is the kind of the option.
    """

    choices: Annotated[tuple[Words, ...], StrictMode(False)] = ()
    """The words to choose from."""
    default: Annotated[
        str | int | bool, PlainValidator(_option_value, json_schema_input_type=str | int | bool)
    ]
    """What is played when nobody chooses."""
    says: str = ""
    """What the option is about, for people."""

    @model_validator(mode="after")
    def _check_default(self) -> Self:
        if isinstance(self.default, str):
            if self.default not in self.choices:
                hint = did_you_mean(self.default, self.choices) or "list them under choices"
                raise validation_error(
                    f'has the default "{short(self.default)}", which is not one of its choices',
                    hint,
                )
        elif self.choices:
            raise validation_error(f"has choices, but the default {describe_value(self.default)}")
        elif not self.allow(self.default):
            raise validation_error(
                f"has the default {self.default}, which is outside {self.in_words}",
                check="out-of-range",
            )
        return self

    @property
    def option(self) -> Option:
        """The same without the schema, for the engine."""
        return Option(self.default, self.choices, self.low, self.high, self.says)


def _copies(value: object) -> object:
    if isinstance(value, str) or (isinstance(value, int) and value >= 1 and value is not True):
        return value
    raise validation_error(
        f"must be a number from 1 up or the name of a field, but is {describe_value(value)}",
        check="wrong-type",
    )


class Component(ClosedModel):
    """A kind of piece: one for each row of a table, or, without a table, a single one."""

    id: Id
    """What templates and the rulebook call it."""
    title: Words
    """What people call it."""
    part: Id
    """Components of one part share sheets, and are built alone with `--only`."""
    each: Variable | None = None
    """The table of which each row gives a piece; its template knows the row as `row`."""
    where: Words | None = None
    """An expression with `row`: which rows of the table have a piece."""
    copies: Annotated[int | str, PlainValidator(_copies, json_schema_input_type=int | str)] = 1
    """How many of each, or the field of the row that gives the number."""
    blocks: FieldName | None = None
    """The field whose words group them into separate blocks on a sheet: counters by unit."""
    front: InnerPath
    """The template of its front."""
    back: InnerPath | None = None
    """The template of its back; it may be the same, and tell the two apart by `face`."""
    two_sided: bool = False
    """Both faces are played with, so both are printed even where backs are not."""
    holds: Annotated[tuple[Slug, ...], StrictMode(False)] = ()
    """The components whose cards lie in it, if it is a box: its size follows from theirs."""
    beside: bool = False
    """It lies beside the game, never on or under other pieces: in large print it may grow alone."""
    thickness: Annotated[float, Field(gt=0, le=5)] | None = None
    """Of a card in the box, in millimetres, where it is not that of `stock.yaml`."""
    bag: Words | None = None
    """The bag it is sorted into once it is cut out; left out: the one of its part."""
    given: dict[Variable, Any] = Field(default={}, alias="with")
    """More variables for its templates, by their names."""
    note: str = ""
    """A note for the list of pieces."""
    instead: Words | None = None
    """What people own that does as well: such pieces are printed into a second file."""
    needed: Words | None = None
    """An expression with `players` (and `row`): how many of its copies a game of this many needs."""
    map: bool = False
    """It is also written as SVG at its true size (`grimoire maps`)."""
    monitor: bool = False
    """The same, for boards that each player has (`grimoire monitors`)."""
    made: bool = False
    """Maps that the game makes up are drawn with it: it is not part of the kit that is built."""

    _file: str = PrivateAttr()
    _mark: Mark = PrivateAttr()
    _variables: Record = PrivateAttr()

    @property
    def place(self) -> Place:
        """Where `game.yaml` states it."""
        return self._mark.place(self._file)

    def place_of(self, key: str) -> Place:
        """Where `game.yaml` states one thing about it: `place_of("front")`."""
        return self._mark.at(key).place(self._file)

    @property
    def variables(self) -> Record:
        """The extra variables of its templates (`with`)."""
        return self._variables

    def giving(self, values: Mapping[str, Any]) -> Self:
        """The same component with other values for some of its variables."""
        other = self.model_copy(update={"given": {**self.given, **values}})
        other._variables = with_values(self._variables, values)
        return other

    @model_validator(mode="after")
    def _check_whole(self) -> Self:
        if self.each is None and self.where is not None:
            raise validation_error(
                'has "where" but no table to pick rows of', 'name one under "each"'
            )
        if self.each is None and isinstance(self.copies, str):
            raise validation_error(
                f'has no row whose field "{self.copies}" could say how many copies'
            )
        if self.each is None and self.made:
            raise validation_error(
                "is made, but has no table for its rows", 'name one under "each"'
            )
        if self.thickness is not None and not self.holds:
            raise validation_error("has a thickness, but holds no cards", 'name them under "holds"')
        if self.holds and (self.each is not None or self.copies != 1):
            hint = "make each box a separate component"
            raise validation_error("is a box, and so there is just one of it", hint)
        if self.bag is not None and self.holds:
            raise validation_error("is a box, and cannot be in a bag", "leave out bag")
        if self.blocks is not None and self.each is None:
            raise validation_error("has blocks, but no rows", 'name its table under "each"')
        if self.two_sided and self.back is None:
            raise validation_error(
                "is two-sided, but has no back", 'name its template under "back"'
            )
        return self


def _players(value: object) -> tuple[int, int]:
    numbers: list[Any] = value if isinstance(value, list) else [value, value]
    if len(numbers) == 2 and all(type(number) is int for number in numbers):
        fewest, most = numbers
        if most > MAX_PLAYERS:
            raise validation_error(f"are more than {MAX_PLAYERS}", check="out-of-range")
        if 1 <= fewest <= most:
            return fewest, most
    raise validation_error('must be the fewest and the most players, such as "[2, 4]"')


def _check_number(tables: dict[str, TableSpec]) -> dict[str, TableSpec]:
    if len(tables) > MAX_TABLES:
        raise validation_error(
            f"are more than {MAX_TABLES:,}",
            "keep rows with the same fields in one table",
            check="file-too-large",
        )
    return tables


class KitFile(ClosedModel):
    """The content of `game.yaml`."""

    title: Words
    """The game's title."""
    version: Words
    """The kit's version, in quotes: "1.0"."""
    language: Words = "en"
    """The language of its texts, for those who read the PDF aloud."""
    hyphenate: bool | None = None
    """Whether long words are divided at the ends of lines; by default only in translations."""
    coarse: Literal["refuse", "allow"] = "refuse"
    """Whether pictures of less than 100 dots to the inch are printed as they are."""
    summary: str = ""
    """The game in a sentence or two."""
    players: Annotated[
        tuple[int, int], PlainValidator(_players, json_schema_input_type=int | tuple[int, int])
    ]
    """The fewest and the most players, or a number alone."""
    minutes: Annotated[int, Field(ge=1)] | None = None
    """How long a game takes."""
    age: Annotated[int, Field(ge=1)] | None = None
    """From which age on it can be played."""
    credits: Annotated[tuple[str, ...], StrictMode(False)] = ()
    """Who made what of it."""
    fonts: dict[Slug, Words] = Field(default={})
    """Roles ("title", "body") and the font families that play them; those of roles that begin with
    `fallback` are asked in turn for characters that another font lacks."""
    font_files: dict[
        Words, dict[Literal["regular", "bold", "italic", "bold-italic"], InnerPath]
    ] = Field(default={})
    """Font files of the kit's own, .ttf or .otf: families, and the file in the data folder for each style;
    of a variable font the instance of that style, or the one stated: `fonts/a.ttf#wght=300`."""
    system_fonts: Annotated[tuple[Words, ...], StrictMode(False)] = ()
    """Font families that the computer must have: who builds the kit without them is told."""
    colors: dict[Slug, Ink] = Field(default={}, alias="palette")
    """The colours that templates name."""
    tables: Annotated[dict[Variable, TableSpec], AfterValidator(_check_number)] = Field(default={})
    """What the pieces are made of, and what templates, checks and rules know by these names."""
    options: dict[Slug, OptionSpec] = Field(default={})
    """What players may choose before a game."""
    components: Annotated[tuple[Component, ...], StrictMode(False), NOT_EMPTY]
    """The pieces, in the order they are printed."""
    tell_apart: Annotated[
        tuple[Annotated[tuple[Slug, ...], StrictMode(False)], ...], StrictMode(False)
    ] = ()
    """Components whose pieces must not be taken for one another: lists of ids."""
    rulebook: RulebookSpec | None = None
    """The template of the rulebook, or that and how it is set."""
    checks: dict[CheckName, CheckSpec] = Field(default={})
    """What must be true of the data: a kit that breaks a check is not built."""

    _document: Document = PrivateAttr()

    @classmethod
    def of(cls, document: Document) -> KitFile:
        """The kit that a document describes.  Raises KitError with every fault."""
        kit = validated(cls.model_validate, document)
        kit._document = document
        for index, component in enumerate(kit.components):
            mark = document.lines.at("components", index)
            component._file = document.file
            component._mark = mark
            component._variables = freeze(component.given, document.file, mark.at("with"))
        return kit

    @property
    def choices(self) -> dict[str, Option]:
        """What players may choose before a game."""
        return {name: spec.option for name, spec in self.options.items()}

    @property
    def file(self) -> str:
        """The file's name as the user knows it."""
        return self._document.file

    def place(self, *path: Key) -> Place:
        """Where the file states something: `place("tables", "goofs", "fields")`."""
        return self._document.place(*path)

    def palette(self, ink: Literal["full", "low"]) -> dict[str, str]:
        """The colors by name, as "#rrggbb", for printing with all the ink or with little."""
        if ink == "full":
            return {name: color.full for name, color in self.colors.items()}
        return {name: color.low or color.full for name, color in self.colors.items()}
