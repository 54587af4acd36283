"""Reader of the logical structure of a PDF, and the faults in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pikepdf


def elements(pdf: pikepdf.Pdf) -> Iterator[Any]:
    """Every structure element, parents before children."""

    def walk(element: Any) -> Iterator[Any]:
        yield element
        for kid in element["/K"]:
            if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
                yield from walk(kid)

    yield from walk(pdf.Root["/StructTreeRoot"]["/K"])


def pieces(pdf: pikepdf.Pdf, element: Any) -> Iterator[tuple[tuple[int, int], int]]:
    """The element's own marked content: the page or form that contains it, and its MCID."""
    for kid in element["/K"]:
        if isinstance(kid, int):
            yield element["/Pg"].objgen, kid
        elif kid.get("/Type") == "/MCR":
            yield kid.get("/Stm", kid["/Pg"]).objgen, int(kid["/MCID"])


def structured(pdf: pikepdf.Pdf) -> Iterator[Any]:
    """The pages, and the forms on them with marked content of their own, each once."""

    def forms(within: Any) -> Iterator[Any]:
        for thing in within.get("/Resources", {}).get("/XObject", {}).values():
            if "/StructParents" in thing:
                yield thing
                yield from forms(thing)

    for page in pdf.pages:
        yield page.obj
        yield from forms(page.obj)


def marked(page: Any) -> Iterator[tuple[str, int | None]]:
    """The marked content of a page: role and MCID; raises if sequences are nested or not closed."""
    depth: list[str] = []
    own = page.get("/Resources", {}).get("/XObject", {})
    for instruction in pikepdf.parse_content_stream(page):
        operator, operands = str(instruction.operator), instruction.operands
        if operator == "Do" and "/StructParents" in own[operands[0]]:
            assert not depth, "a form that is marked inside, inside a mark"
            continue
        if operator in ("BMC", "BDC"):
            number = operands[1].get("/MCID") if operator == "BDC" else None
            role = str(operands[0])[1:]
            depth.append(role)
            if role != "Span":
                assert len(depth) == 1, "a mark inside a mark"
                yield role, None if number is None else int(number)
        elif operator == "EMC":
            depth.pop()
        elif operator in ("f", "f*", "S", "B", "B*", "TJ", "Do"):
            assert depth, f"{operator} outside of every mark"
    assert not depth


def tree_faults(pdf: pikepdf.Pdf) -> list[str]:
    """Faults of the structure: content without an element or with two, pictures without text."""
    faults: list[str] = []
    owners = Counter(
        (piece, str(element["/S"])[1:])
        for element in elements(pdf)
        for piece in pieces(pdf, element)
    )
    drawn = Counter(
        ((stream.objgen, mcid), role)
        for stream in structured(pdf)
        for role, mcid in marked(stream)
        if mcid is not None
    )
    faults += [
        f"{piece} is referred to {count} times" for piece, count in owners.items() if count != 1
    ]
    faults += [f"{piece} is nobody's" for piece in drawn - owners]
    faults += [f"{piece} is not on the page" for piece in owners - drawn]
    table = pdf.Root["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    parents = {int(table[at]): table[at + 1] for at in range(0, len(table), 2)}
    keys = {stream.objgen: int(stream["/StructParents"]) for stream in structured(pdf)}
    for element in elements(pdf):
        role = str(element["/S"])
        if role == "/Figure" and not str(element.get("/Alt", "")):
            faults.append("a picture without words")
        for kid in element["/K"]:
            if (
                isinstance(kid, pikepdf.Dictionary)
                and "/S" in kid
                and kid["/P"].objgen != element.objgen
            ):
                faults.append(f"{role} has a kid with another parent")
            if isinstance(kid, pikepdf.Dictionary) and kid.get("/Type") == "/OBJR":
                note = kid["/Obj"]
                if parents[int(note["/StructParent"])].objgen != element.objgen:
                    faults.append("a link's parent is another")
        for stream, mcid in pieces(pdf, element):
            if parents[keys[stream]][mcid].objgen != element.objgen:
                faults.append(f"piece {mcid} of {stream} has another parent")
    return faults
