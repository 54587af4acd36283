"""PDF structure tree: which content is a heading, a paragraph, a figure, for screen readers.

While pages are painted, each piece of content that bears tags gets a number on its page (its MCID).
When the file is finished, the elements are written: one for each tag, under that of the tag around
it, with the numbers of its content; and back from each number to its element (the parent tree).
ISO 32000-1, 14.7 and 14.8.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from generator.press.paint.pdf.document import Document
from generator.press.paint.pdf.file import array, dictionary, reference, references, text_string
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

    def write(self, document: Document) -> None:
        """Add the structure to a document whose pages are those that were numbered."""
        file, pages = document.file, document.pages
        root = file.reserve()
        written: dict[int, int] = {}
        notes: list[int] = []
        first_note = len(pages)

        def made(element: _Element, parent: int) -> int:
            own = written[id(element)] = file.reserve()
            entries: dict[str, object] = {"S": f"/{element.tag.role}", "P": reference(parent)}
            if element.tag.alt:
                entries["Alt"] = text_string(element.tag.alt)
            at = next((kid[0] for kid in element.kids if isinstance(kid, tuple)), None)
            if at is not None:
                entries["Pg"] = reference(pages[at])
            entries["K"] = array([kid_of(kid, own, at) for kid in element.kids])
            file.put(own, dictionary(entries))
            return own

        def kid_of(kid: _Element | _Piece | _Annotation, own: int, at: int | None) -> str:
            if isinstance(kid, _Element):
                return reference(made(kid, own))
            if isinstance(kid, _Annotation):
                link = document.links[kid.page][kid.index]
                link.entries["StructParent"] = first_note + len(notes)
                notes.append(own)
                to = {"Obj": reference(link.number), "Pg": reference(pages[kid.page])}
                return dictionary({"Type": "/OBJR", **to})
            page, number = kid
            if page == at:
                return str(number)
            return dictionary({"Type": "/MCR", "Pg": reference(pages[page]), "MCID": number})

        top = made(self._root, root)
        parents: list[str] = []
        for index, entries in enumerate(document.page_entries):
            owners = self._owners.get(index, [])
            entries |= {"StructParents": index, "Tabs": "/S"}
            parents.append(f"{index} {references(written[id(owner)] for owner in owners)}")
        parents += [f"{index} {reference(own)}" for index, own in enumerate(notes, first_note)]
        tree = {
            "Type": "/StructTreeRoot",
            "K": reference(top),
            "ParentTree": reference(file.add(dictionary({"Nums": array(parents)}))),
            "ParentTreeNextKey": first_note + len(notes),
        }
        file.put(root, dictionary(tree))
        document.catalog |= {
            "StructTreeRoot": reference(root),
            "MarkInfo": dictionary({"Marked": "true"}),
        }

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
