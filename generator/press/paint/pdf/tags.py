"""PDF structure tree: which content is a heading, a paragraph, a figure, for screen readers.

While pages are painted, each piece of content that bears tags gets a number on its page (its MCID).
When the file is finished, the elements are written: one for each tag, under that of the tag around
it, with the numbers of its content; and back from each number to its element (the parent tree).
ISO 32000-1, 14.7 and 14.8.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

import pikepdf

from generator.press.scene.items import Group, Item, Tag

ARTIFACT = "Artifact"
_Piece: TypeAlias = tuple[int, int]
"""A page, from 0, and the number of the content on it."""


@dataclass(slots=True)
class _Element:
    """A structure element in the making: its pieces, annotations and elements, in order."""

    tag: Tag
    kids: list[_Element | _Piece | _Annotation] = field(default_factory=list)
    inner: dict[Tag, _Element] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Annotation:
    """An annotation: its page, from 0, and its place among the page's annotations."""

    page: int
    index: int


class StructureTree:
    """The structure tree of one file."""

    def __init__(self) -> None:
        self._root = _Element(Tag("Document"))
        self._owners: dict[int, list[_Element]] = {}

    def __bool__(self) -> bool:
        return bool(self._root.kids)

    def add_content(self, page: int, path: tuple[Tag, ...]) -> int:
        """Add the next piece of content of a page under the last tag; returns its number (MCID)."""
        element = self._element(path)
        owners = self._owners.setdefault(page, [])
        owners.append(element)
        element.kids.append((page, len(owners) - 1))
        return len(owners) - 1

    def link(self, page: int, index: int, path: tuple[Tag, ...]) -> None:
        """Add a link over the tagged content; `index` counts the page's annotations."""
        around = tuple(tag for tag in path if tag.role != ARTIFACT)
        self._element((*around, Tag("Link"))).kids.append(_Annotation(page, index))

    def write(self, pdf: pikepdf.Pdf) -> None:
        """Add the structure to a file whose pages are those that were numbered."""
        root = pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name("/StructTreeRoot")))
        written: dict[int, Any] = {}
        notes: list[Any] = []
        pages = [page.obj for page in pdf.pages]
        first_note = len(pages)

        def made(element: _Element, parent: Any) -> Any:
            entries = {"/S": pikepdf.Name("/" + element.tag.role), "/P": parent}
            if element.tag.alt:
                entries["/Alt"] = pikepdf.String(element.tag.alt)
            at = next((kid[0] for kid in element.kids if isinstance(kid, tuple)), None)
            if at is not None:
                entries["/Pg"] = pages[at]
            own = pdf.make_indirect(pikepdf.Dictionary(entries))
            written[id(element)] = own
            own["/K"] = pikepdf.Array([kid_of(kid, own, at) for kid in element.kids])
            return own

        def kid_of(kid: _Element | _Piece | _Annotation, own: Any, at: int | None) -> Any:
            if isinstance(kid, _Element):
                return made(kid, own)
            if isinstance(kid, _Annotation):
                note = pages[kid.page]["/Annots"][kid.index]
                note["/StructParent"] = first_note + len(notes)
                notes.append(own)
                return pikepdf.Dictionary(Type=pikepdf.Name("/OBJR"), Obj=note, Pg=pages[kid.page])
            page, number = kid
            if page == at:
                return number
            return pikepdf.Dictionary(Type=pikepdf.Name("/MCR"), Pg=pages[page], MCID=number)

        root["/K"] = made(self._root, root)
        numbers = pikepdf.Array()
        for index, page in enumerate(pages):
            owners = self._owners.get(index, [])
            page["/StructParents"] = index
            page["/Tabs"] = pikepdf.Name("/S")
            numbers.append(index)
            numbers.append(pikepdf.Array([written[id(owner)] for owner in owners]))
        for index, own in enumerate(notes, start=first_note):
            numbers.append(index)
            numbers.append(own)
        root["/ParentTree"] = pdf.make_indirect(pikepdf.Dictionary(Nums=numbers))
        root["/ParentTreeNextKey"] = first_note + len(notes)
        pdf.Root["/StructTreeRoot"] = root
        pdf.Root["/MarkInfo"] = pikepdf.Dictionary(Marked=True)

    def _element(self, path: tuple[Tag, ...]) -> _Element:
        element = self._root
        for tag in path:
            inner = element.inner.get(tag)
            if inner is None:
                inner = element.inner[tag] = _Element(tag)
                element.kids.append(inner)
            element = inner
        return element


def has_tags(items: tuple[Item, ...]) -> bool:
    """Whether any group among the items has a tag; used scenes are not searched."""
    return any(isinstance(item, Group) and (item.tags or has_tags(item.items)) for item in items)
