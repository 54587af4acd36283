"""Tests of booklets: printed on both sides, folded and nested, the sheets give the pages in order."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any, get_args

import pikepdf
import pytest

from generator.base.errors import KitError
from generator.base.units import IDENTITY, MM, Matrix, Rect, Size
from generator.kit.locate import BUILT_IN, KitSearchPath
from generator.pipeline.build import build
from generator.press.imposition.booklet import Spread, booklet_paper, impose_booklet
from generator.press.imposition.duplex import DUPLEX, Backs
from generator.press.imposition.offset import NO_OFFSET, Offset
from generator.press.manifest import Manifest
from generator.press.manifest.make import make_manifest
from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.painter import paint_pdf
from generator.press.paper import Binding
from generator.press.preflight import preflight
from generator.press.request import RULEBOOK, OutputFile
from generator.press.scene.items import Anchor, GlyphRun, Group, Item, Link, Scene, Use
from generator.press.scene.items import Path as Shape
from tests.kinds import of_kind
from tests.press.imposition.making import font, papers
from tests.press.outlines import vertices
from tests.press.preflight.proving import slugs, text
from tests.press.running import KITS, request_for

A5 = Size(148 * MM, 210 * MM)
THICK = 0.1 * MM
ROOTS = KitSearchPath(KITS / "data", KITS / "templates")


def pages(count: int, size: Size = A5) -> list[Scene]:
    return [
        Scene(str(n), *size, (Anchor(f"p{n}", 0, f"Page {n}"), text(f"page {n}", 20 + n / 10, 30)))
        for n in range(1, count + 1)
    ]


def booklet(
    count: int,
    backs: Backs = "long-edge",
    *,
    most: int = 16,
    back_cover: bool = False,
    offset: Offset = NO_OFFSET,
) -> tuple[Spread, ...]:
    return impose_booklet(
        pages(count), papers()["a4"], backs, title="Kit", font=font(),
        binding=Binding(THICK, most), back_cover=back_cover, offset=offset,
    )  # fmt: skip


def uses(items: Sequence[Item], matrix: Matrix = IDENTITY) -> Iterator[tuple[Use, Matrix]]:
    for item in items:
        if isinstance(item, Use):
            yield item, item.matrix.then(matrix)
        elif isinstance(item, Group):
            yield from uses(item.items, item.matrix.then(matrix))


def reading_order(spreads: Sequence[Spread], backs: Backs) -> tuple[list[str], bool]:
    """The pages of a booklet in reading order, and whether all of them are upright.

    The sheets are printed and folded in thought: a point of the back page lies behind a point of
    the front, depending on the axis about which the printer turns the paper.  Folded in the middle,
    the right halves of the fronts are the first leaves with their backs behind them; the left
    halves come last.
    """
    width = spreads[0].scene.width
    first: list[str] = []
    last: list[str] = []
    upright = True
    for front, back in zip(spreads[::2], spreads[1::2], strict=True):
        seen = {"left": "blank", "right": "blank", "behind left": "blank", "behind right": "blank"}
        for spread, is_back in ((front, False), (back, True)):
            for use, matrix in uses(spread.scene.items):
                x, y = matrix.apply(use.scene.width / 2, use.scene.height / 2)
                head = matrix.apply(use.scene.width / 2, 0)[1] - y  # negative: the page is upright
                if is_back and backs == "long-edge":  # turned about the axis from left to right
                    head = -head
                elif is_back:  # turned about the axis from top to bottom
                    x = width - x
                upright = upright and head < 0
                half = "right" if x > width / 2 else "left"
                seen[f"behind {half}" if is_back else half] = use.scene.name
        first += [seen["right"], seen["behind right"]]
        last += [seen["left"], seen["behind left"]]
    return first + last[::-1], upright


@pytest.mark.parametrize("backs", get_args(Backs))
@pytest.mark.parametrize("count", [1, 4, 5, 16, 27, 63])
def test_folded_pages_are_in_order_and_upright(count: int, backs: Backs) -> None:
    read, upright = reading_order(booklet(count, backs), backs)
    blanks = -count % 4
    assert read == [*map(str, range(1, count + 1)), *["blank"] * blanks]
    assert upright


def test_blank_pages_precede_a_back_cover_and_have_no_number() -> None:
    spreads = booklet(6, back_cover=True)
    assert reading_order(spreads, "long-edge")[0] == [
        "1",
        "2",
        "3",
        "4",
        "5",
        "blank",
        "blank",
        "6",
    ]
    assert [[page.number for page in spread.pages] for spread in spreads] == [
        [6, 1], [2], [3], [4, 5],
    ]  # fmt: skip


def test_too_many_sheets_for_a_stapler_are_divided_evenly() -> None:
    spreads = booklet(41, most=4)
    parts = [list(part) for _, part in groupby(spreads, lambda spread: spread.part)]
    assert [len(part) // 2 for part in parts] == [4, 4, 3]
    read = [page for part in parts for page in reading_order(part, "long-edge")[0]]
    assert read == [*map(str, range(1, 42)), "blank", "blank", "blank"]


def test_inner_pages_are_shifted_to_compensate_for_creep() -> None:
    spreads = booklet(64)
    fold = spreads[0].scene.width / 2
    for sheet, front in enumerate(spreads[::2]):
        left, right = sorted(front.pages, key=lambda page: page.rect.x)
        assert left.rect.right - fold == pytest.approx(sheet * THICK)
        assert fold - right.rect.x == pytest.approx(sheet * THICK)
    assert pytest.approx(1.5 * MM) == 15 * THICK


def test_pages_are_clipped_at_the_fold() -> None:
    for spread in booklet(64, "short-edge"):
        clips = [
            group.clip
            for outer in spread.scene.items
            if isinstance(outer, Group)
            for group in outer.items
            if isinstance(group, Group)
        ]
        assert len(clips) == 2
        for clip, side in zip(clips, (0, 1), strict=True):
            assert clip
            xs = [segment[1] for segment in clip if len(segment) > 1]
            half = spread.scene.width / 2
            assert (min(xs), max(xs)) == pytest.approx((side * half, (side + 1) * half))


def test_marks_and_captions_are_in_the_printable_area() -> None:
    margin = papers()["a4"].margin - 0.01
    for spread in booklet(20, "short-edge"):
        usable = Rect(0, 0, spread.scene.width, spread.scene.height).grown(-margin)
        (face,) = (item for item in spread.scene.items if isinstance(item, Group))
        assert face.matrix == IDENTITY
        (marks,) = (item for item in face.items if isinstance(item, Shape))
        for x, y in vertices(marks.outline):
            assert x == spread.scene.width / 2
            assert usable.y <= y <= usable.bottom
        staples = spread.sheet == 1 and spread.side == "front"
        assert len(marks.outline) == (8 if staples else 4)
        captions = [
            of_kind(item, GlyphRun) for item in face.items if not isinstance(item, Shape | Group)
        ]
        assert len(captions) == (spread.side == "front")
        for line in captions:
            assert line.text == (
                f"Kit · Sheet {spread.sheet}, front of 5 · print at 100 %, two-sided, "
                "flip on short edge, fold in the middle, staple"
            )
            assert usable.x < line.x < line.x + line.width < spread.scene.width / 2
            assert usable.bottom - 3 < line.y < usable.bottom


@pytest.mark.parametrize("backs", DUPLEX)
def test_an_offset_moves_backs_on_the_paper_as_it_moves_those_of_upright_sheets(
    backs: Backs,
) -> None:
    offset = Offset(0.5, -1.25)
    for one, other in zip(booklet(8, backs), booklet(8, backs, offset=offset), strict=True):
        expected = offset.matrix.apply(0, 0) if one.side == "back" else (0.0, 0.0)
        for page, same in zip(one.pages, other.pages, strict=True):
            right, down = same.rect.x - page.rect.x, same.rect.y - page.rect.y
            assert (down, -right) == pytest.approx(expected)  # turned anticlockwise


def test_an_offset_is_refused_where_the_printer_turns_nothing_over() -> None:
    with pytest.raises(KitError, match="but --backs none prints no such pages"):
        booklet(8, "none", offset=Offset(1, 0))


def test_the_offset_of_a_build_moves_its_booklet(tmp_path: Path) -> None:
    backs = []
    for offset in (NO_OFFSET, Offset(0.5, -1.25)):
        request = request_for("tidewrack", ROOTS, tmp_path, only=RULEBOOK, booklet=True)
        target = replace(request.target, offset=offset)
        built = build(replace(request, target=target))
        backs.append(
            [each.pages[0].rect for each in built.files[-1].spreads if each.side == "back"]
        )
    assert backs[0]
    for plain, moved in zip(*backs, strict=True):
        assert moved.y - plain.y == pytest.approx(0.5 * MM)


@pytest.mark.parametrize(
    ("requested", "page", "taken"),
    [
        ("a4", "a4", "a4"), ("a3", "a4", "a4"), ("letter", "letter", "letter"),
        ("legal", "letter", "letter"), ("tabloid", "letter", "letter"),
    ],
)  # fmt: skip
def test_the_paper_of_a_booklet_holds_two_pages(requested: str, page: str, taken: str) -> None:
    sheet = papers()[page]
    size = Size(sheet.height / 2 - (0.5 * MM if page == "a4" else 0), sheet.width)
    assert booklet_paper(size, papers()[requested], papers()).name == taken


def test_without_suitable_paper_a_booklet_is_refused() -> None:
    with pytest.raises(KitError, match="cannot make a booklet for A4: no paper fits two pages"):
        booklet_paper(Size(100 * MM, 100 * MM), papers()["a4"], papers())


class Folder:
    """A folder with a rulebook and its booklet, into which faults are introduced."""

    def __init__(self, folder: Path, backs: Backs = "long-edge", **how: Any) -> None:
        self.folder, self.backs = folder, backs
        self.pages = pages(11)
        self.spreads = booklet(11, backs, **how)

    def proved(
        self, drawn: Sequence[Scene] | None = None, spreads: Sequence[Spread] | None = None
    ) -> list[str]:
        scenes = [spread.scene for spread in self.spreads] if drawn is None else drawn
        (self.folder / "book.pdf").write_bytes(paint_pdf(self.pages, DocumentInfo("Book")))
        (self.folder / "booklet.pdf").write_bytes(paint_pdf(scenes, DocumentInfo("Booklet")))
        recorded = tuple(self.spreads if spreads is None else spreads)
        landscape = Size(297 * MM, 210 * MM)
        manifest: Manifest = make_manifest(
            self.folder, kit="kit", version="1", options={"backs": self.backs},
            paper=papers()["a4"], pieces=[],
            files=[
                OutputFile("book.pdf", len(self.pages), A5),
                OutputFile("booklet.pdf", len(scenes), landscape, spreads=recorded, of="book.pdf"),
            ],
        )  # fmt: skip
        (self.folder / "manifest.json").write_text(manifest.as_json(), encoding="utf-8")
        self.faults = preflight(self.folder)
        return slugs(self.faults)


@pytest.mark.parametrize("backs", get_args(Backs))
def test_a_correct_booklet_passes_preflight(backs: Backs, tmp_path: Path) -> None:
    assert Folder(tmp_path, backs).proved() == []
    assert Folder(tmp_path, backs, most=2).proved() == []


@pytest.mark.parametrize("backs", DUPLEX)
def test_a_booklet_with_moved_backs_passes_preflight(backs: Backs, tmp_path: Path) -> None:
    assert Folder(tmp_path, backs, offset=Offset(4, 2)).proved() == []


def test_backs_rotated_for_the_wrong_flip_are_found(tmp_path: Path) -> None:
    folder = Folder(tmp_path, "long-edge")
    folder.spreads = booklet(11, "short-edge")
    assert folder.proved() == ["proof-booklet"]
    assert any("is upside down in the folded booklet" in str(fault) for fault in folder.faults)


def test_backs_far_from_their_fronts_are_found(tmp_path: Path) -> None:
    assert Folder(tmp_path, offset=Offset(14.9)).proved() == []
    folder = Folder(tmp_path, offset=Offset(15.1))
    assert folder.proved() == ["proof-booklet"]
    assert any("is 15.10 mm out of register with" in str(fault) for fault in folder.faults)


def test_pages_in_the_wrong_order_are_found(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    one, two, *rest = folder.spreads
    swapped = [replace(one, pages=tuple(replace(p, number=12 - p.number) for p in one.pages))]
    assert folder.proved(spreads=[*swapped, two, *rest]) == ["proof-booklet"]
    assert any("has its pages in the order 11, 2, 3" in str(fault) for fault in folder.faults)


def test_a_misplaced_page_is_found(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    scenes = [spread.scene for spread in folder.spreads]
    moved = Group(scenes[2].items, Matrix.move(2, 0))
    scenes[2] = replace(scenes[2], items=(moved,))
    assert folder.proved(scenes) == ["proof-booklet"]
    assert any(
        "is not where the manifest says it is (sheet 2, front)" in str(f) for f in folder.faults
    )


def test_a_substituted_page_is_found(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.pages[4] = replace(folder.pages[4], items=(text("something else", 30, 40),))
    assert folder.proved() == ["proof-booklet"]
    assert [str(fault).partition(": ")[2][:42] for fault in folder.faults] == [
        "page 5 does not match that page of the rul"
    ]


@pytest.mark.parametrize(
    ("target", "y", "expected"),
    [
        ("#p12", 14, []),
        ("#p11", 14, ["proof-booklet"]),  # the booklet has that page
        ("#p12", 20, ["proof-booklet"]),  # the text is not in the link
    ],
)
def test_a_booklet_may_leave_out_what_leads_beyond_its_last_page(
    target: str, y: float, expected: list[str], tmp_path: Path
) -> None:
    folder = Folder(tmp_path)
    contents = folder.pages[1]
    line = text("Rules for referees", 15, y), Link(Rect(28, 28, 99, 20), target)
    folder.pages[1] = replace(contents, items=(*contents.items, *line))
    folder.pages = [*folder.pages, pages(12)[-1]]
    assert folder.proved() == expected


def test_pages_are_forms_with_working_links_and_bookmarks(tmp_path: Path) -> None:
    linked = pages(4)
    linked[1] = replace(linked[1], items=(*linked[1].items, Link(Rect(0, 0, 9, 9), "#p4")))
    spreads = impose_booklet(
        linked, papers()["a4"], "none", title="Kit", font=font(), binding=Binding(THICK, 16)
    )
    file = tmp_path / "booklet.pdf"
    file.write_bytes(paint_pdf([spread.scene for spread in spreads], DocumentInfo("Booklet")))
    with pikepdf.open(file) as pdf:
        with pdf.open_outline() as outline:
            assert [entry.title for entry in outline.root] == [
                "Sheet 1, front: pages 4 and 1", "Sheet 1, back: pages 2 and 3",
            ]  # fmt: skip
        assert len(pdf.pages[1].obj["/Annots"]) == 1
        forms = [
            o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"
        ]
        assert len(forms) == 4


@pytest.mark.parametrize("name", ["grumbles", "gruff"])
def test_a_rulebook_with_an_appendix_can_be_printed_as_a_booklet(name: str, tmp_path: Path) -> None:
    """The contents of Gruff fill their page, so a missing line would move all others."""
    built = build(request_for(name, BUILT_IN, tmp_path, only=RULEBOOK, booklet=True))
    manifest = json.loads((built.folder / "manifest.json").read_text(encoding="utf-8"))
    (book,) = (each for each in manifest["books"] if each["file"] == manifest["booklet"]["of"])
    assert manifest["booklet"]["pages"] == book["players"] < built.files[0].pages


def test_the_rulebook_of_a_kit_can_be_printed_as_a_booklet(tmp_path: Path) -> None:
    request = request_for(
        "tidewrack", ROOTS, tmp_path, "a3", "short-edge", only=RULEBOOK, booklet=True
    )
    built = build(request)
    assert [file.path for file in built.files] == [
        "tidewrack-rulebook-a3.pdf", "tidewrack-rulebook-booklet-a4.pdf",
    ]  # fmt: skip
    manifest = json.loads((built.folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["booklet"]["of"] == "tidewrack-rulebook-a3.pdf"
    assert manifest["options"]["booklet"] is True


def test_a_booklet_without_a_rulebook_is_refused(tmp_path: Path) -> None:
    from generator.pipeline.build import build

    with pytest.raises(
        KitError, match="a booklet needs the rulebook, which is left out or does not exist"
    ):
        build(request_for("grumbles", out=tmp_path, only="pieces", booklet=True))
