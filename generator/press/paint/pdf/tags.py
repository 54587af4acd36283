"""PDF structure tree: which content is a heading, a paragraph, a figure, for screen readers.

While pages are painted, each piece of tagged content gets a number on its page (its MCID).  At the
end the elements are written: one for each tag, under that of the enclosing tag, with the numbers of
its content; and the parent tree, which leads from each number back to its element. ISO 32000-1,
14.7 and 14.8.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from generator.press.paint.pdf.document import Document
from generator.press.paint.pdf.file import array, dictionary, reference, references, text_string
from generator.press.scene.items import Tag

ARTIFACT = "Artifact"
CONTAINERS = ("Table", "TR", "L")
"""Roles of elements that only contain others: rules and grounds of a table are no content."""
CELLS = ("TH", "TD")
"""Roles of elements that exist even if empty: each row of a table has as many cells."""
_Piece: TypeAlias = tuple[int, int, str]
"""A page, from 0, the number of the content, and the form that contains it, or ""."""


@dataclass(slots=True)
class _Element:
    """A structure element in the making: its pieces, annotations and elements, in order."""

    tag: Tag
    kids: list[_Element | _Piece | _Annotation] = field(default_factory=list)
    children: dict[Tag, _Element] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Annotation:
    """An annotation: its page, from 0, and its index among the page's annotations."""

    page: int
    index: int


class StructureTree:
    """The structure tree of one file."""

    def __init__(self, pages: int = 0) -> None:
        """`pages` is the number of pages that the file will have."""
        self._root = _Element(Tag("Document"))
        self._owners: dict[int | str, list[_Element]] = {}
        self._pages = pages
        self._forms: list[str] = []

    def __bool__(self) -> bool:
        return bool(self._root.kids)

    def add_content(self, page: int, path: tuple[Tag, ...], form: str = "") -> int:
        """Add the next piece of content of a page under the last tag; returns its number (MCID).

        Content of a `form`, which no other page draws, is numbered separately.
        """
        element = self._element(path)
        owners = self._owners.setdefault(form or page, [])
        owners.append(element)
        element.kids.append((page, len(owners) - 1, form))
        return len(owners) - 1

    def add_element(self, path: tuple[Tag, ...]) -> None:
        """Add an element that may stay empty."""
        self._element(path)

    def add_form(self, form: str) -> int:
        """Add a form that has structured content; returns its key in the parent tree."""
        self._forms.append(form)
        return self._pages + len(self._forms) - 1

    def link(self, page: int, index: int, path: tuple[Tag, ...]) -> None:
        """Add a link over the tagged content; `index` counts the page's annotations."""
        structural = tuple(tag for tag in path if tag.role != ARTIFACT)
        self._element((*structural, Tag("Link"))).kids.append(_Annotation(page, index))

    def write(self, document: Document) -> None:
        """Add the structure to a document whose pages are those that were numbered."""
        file = document.file
        root = file.reserve()
        first_note = self._pages + len(self._forms)
        writer = _ElementWriter(document, first_note)
        written, notes = writer.written, writer.notes
        top = writer.element(self._root, root)
        for index, entries in enumerate(document.page_entries):
            entries |= {"StructParents": index, "Tabs": "/S"}
        parents: list[str] = []
        for index, content in enumerate((*range(self._pages), *self._forms)):
            owners = self._owners.get(content, [])
            parents.append(f"{index} {references(written[id(owner)] for owner in owners)}")
        parents += [f"{index} {reference(note)}" for index, note in enumerate(notes, first_note)]
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
            child = element.children.get(tag)
            if child is None:
                child = element.children[tag] = _Element(tag)
                element.kids.append(child)
            element = child
        return element


@dataclass(frozen=True, slots=True)
class _ElementWriter:
    """Writes elements into a document, each with what is below it.

    Functions inside one another would do, but they would keep the document alive.
    """

    document: Document
    first_note: int
    """The key of the first link in the parent tree."""
    written: dict[int, int] = field(default_factory=dict)
    """The object numbers of elements, by their identity."""
    notes: list[int] = field(default_factory=list)
    """The object numbers of the elements that own the links."""

    def element(self, element: _Element, parent: int) -> int:
        """Write an element; its object number."""
        file, pages = self.document.file, self.document.pages
        number = self.written[id(element)] = file.reserve()
        entries: dict[str, object] = {"S": f"/{element.tag.role}", "P": reference(parent)}
        if element.tag.role == "TH":
            entries["A"] = dictionary({"O": "/Table", "Scope": "/Column"})
        if element.tag.alt:
            entries["Alt"] = text_string(element.tag.alt)
        at = next((kid[0] for kid in element.kids if isinstance(kid, tuple)), None)
        if at is not None:
            entries["Pg"] = reference(pages[at])
        entries["K"] = array([self._kid(kid, number, at) for kid in element.kids])
        file.put(number, dictionary(entries))
        return number

    def _kid(self, kid: _Element | _Piece | _Annotation, owner: int, at: int | None) -> str:
        document = self.document
        if isinstance(kid, _Element):
            return reference(self.element(kid, owner))
        if isinstance(kid, _Annotation):
            link = document.links[kid.page][kid.index]
            link.entries["StructParent"] = self.first_note + len(self.notes)
            self.notes.append(owner)
            target = {"Obj": reference(link.number), "Pg": reference(document.pages[kid.page])}
            return dictionary({"Type": "/OBJR", **target})
        page, number, form = kid
        if page == at and not form:
            return str(number)
        stream = {"Stm": reference(document.number(form))} if form else {}
        entries = {"Type": "/MCR", "Pg": reference(document.pages[page]), **stream, "MCID": number}
        return dictionary(entries)
