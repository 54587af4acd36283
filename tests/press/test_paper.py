"""Tests of papers: defined in data in millimetres, with all faults reported at once."""

import pytest

from generator.base.errors import KitError
from generator.base.units import MM
from generator.press.paper import paper_named, read_papers
from tests.press.imposition.making import in_mm, papers


def test_a4_and_letter_are_defined() -> None:
    assert in_mm(papers()["a4"].box) == (0, 0, 210, 297)
    assert in_mm(papers()["letter"].box) == (0, 0, 215.9, 279.4)
    assert in_mm(papers()["letter"].usable) == (6, 6, 203.9, 267.4)
    assert [papers()[name].title for name in ("a4", "letter")] == ["A4", "Letter"]


def test_lengths_are_converted_to_points() -> None:
    card = read_papers({"card": {"width": 100, "height": 150.5, "margin": 4, "book": "a6"}})["card"]
    assert (card.width, card.height, card.margin) == (100 * MM, 150.5 * MM, 4 * MM)


def test_all_faulty_papers_are_reported_together() -> None:
    table = {
        "flat": {"width": 300, "height": 200, "margin": 5, "book": "a6"},
        "short": {"width": 100, "height": 200},
        "wordy": {"width": "100mm", "height": 200, "margin": 5, "book": "a6"},
        "thin": {"width": 10, "height": 200, "margin": 5, "book": "a6"},
        "none": None,
        "good": {"width": 100, "height": 200, "margin": 5, "book": "a6"},
    }
    with pytest.raises(KitError) as caught:
        read_papers(table)
    lines = [str(fault) for fault in caught.value.faults]
    assert [line.split(":")[0] for line in lines] == [
        'paper "flat"', 'paper "short"', 'paper "wordy"', 'paper "thin"', 'paper "none"'
    ]  # fmt: skip
    assert "wider than high" in lines[0]
    assert "margin" in lines[1]
    assert "(and may have roll, leaf)" in lines[1]
    assert "width must be a positive number" in lines[2]
    assert "no printable area" in lines[3]


def test_a_large_sheet_has_a_leaf_and_a_roll_a_variable_length() -> None:
    a2, roll = papers()["a2"], papers()["plotter"]
    assert a2.leaf == roll.leaf == (papers()["a4"].width, papers()["a4"].height)
    assert papers()["letter"].leaf == (papers()["letter"].width, papers()["letter"].height)
    assert roll.title == "Roll, 610 mm"
    assert in_mm(roll.cut(100 * MM).box) == (0, 0, 610, 112)
    assert roll.cut(9000 * MM) == roll
    assert a2.cut(100 * MM) is a2


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"roll": "yes"}, 'roll must be true or false, but is the text "yes"'),
        ({"leaf": "a17"}, 'leaf must name a valid paper of this table, but is the text "a17"'),
        ({"leaf": "big"}, "leaf must name a valid paper"),
        ({"leaf": "bad"}, "leaf must name a valid paper"),
        ({"length": 5}, "needs exactly these fields"),
    ],
)
def test_faults_of_a_roll_or_a_leaf_are_reported(more, says) -> None:
    sound = {"width": 300, "height": 400, "margin": 5, "book": "a6"}
    with pytest.raises(KitError) as caught:
        read_papers({"big": {**sound, **more}, "bad": {"width": 5}})
    assert str(caught.value.faults[0]).startswith('paper "big": ' + says)


def test_an_unknown_paper_suggests_the_nearest_one() -> None:
    with pytest.raises(KitError, match='did you mean "letter"'):
        paper_named("leter", papers())
    assert [paper_named(name, papers()).name for name in ("a4", "A4", "Letter")] == [
        "a4",
        "a4",
        "letter",
    ]
