"""Element source: the template and the tag that draw an element of a face, and edits of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from generator.base.errors import KitError
from generator.base.load_document import shown_name
from generator.base.text_files import read_bytes
from generator.kit.edit.line_ends import decoded, encoded, plain, with_plain_text
from generator.press.templates.source_lines import opening_tags
from generator.studio.edit.elements.origins import DrawnElement
from generator.studio.edit.elements.tag_edits import TemplateTag, tag_at
from generator.studio.edit.elements.template_parts import TemplatePart, element_parts
from generator.studio.open_kit import OpenKit


class FixedElementError(KitError):
    """The error for an element that cannot be changed in some way, with the reason."""

    def __init__(self, element: DrawnElement, reason: str) -> None:
        message = f"<{element.name}> stays as it is: {reason}"
        hint = "change it in its file"
        super().__init__(message, place=element.place, hint=hint, check="edit-impossible")
        self.reason = reason


class FileEdit(NamedTuple):
    """An edit of a file: what it does, and the content before and after."""

    path: Path
    says: str
    before: bytes
    after: bytes


class ElementEdit(NamedTuple):
    """An edit that puts an element somewhere, and the key that it is drawn with then."""

    file: FileEdit
    key: str


class TemplateSource:
    """A template of a kit, as it is in its file."""

    def __init__(self, path: Path) -> None:
        """Raises KitError for a file that cannot be read."""
        self.path = path
        self._content = read_bytes(path, shown_name(path))
        self._decoded = decoded(self._content, shown_name(path))
        self.text = plain(self._decoded)

    def edit(self, does: str, text: str) -> FileEdit:
        """The edit that gives the template another text."""
        after = encoded(with_plain_text(self._decoded, text), shown_name(self.path))
        return FileEdit(self.path, f"{self.path.name}: {does}", self._content, after)

    def element_edit(self, does: str, text: str, start: int, nth: int = 1) -> ElementEdit:
        """The edit that gives it another text, with an element that begins there.

        `nth` says which of those drawn by its tag is meant.
        """
        places = (
            (line, number) for match, line, number in opening_tags(text) if match.start() == start
        )
        line, number = next(places)
        at = f"{line}/{number}" if number > 1 else line
        return ElementEdit(self.edit(does, text), f"{shown_name(self.path)}:{at}#{nth}")

    @cached_property
    def parts(self) -> Mapping[int, TemplatePart]:
        """The elements of the template, by where they begin."""
        return element_parts(self.text)


class ElementSource(TemplateSource):
    """The template of an element, and the tag in it."""

    def __init__(self, kit: OpenKit, element: DrawnElement) -> None:
        """Raises KitError for an element of a template that is not the kit's own."""
        name = kit.name_of(element.place)
        if name is None:
            raise FixedElementError(element, "it is drawn by a template that is not the kit's own")
        super().__init__(kit.path(name[0]))
        self.tag = self._tag_of(element)

    @property
    def part(self) -> TemplatePart:
        """The whole element in the template."""
        return self.parts[self.tag.start]

    def _tag_of(self, element: DrawnElement) -> TemplateTag:
        at = element.origin.node.source.rpartition(":")[2]
        line, _, number = at.partition("/")
        if not line.isdigit():
            raise FixedElementError(element, "the line that draws it is not known")
        tag = tag_at(self.text, int(line), int(number or 1))
        if tag is None or tag.name != element.name:
            raise FixedElementError(element, "its template has just changed")
        return tag
