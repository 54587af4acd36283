"""Tag proof: whether a finished PDF is tagged as it says, read back from its structure tree.

Every piece of content with a number (MCID) belongs to one element, which lists it, and to which the
parent tree leads back; words are tagged or marked as an artifact; and a picture has an alternative
text.  ISO 32000-1, 14.6 to 14.8.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import pikepdf

from generator.base.errors import Fault, Place, counted
from generator.press.preflight.files import open_pdf

_Content: TypeAlias = tuple[tuple[int, int], int]
"""The page or form that draws the content, by its number in the file, and its MCID there."""
_OPERATORS = "BDC BMC EMC Tj TJ ' \""


@dataclass(slots=True)
class TagProof:
    """The elements of one file by role, none if it is not tagged, and the faults."""

    roles: Counter[str] = field(default_factory=Counter)
    faults: list[Fault] = field(default_factory=list)

    def __str__(self) -> str:
        heads = sum(count for role, count in self.roles.items() if role[:1] == "H")
        counts = (
            (heads, "heading"), (self.roles["L"], "list"), (self.roles["Table"], "table"),
            (self.roles["Figure"], "picture"),
        )  # fmt: skip
        return ", ".join(counted(count, what) for count, what in counts if count)


def prove_tags(path: Path) -> TagProof:
    """The proof of one PDF."""
    proof = TagProof()
    with open_pdf(path) as pdf:
        root = pdf.Root.get("/StructTreeRoot")
        info: Any = pdf.Root.get("/MarkInfo", {})
        is_marked = bool(info.get("/Marked", False))
        if root is None:
            faults = ["is marked as tagged, but has no structure"] if is_marked else []
        else:
            tree = _Tree(root)
            proof.roles = tree.roles
            faults = [*tree.faults, *_content_faults(pdf, tree)]
            faults += [] if is_marked else ["has a structure, but is not marked as tagged"]
            faults += [] if "/Lang" in pdf.Root else ["does not state its language"]
    place = Place(str(path))
    proof.faults = [Fault(message, place, check="proof-tag") for message in dict.fromkeys(faults)]
    return proof


class _Tree:
    """The elements of a file: their roles, and the content that each of them lists."""

    def __init__(self, root: Any) -> None:
        self.roles: Counter[str] = Counter()
        self.faults: list[str] = []
        self.owner: dict[_Content, tuple[int, int]] = {}
        self.parents = dict(_pairs(root.get("/ParentTree", {}).get("/Nums", ())))
        stack = [(kid, None) for kid in _as_list(root.get("/K"))]
        while stack:
            element, page = stack.pop()
            self._read(element, page, stack)

    def _read(self, element: Any, page: Any, stack: list[Any]) -> None:
        role = str(element["/S"])[1:]
        self.roles[role] += 1
        page = element.get("/Pg", page)
        if role == "Figure" and not str(element.get("/Alt", "")).strip():
            self.faults.append("has a picture without a description (Alt)")
        for kid in _as_list(element.get("/K")):
            if isinstance(kid, int):
                self._record_owner((page.objgen, kid), element)
            elif kid.get("/Type") == "/MCR":
                self._record_owner(
                    (kid.get("/Stm", kid.get("/Pg", page)).objgen, int(kid["/MCID"])), element
                )
            elif "/S" in kid:
                stack.append((kid, page))

    def _record_owner(self, content: _Content, element: Any) -> None:
        if content in self.owner:
            self.faults.append("lists content under two elements")
        self.owner[content] = element.objgen


def _content_faults(pdf: pikepdf.Pdf, tree: _Tree) -> Iterator[str]:
    """Faults between the content of pages (and of forms with their own tags) and the elements."""
    seen: set[_Content] = set()
    for number, page in enumerate(pdf.pages, start=1):
        for source in _tagged_streams(page.obj):
            untagged = yield from _read(source, tree, seen, number)
            if untagged:
                yield f"page {number} has text that is neither tagged nor an artifact"
    if tree.owner.keys() - seen:
        yield "has elements that list missing content"


def _tagged_streams(page: Any) -> list[Any]:
    """A page, and the forms on it that have tags of their own, at any depth."""
    streams = {page.objgen: page}
    queue = [page]
    while queue:
        resources: Any = queue.pop().get("/Resources", {})
        forms: Any = resources.get("/XObject", {})
        for _, form in forms.items():
            if "/StructParents" in form and form.objgen not in streams:
                streams[form.objgen] = form
                queue.append(form)
    return list(streams.values())


def _read(source: Any, tree: _Tree, seen: set[_Content], number: int) -> Any:
    """Read one stream; returns whether words stand outside all marks."""
    depth, untagged, stream = 0, False, source.objgen
    parents = tree.parents.get(int(source.get("/StructParents", -1)), ())
    for step in pikepdf.parse_content_stream(source, _OPERATORS):
        name, operands = str(step.operator), step.operands
        if name in ("BDC", "BMC"):
            depth += 1
            marks: Any = operands[1] if name == "BDC" else None
            if isinstance(marks, pikepdf.Dictionary) and "/MCID" in marks:
                content = int(marks["/MCID"])
                seen.add((stream, content))
                owner = tree.owner.get((stream, content))
                parent = parents[content].objgen if content < len(parents) else None
                if owner is None or owner != parent:
                    yield f"page {number} has content that no element lists, or that points to another one"
        elif name == "EMC":
            depth -= 1
        else:
            untagged = untagged or not depth
    return untagged


def _as_list(kids: Any) -> list[Any]:
    if kids is None:
        return []
    return list(kids) if isinstance(kids, pikepdf.Array) else [kids]


def _pairs(numbers: Any) -> Iterator[tuple[int, Any]]:
    """The entries of a number tree without branches."""
    entries = iter(list(numbers))
    return ((int(number), entry) for number, entry in zip(entries, entries, strict=True))
