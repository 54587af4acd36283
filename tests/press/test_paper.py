"""Tests of papers: defined in data in millimetres, with all faults reported at once."""

from dataclasses import replace
from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.base.units import MM
from generator.i18n import shared_words
from generator.press import library
from generator.press.paper import Paper, paper_named
from tests.press.imposition.making import SHARED, in_mm, papers


def test_a4_and_letter_are_defined() -> None:
    assert in_mm(papers()["a4"].box) == (0, 0, 210, 297)
    assert in_mm(papers()["letter"].box) == (0, 0, 215.9, 279.4)
    assert in_mm(papers()["letter"].usable) == (6, 6, 203.9, 267.4)
    assert [papers()[name].title for name in ("a4", "letter")] == ["A4", "Letter"]


def own_papers(folder: Path, text: str) -> dict[str, Paper]:
    """Papers of a kit's folder, beside those of Grimoire."""
    (folder / "papers.yaml").write_text(text, encoding="utf-8")
    return library.papers((folder, SHARED))


def test_a_paper_of_ones_own_may_have_a_leaf_of_grimoire(tmp_path: Path) -> None:
    text = "wide: {width: 400, height: 500.5, margin: 4, book: a6, leaf: a4}"
    paper = own_papers(tmp_path, text)["wide"]
    assert (paper.width, paper.height, paper.margin) == (400 * MM, 500.5 * MM, 4 * MM)
    assert paper.leaf == papers()["a4"].leaf


def test_each_faulty_paper_is_reported_with_its_line(tmp_path: Path) -> None:
    table = """flat: {width: 300, height: 200, margin: 5, book: a6}
short: {width: 100, height: 200}
wordy: {width: "100mm", height: 200, margin: 5, book: a6}
thin: {width: 10, height: 200, margin: 5, book: a6}
none:
good: {width: 100, height: 200, margin: 5, book: a6}
wide: {width: 1e9, height: 1e9, margin: 5, book: a6}
extra: {width: 100, height: 200, margin: 5, book: a6, length: 5}
drum: {width: 100, height: 200, margin: 5, book: a6, roll: "yes"}
"""
    with pytest.raises(KitError) as caught:
        own_papers(tmp_path, table)
    faults = {fault.place.line: fault.message for fault in caught.value.faults if fault.place}
    assert faults.keys() == {1, 2, 3, 4, 5, 7, 8, 9}
    assert "wider than high" in faults[1]
    assert "width" in faults[3]
    assert "no printable area" in faults[4]
    assert "length" in faults[8]
    assert "true or false" in faults[9]


def test_a_large_sheet_has_a_leaf_and_a_roll_a_variable_length() -> None:
    a2, roll = papers()["a2"], papers()["plotter"]
    assert a2.leaf == roll.leaf == (papers()["a4"].width, papers()["a4"].height)
    assert papers()["letter"].leaf == (papers()["letter"].width, papers()["letter"].height)
    assert roll.title == "Roll, 610 mm"
    german = shared_words("de", [SHARED])
    assert [each.title_in(german) for each in (a2, roll)] == ["A2", "Rolle, 610 mm"]
    inches = replace(roll, width=609.6 * MM)
    assert inches.title_in(german) == "Rolle, 609,6 mm"
    assert in_mm(roll.cut(100 * MM).box) == (0, 0, 610, 112)
    assert roll.cut(9000 * MM) == roll
    assert a2.cut(100 * MM) is a2


def test_unknown_names_are_reported_where_they_are_written(tmp_path: Path) -> None:
    text = "wide: {width: 400, height: 500, margin: 4, book: a66,\n  leaf: a44}"
    with pytest.raises(KitError) as caught:
        own_papers(tmp_path, text)
    assert [(fault.place.line, fault.check) for fault in caught.value.faults if fault.place] == [
        (1, "unknown-size"),
        (2, "unknown-paper"),
    ]
    assert 'did you mean "a4"' in str(caught.value)


def test_an_unknown_paper_suggests_the_nearest_one() -> None:
    with pytest.raises(KitError, match='did you mean "letter"'):
        paper_named("leter", papers())
    assert [paper_named(name, papers()).name for name in ("a4", "A4", "Letter")] == [
        "a4",
        "a4",
        "letter",
    ]
