"""Tests of the calibration sheet: reading it against the light gives the offset that aligns backs."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pypdfium2
import pytest

from generator.base.errors import CheckFailed, KitError
from generator.base.units import IDENTITY, MM, Matrix, Rect
from generator.i18n import shared_words
from generator.kit.locate import BUILT_IN
from generator.press.imposition.duplex import turned_over
from generator.press.imposition.offset import Offset
from generator.press.imposition.registration import offset_back
from generator.press.instructions.calibration import Duplex, calibrate, calibration
from generator.press.scene.items import Group, Item, Scene
from generator.press.scene.items import Path as Drawn
from generator.press.scene.paths import bounds, transform_rect
from generator.press.templates.style import shared_renderer
from tests.press.imposition.making import papers
from tests.press.running import run

EDGES: list[Duplex] = ["long-edge", "short-edge"]
PAPERS = ["a4", "letter", "a2"]


@cache
def sheet(paper: str, backs: Duplex) -> tuple[Scene, Scene]:
    return calibration(papers()[paper], backs)


def lines(items: tuple[Item, ...], matrix: Matrix = IDENTITY) -> Iterator[Rect]:
    """Every vertical or horizontal line of a scene, as a box in mm with no width or height."""
    for item in items:
        if isinstance(item, Group):
            yield from lines(item.items, item.matrix.then(matrix))
        elif isinstance(item, Drawn) and item.stroke:
            box = transform_rect(bounds(item.outline), matrix)
            if min(box.width, box.height) < 0.01:
                yield Rect(*(round(value / MM, 3) for value in box))


def scale_of(scene: Scene, upright: bool) -> list[Rect]:
    """The 25 lines of one of the two scales in order; on the back, whole numbers have longer lines."""
    found = {}
    for box in lines(scene.items):
        length, across = (box.height, box.width) if upright else (box.width, box.height)
        if length in (5, 7) and across == 0:
            found[box.x if upright else box.y] = box
    return [found[at] for at in sorted(found)]


def read_off(front: Scene, back: Scene, paper: str, backs: Duplex, off: Offset) -> Offset:
    """The reading of a person whose printer shifts every back by this much, to the right and up."""
    flip = turned_over(papers()[paper], backs)
    shown = Scene("", front.width, front.height, (Group(front.items, flip),))
    laid = offset_back(back, off)
    readings = []
    for upright in (True, False):
        through_paper, own = scale_of(shown, upright), scale_of(laid, upright)
        assert len(through_paper) == len(own) == 25
        gaps = [
            abs((one.x - other.x) if upright else (one.y - other.y))
            for one, other in zip(through_paper, own, strict=True)
        ]
        assert min(gaps) < 0.01, "no two lines make one"
        number = gaps.index(min(gaps)) - 12
        readings.append((number if upright else -number) * 0.25)
        touch = (
            {box.bottom for box in through_paper} & {box.y for box in laid_at(own, off, upright)}
            if upright
            else {box.right for box in through_paper}
            & {box.x for box in laid_at(own, off, upright)}
        )
        assert touch, "the lines of both sides do not begin where the others end"
    return Offset(*readings)


def laid_at(own: list[Rect], off: Offset, upright: bool) -> list[Rect]:
    """The lines of the back as they would be if the printer aligned it."""
    by = off.y if upright else -off.x
    return [
        box._replace(y=round(box.y + by, 3)) if upright else box._replace(x=round(box.x + by, 3))
        for box in own
    ]


@pytest.mark.parametrize("off", [Offset(), Offset(0.5, -1.25), Offset(-3, 2.75)])
@pytest.mark.parametrize("backs", EDGES)
@pytest.mark.parametrize("paper", PAPERS)
def test_the_reading_is_the_offset_that_aligns_the_back(
    paper: str, backs: Duplex, off: Offset
) -> None:
    front, back = sheet(paper, backs)
    reading = read_off(front, back, paper, backs, off)
    assert reading == Offset(-off.x, -off.y)


@pytest.mark.parametrize("backs", EDGES)
@pytest.mark.parametrize("paper", PAPERS)
def test_every_cross_is_behind_the_zero_of_a_scale(paper: str, backs: Duplex) -> None:
    front, back = sheet(paper, backs)
    flip = turned_over(papers()[paper], backs)
    crosses = {
        tuple(round(value / MM, 1) for value in flip.apply(box.x * MM + 14 * MM, box.y * MM))
        for box in lines(front.items)
        if box.width == 28
    }
    # Zero is where the longest horizontal tick of a scale meets the longest vertical one.
    down = {(box.x, box.y) for box in lines(back.items) if box.height == 2.4 and not box.width}
    left = {(box.right, box.y) for box in lines(back.items) if box.width == 2.4 and not box.height}
    zeros = {(round(x, 1), round(y, 1)) for x, y in down & left}
    assert len(crosses) == 5
    assert crosses == zeros


def test_two_rulers_measure_150_mm() -> None:
    front, _ = sheet("letter", "long-edge")
    found = list(lines(front.items))
    assert [box for box in found if box.width == 150] != []
    assert [box for box in found if box.height == 150] != []


@pytest.mark.parametrize("backs", EDGES)
def test_the_file_has_two_pages_and_states_the_option(backs: Duplex, tmp_path: Path) -> None:
    file = calibrate("letter", backs, tmp_path)
    assert file.name == f"calibration-letter-{backs}.pdf"
    assert os.listdir(tmp_path) == [file.name]
    with pypdfium2.PdfDocument(file) as pdf:
        first, second = (" ".join(page.get_textpage().get_text_bounded().split()) for page in pdf)
        assert [round(value / MM, 1) for value in pdf[1].get_size()] == [215.9, 279.4]
    assert f"turned over the {backs.split('-')[0]} edge" in first
    assert f"grimoire build --backs {backs} --offset x,y" in second
    assert "this side towards you, this way up" in second


def test_the_command_applies_an_offset_to_the_back(tmp_path: Path) -> None:
    plain, moved = tmp_path / "plain", tmp_path / "moved"
    assert run("calibrate", "-o", plain).code == 0
    ran = run("calibrate", "--offset", "-0.5,1.25", "-o", moved, "--json")
    data = json.loads(ran.out)
    assert (ran.code, data["pages"]) == (0, 2)
    starts = []
    for file in (next(plain.iterdir()), Path(data["file"])):
        with pypdfium2.PdfDocument(file) as pdf:
            starts.append([next(iter(page.get_objects())).get_bounds() for page in pdf])
    (front, back), (same, shifted) = starts
    assert front == same
    assert shifted[0] - back[0] == pytest.approx(-0.5 * MM, abs=0.01)
    assert shifted[1] - back[1] == pytest.approx(1.25 * MM, abs=0.01)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--paper", "plotter"], "is a roll, which is printed on one side only"),
        (["--paper", "a44"], 'did you mean "a4"?'),
        (["--offset", "1"], '--offset "1" is not a pair of numbers in millimetres'),
        (["--offset", "11,0"], "by more than 10 mm"),
        (["--backs", "none"], "'none' is not one of 'long-edge', 'short-edge'"),
    ],
)
def test_invalid_requests_are_refused_in_one_line(
    words: list[str], says: str, tmp_path: Path
) -> None:
    ran = run("calibrate", "-o", tmp_path / "out", *words)
    assert (ran.code, ran.out, len(ran.faults)) == (2, "", 1)
    assert says in ran.err
    assert os.listdir(tmp_path) == []


def test_a_paper_that_is_too_small_is_refused() -> None:
    small = replace(papers()["a4"], name="a5", width=148 * MM, height=210 * MM)
    with pytest.raises(
        KitError, match='"a5" is too small for the calibration sheet, which needs 205 × 270 mm'
    ):
        calibration(small, "long-edge")


def test_the_sheet_needs_no_kit() -> None:
    with pytest.raises(KitError, match="has no pieces to show"):
        shared_renderer(papers()["a4"], {}).face("card", None, "front")


def test_the_sheet_is_printed_in_other_languages(tmp_path: Path) -> None:
    german = calibrate("a4", "short-edge", tmp_path, words=shared_words("de", BUILT_IN.shared()))
    assert german.name == "calibration-a4-short-edge-de.pdf"
    text = " ".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(german))
    assert "Messblatt: Rückseite" in text
    assert "über die kurze Kante gewendet" in text
    assert run("calibrate", "--language", "en-XA", "-o", tmp_path).code == 0
    with pytest.raises(CheckFailed, match=r"calibration.xml:\d+: .* is not translated \(it\)"):
        calibrate("a4", "long-edge", tmp_path, words=shared_words("it", BUILT_IN.shared()))
