"""Tests of leaflets: what a sell sheet and a feedback form say, and what their verification finds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from generator.base.units import MM
from generator.kit.load import load_kit
from generator.kit.locate import KitSearchPath
from generator.kit.tables.records import table_named
from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.painter import paint_pdf
from generator.press.paint.raster import open_pdf
from generator.press.scene.items import Scene
from generator.publish.shop_limits import LeafletLimits
from tests.press.running import Workshop
from tests.publish.making import SIXTH, ExportCopy, box, exported

SIZES = {"a4": (210, 297), "letter": (215.9, 279.4)}
PITCH = """\
pitch:
  hook: Everything the tide brings is yours for an hour.
  turn: [Walk along the shore., Pick up what you find., Run before the water comes.]
  special: [The board grows smaller.]
  contact: [Ada Example, ada@example.org]
  link: https://example.org/tidewrack
questions: [Was the tide too fast?, "Who read *the card* aloud?"]
"""
MINE = '<sheet width="{{ page.width }}mm" height="{{ page.height }}mm">%s</sheet>'


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    workshop = Workshop(tmp_path)
    game = workshop.path("data/tidewrack/game.yaml")
    game.write_text(game.read_text(encoding="utf-8") + PITCH, encoding="utf-8")
    return workshop


def words_of(file: Path) -> str:
    with open_pdf(file.read_bytes()) as document:
        (page,) = document
        return " ".join(page.get_textpage().get_text_bounded().split())


def export(workshop: Workshop, what: str) -> Path:
    result = workshop.run("export", "tidewrack", "--for", what, "-o", "out")
    assert (result.code, result.err) == (0, "")
    return workshop.out / f"tidewrack/export-{what}"


@pytest.mark.parametrize("paper", SIZES)
def test_a_sell_sheet_tells_the_pitch_and_what_is_in_the_box(
    workshop: Workshop, paper: str
) -> None:
    file = export(workshop, "pitch") / f"tidewrack-sell-sheet-{paper}.pdf"
    with pikepdf.open(file) as pdf:
        size = [float(each) / MM for each in pdf.pages[0].mediabox[2:]]
    assert size == pytest.approx(SIZES[paper], abs=0.01)
    words = words_of(file)
    for told in ("Everything the tide brings", "1 Walk along", "3 Run before", "grows smaller"):
        assert told in words
    assert "ada@example.org" in words
    kit = load_kit(
        KitSearchPath(workshop.path("data"), workshop.path("templates")).find("tidewrack")
    )
    assert kit.file.summary not in words  # the hook stands in its place
    assert "2–4 players" in words
    for component in kit.file.components:
        rows: Iterable[Mapping[str, Any]] = (
            table_named(kit.tables, component.each) if component.each else [{}]
        )
        copies = sum(
            row[component.copies] if isinstance(component.copies, str) else component.copies
            for row in rows
        )
        assert f"{copies} × {component.title}" in words or component.holds


def test_without_a_pitch_the_summary_is_the_hook_and_a_note_says_what_to_add(
    tmp_path: Path,
) -> None:
    copy = exported("pitch", LeafletLimits, tmp_path)
    words = words_of(copy.folder / "tidewrack-sell-sheet-a4.pdf")
    summary = load_kit(SIXTH.find("tidewrack")).file.summary
    assert summary in words
    assert "How it is played" not in words
    (note,) = copy.manifest()["notes"]
    assert "add `pitch` to game.yaml" in note


def test_numbers_of_players_with_gaps_are_named_one_by_one(workshop: Workshop) -> None:
    workshop.edit(
        "data/tidewrack/game.yaml", "players: [2, 4]", "players: [2, 4]\nplayer-counts: [2, 4]"
    )
    words = words_of(export(workshop, "pitch") / "tidewrack-sell-sheet-a4.pdf")
    assert "2 / 4 players" in words


def test_a_feedback_form_asks_the_questions_of_the_kit_first(workshop: Workshop) -> None:
    words = words_of(export(workshop, "playtest") / "tidewrack-feedback-letter.pdf")
    own, usual = words.index("Was the tide too fast?"), words.index("What would you change first?")
    assert own < words.index("Who read *the card* aloud?") < usual  # plain: nothing is markup
    assert words.count("?") == 7  # six questions and the heading
    assert "Version" in words
    assert "ada@example.org" in words


def test_own_questions_take_the_place_of_the_last_usual_ones(workshop: Workshop) -> None:
    workshop.edit("data/tidewrack/game.yaml", "questions: [", "questions: [A?, B?, C?, ")
    words = words_of(export(workshop, "playtest") / "tidewrack-feedback-a4.pdf")
    assert words.count("?") == 7
    assert "What would you change first?" in words
    assert "What was the best moment?" not in words


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("turn: [", "turn: [A, B, C, ", "pitch.turn may have at most 5, but has 6"),
        ("questions: [", "questions: [A, B, C, D, E, ", "questions may have at most 6, but has 7"),
        ("link: https://example", "link: example", "pitch.link must be an address such as"),
        ("hook:", "hok:", 'unknown field "hok" in pitch; did you mean "hook"?'),
    ],
)
def test_a_wrong_pitch_is_a_fault_with_its_line(
    workshop: Workshop, old: str, new: str, says: str
) -> None:
    workshop.edit("data/tidewrack/game.yaml", old, new)
    line = workshop.line("data/tidewrack/game.yaml", new)
    result = workshop.run("export", "tidewrack", "--for", "pitch", "-o", "out")
    assert (result.code, len(result.faults), workshop.out.exists()) == (2, 1, False)
    assert f"data/tidewrack/game.yaml:{line}: {says}" in result.err


def test_a_kits_own_template_replaces_the_shared_one(workshop: Workshop) -> None:
    own = MINE % '<text inset="20">{{ kit.pitch.hook }} {{ contents | length }}</text>'
    workshop.write("templates/tidewrack/sell-sheet.xml", own)
    words = words_of(export(workshop, "pitch") / "tidewrack-sell-sheet-a4.pdf")
    assert words.startswith("Everything the tide brings is yours for an hour. ")
    assert int(words.split()[-1]) == 3


def test_a_template_that_prints_in_the_margin_is_refused(workshop: Workshop) -> None:
    workshop.write("templates/tidewrack/feedback.xml", MINE % '<rect fill="#000000"/>')
    result = workshop.run("export", "tidewrack", "--for", "playtest", "-o", "out")
    assert (result.code, len(result.faults)) == (1, 2)  # on both papers
    assert "something is printed within 6 mm of the edge" in result.err
    assert list(workshop.out.rglob("*.pdf")) == []


@pytest.fixture
def broken(tmp_path: Path) -> ExportCopy:
    copy = exported("playtest", LeafletLimits, tmp_path)
    assert copy.faults() == []
    return copy


@pytest.mark.parametrize(
    ("pages", "says"),
    [
        ([(210, 297)] * 2, "has 2 pages, but a leaflet has one"),
        ([(210, 210)], "page 1: its MediaBox is not the 210 × 297 mm of the paper a4"),
    ],
)
def test_other_pages_are_found(
    broken: ExportCopy, pages: list[tuple[float, float]], says: str
) -> None:
    scenes = [Scene("page", width * MM, height * MM, ()) for width, height in pages]
    content = paint_pdf(scenes, DocumentInfo("Other"))
    broken.write("tidewrack-feedback-a4.pdf", content, pages=len(pages))
    assert [fault.message for fault in broken.faults()] == [says]


def test_a_mark_in_the_margin_is_found(broken: ExportCopy) -> None:
    mark = box(205, 100, 1, 1, "#000000")
    page = Scene("page", 210 * MM, 297 * MM, (mark,))
    broken.write("tidewrack-feedback-a4.pdf", paint_pdf([page], DocumentInfo("Marked")))
    assert broken.failed_checks() == {"export-page"}


def test_an_unknown_paper_is_found(broken: ExportCopy) -> None:
    path = "tidewrack-feedback-a4.pdf"
    broken.write(path, (broken.folder / path).read_bytes(), product="a7")
    assert [fault.message for fault in broken.faults()] == [
        'is for the paper "a7", which is not one of those of leaflets'
    ]


def test_what_is_no_pdf_is_found(broken: ExportCopy) -> None:
    broken.write("tidewrack-feedback-letter.pdf", b"%PDF nothing")
    assert broken.failed_checks() == {"export-file"}
