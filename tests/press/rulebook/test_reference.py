"""Tests of the reference page on rulebooks: every block and key is documented, and its lines work."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.base.schema import ClosedModel
from generator.press.paint.raster import open_pdf
from generator.press.rulebook.directives import CoverSpec, FigureSpec
from tests.press.rulebook.making import Maker
from tests.press.running import run

PAGE = (Path(__file__).parents[3] / "templates" / "RULEBOOK.md").read_text(encoding="utf-8")


def test_every_block_is_documented(maker: Maker) -> None:
    (fault,) = maker.faults("```qqq\n```")
    blocks = fault.partition("known: ")[2].removesuffix(" (rulebook-syntax)").split(", ")
    assert len(blocks) > 5
    assert [block for block in blocks if f"| `{block}` |" not in PAGE] == []


@pytest.mark.parametrize("spec", [CoverSpec, FigureSpec])
def test_every_key_of_a_block_is_documented(spec: type[ClosedModel]) -> None:
    assert [name for name in spec.model_fields if f"`{name}`" not in PAGE] == []


def test_unstated_rules_are_all_printed_by_the_lines_of_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run("new", "mygame")
    rules, book = Path("data/mygame/rules.yaml"), Path("templates/mygame/rulebook.md.j2")
    rules.write_text("row: {section: Turn, text: Take one.}\n")
    begins = 'data/mygame/rules.yaml:1: rule "row": the rulebook does not state this rule; cite it'
    many = "; or print all rules in blocks ```rules (grimoire reference rulebook)"
    (fault,) = run("check", "mygame").err.splitlines()
    assert fault.startswith(begins)
    assert many not in fault
    rules.write_text(rules.read_text() + "end: {section: End, text: Most points win.}\n")
    faults = run("check", "mygame").err.splitlines()
    assert len(faults) == 2
    assert all(many in each for each in faults)
    (lines,) = re.findall(r"^````jinja\n(.*?)^````$", PAGE, re.DOTALL | re.MULTILINE)
    book.write_text(f"{book.read_text()}\n{lines}")
    assert run("check", "mygame").err == ""


def test_slugs_are_printed_for_those_who_ask_and_shown_on_screens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run("new", "mygame")
    Path("data/mygame/rules.yaml").write_text("row-of-five: {section: Turn, text: Take one.}\n")
    book = Path("templates/mygame/rulebook.md.j2")
    book.write_text("# Turn\n\nTake one. [[row-of-five]]\n")

    def first_page(*options: str) -> str:
        assert run("rulebook", "mygame", "--for-screen", *options).code == 0
        with open_pdf(next(Path("output").rglob("*-rulebook-a4.pdf")).read_bytes()) as document:
            text: str = document[0].get_textpage().get_text_bounded()
        return text

    assert "row-of" in first_page("--slugs", "margin")
    players = first_page()
    assert "Take one." in players
    assert not {"row-of", "Rules for referees"} & set(
        re.findall("row-of|Rules for referees", players)
    )
    screen = next(Path("output").rglob("*.html")).read_text(encoding="utf-8")
    assert 'class="slug" id="cited-row-of-five-1"' in screen
