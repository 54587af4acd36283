"""Tests of reports: pages, one HTML file, plain data, and errors of one line."""

from __future__ import annotations

import json
import re
import shutil
from functools import partial
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from lxml import etree

from generator.base.locations import data_root
from generator.base.units import mm
from generator.engine.simulation.run import GameRecord
from generator.kit.locate import BUILT_IN, KitSearchPath
from generator.lab.report.assemble import difference, report
from generator.lab.report.document import (
    CodeCell,
    GameCell,
    Remark,
    ReportChart,
    ReportDocument,
    ReportHeading,
    ReportTable,
    ReportText,
)
from generator.lab.report.load import Collection, collect
from generator.lab.report.write import write_report
from tests.kinds import of_kind
from tests.lab.report.simulated import duel, plan, read_stores, store_games, together
from tests.press.running import run

SHOVE = "\N{LEFT DOUBLE QUOTATION MARK}shove\N{RIGHT DOUBLE QUOTATION MARK}"
ODD = "a|b *c* _d_ `e` <f> :g: [h](i) # 1. {{ j }} & \\ Ä…"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of duels: two orders of bots, one of them also with a ban."""
    path = tmp_path_factory.mktemp("store") / "games.sqlite"
    store_games(path, plan(), duel, range(1, 201))
    store_games(path, plan(board="plus"), lambda seed: duel(seed, 0.6), range(1, 101))
    barred = plan("grumbles", "shove")
    return store_games(path, barred, lambda seed: duel(seed, 0.3, held=1), range(1, 201))


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of cooperative games, with two and three players, in two modes."""
    path = tmp_path_factory.mktemp("store") / "campaign.sqlite"
    for number, players in enumerate((2, 3)):
        for mode in ("normal", "rookie"):
            share = 0.3 + 0.2 * number
            store_games(
                path,
                plan("grizzled", players=players, mode=mode),
                partial(together, share=share),
                range(60),
            )
    return path


@pytest.fixture(scope="module")
def found(store: Path) -> Collection:
    """The results of the duels."""
    return read_stores(store)


@pytest.fixture(scope="module")
def cooperative_report(campaign: Path) -> ReportDocument:
    """The report of the cooperative games."""
    return report(read_stores(campaign))


def words_of(pdf: bytes) -> str:
    with pypdfium2.PdfDocument(pdf) as document:
        return "\n".join(page.get_textpage().get_text_range() for page in document)


def tree_of(path: Path) -> etree._Element:
    """The page, read by a strict parser."""
    return etree.fromstring(path.read_bytes(), etree.HTMLParser(recover=False))


def texts_of(path: Path) -> list[str]:
    return [of_kind(text, str) for text in tree_of(path).itertext()]


def headings(document: ReportDocument) -> list[str]:
    return [block.text for block in document.blocks if isinstance(block, ReportHeading)]


def test_the_summary_states_the_main_results(found: Collection) -> None:
    document = report(found)
    assert document.title == "Grumbles and Goofs: what 500 games show"
    assert [words.lead for words in document.summary if words.lead] == [
        "Who wins?",
        "How long does it take?",
        "How well do the players play?",
        "What goes with winning?",
        "What does barring something change?",
        "What is never used?",
        "Are there enough pieces?",
    ]
    won = document.summary[1].text
    assert re.match(r"In 100 games \(2 players, board plus, greedy\) Red won 7\d\.\d", won)
    *_, parts, unseen, barred, unused, pieces = [words.text for words in document.summary]
    assert parts.startswith("In the team: Yank +100.0")
    assert unseen == "A difference under 3 points can go unseen among 1 comparison in 200 games."
    assert barred.startswith(f"With {SHOVE} barred Red wins less, \N{MINUS SIGN}")
    assert "Without any effect: Grumble Push, " in unused
    assert "rules of 34 that should show never did: " in unused
    assert pieces == (
        "Enough of every component is printed for all games without a bar. "
        "The scarcest: Goof tokens, 6 of 10 in use at one time."
    )


def test_on_a_terminal_the_summary_has_its_width() -> None:
    document = ReportDocument(
        "Title", [ReportText("word " * 30, "Why?"), ReportText("no question")], []
    )
    head, lines, *answer = document.text(40).splitlines()
    assert (head, lines) == ("Title", "Why?")
    assert max(map(len, answer)) <= 40
    assert all(line.startswith("    ") for line in answer)
    assert len(document.text().splitlines()) == 4


def test_every_question_has_its_section(
    found: Collection, cooperative_report: ReportDocument
) -> None:
    text = headings(report(found))
    assert text[:4] == ["What was played", "Results", "How the games ended", "Length"]
    assert {"Components", "Restricted play", "Enough pieces?", "Rules"} <= set(text)
    assert "Difficulty" not in text
    assert "Difficulty" in headings(cooperative_report)


def test_every_rule_has_an_example_game(found: Collection) -> None:
    """The run and the seed; the command of the run is at the start."""
    tables = [block for block in report(found).blocks if isinstance(block, ReportTable)]
    played = next(table for table in tables if table.head[-1] == "to see a game")
    assert played.rows[0][0] == "1"
    assert played.rows[0][-1] == CodeCell("grimoire play grumbles --seed SEED --bot greedy")
    rules = next(table for table in tables if table.head[:2] == ("rule", "what it says"))
    fired = next(
        table for table in tables if table.head[-2:] == ("run", "seed") and "times" in table.head
    )
    assert fired.head[:2] == rules.head
    (yank,) = [row for row in fired.rows if row[0] == "yank"]
    assert yank[-2:] == ("1", GameCell("1", 1, 1))


def test_a_command_in_the_report_plays_its_game() -> None:
    result = run(
        "play", "grumbles", "--seed", 1, "--bot", "random", "--bar", "1: shove", "--turns", 3
    )
    assert result.code == 0
    assert "Red: shove" not in result.out


def test_the_pages_are_complete(store: Path, tmp_path: Path) -> None:
    """Every page of the paper, every font embedded, every figure drawn, all words present."""
    path = tmp_path / "report.pdf"
    result = run("report", store, "-o", path, "--paper", "letter")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("Grumbles and Goofs: what 500 games show\n")
    with pikepdf.open(path) as pdf:
        for page in pdf.pages:
            box = [mm(float(side)) for side in page.mediabox]
            assert box == pytest.approx([0, 0, 215.9, 279.4], abs=0.1)
            for font in page.resources.get("/Font", {}).values():
                inner = font.get("/DescendantFonts", [font])[0]
                descriptor = inner.FontDescriptor
                assert any(key in descriptor for key in ("/FontFile2", "/FontFile3", "/FontFile"))
    text = " ".join(words_of(path.read_bytes()).split())
    assert "Red" in text
    assert "Restricted play" in text
    assert "Holm" in text


def test_the_html_is_self_contained_and_well_formed(store: Path, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    assert run("report", store, "-o", path).code == 0
    page = tree_of(path)
    text = path.read_text(encoding="utf-8")
    assert page.get("lang") == "en"
    assert not page.findall(".//script")
    assert not re.search(r'(?:src|href)="(?!#)|@import|url\((?!#)', text)
    names = [found.get("id") for found in page.iter() if found.get("id")]
    assert len(names) == len(set(names))
    pointed = re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', text)
    assert {one or other for one, other in pointed} <= set(names)
    assert len(page.findall(".//figure//svg")) == len(page.findall(".//figcaption")) > 4
    for table in page.findall(".//table"):
        assert table.findtext("caption")
        assert all(cell.get("scope") == "col" for cell in table.findall("./thead//th"))
    assert all(svg.get("aria-label") for svg in page.iter("svg"))
    assert all(row[0].get("scope") == "row" for row in page.findall(".//tbody/tr"))


def test_a_long_command_ends_inside_the_window(tmp_path: Path, browser: Any) -> None:
    """Games of The Grizzled with an option have the longest commands."""
    long = plan("grizzled", players=3, mode="rookie")
    page = tmp_path / "games.html"
    store = store_games(tmp_path / "games.sqlite", long, together, range(20))
    assert run("report", store, "-o", page).code == 0
    tab = browser.new_page(viewport={"width": 900, "height": 900})
    tab.goto(page.as_uri())
    edges = tab.eval_on_selector_all(
        "code", "all => all.map(each => each.getBoundingClientRect().right)"
    )
    tab.close()
    assert edges
    assert max(edges) <= 900


def test_no_text_can_break_either_output(tmp_path: Path, found: Collection) -> None:
    long = "x" * 90
    document = ReportDocument(
        ODD,
        [ReportText(ODD, ODD)],
        [
            ReportHeading(ODD),
            ReportText(ODD),
            Remark(ODD),
            ReportTable(
                (ODD, "b"), [(ODD, CodeCell('grimoire play --bar "a b"'))], ODD, frozenset({1})
            ),
            ReportTable(tuple("abc"), [(long, long, long)], "long words"),
        ],
    )
    pdf, html = tmp_path / "odd.pdf", tmp_path / "odd.html"
    write_report(document, [pdf, html], found.kit)
    assert ODD in " ".join(words_of(pdf.read_bytes()).split())
    assert "".join(texts_of(html)).count(ODD) == 11


def test_charts_can_be_read_without_colour(
    found: Collection, cooperative_report: ReportDocument
) -> None:
    """Significant and other bars differ in their filling; every row states its value."""
    pictures = [b for b in report(found).blocks if isinstance(b, ReportChart)]
    rows = [row for picture in pictures for row in picture.arg.get("rows", ())]
    assert {row["full"] for row in rows} == {True, False}
    assert all(row["says"] for row in rows)
    (curve,) = [
        b for b in cooperative_report.blocks if isinstance(b, ReportChart) and "series" in b.arg
    ]
    assert [len(line["points"]) for line in curve.arg["series"]] == [2, 2]


def test_the_plain_data_are_complete(store: Path) -> None:
    data = json.loads(run("report", store, "--json").out)
    (version,) = data["versions"]
    free, plus, barred = version["runs"]
    assert (free["games"], plus["games"], barred["games"]) == (200, 100, 200)
    assert free["won"][0]["name"] == "Red"
    assert free["turns"]["quartiles"][1] == 5
    assert version["rules"]["yank"]["command"].startswith("grimoire play grumbles --seed 1 ")
    assert version["components"]["goof"] == {
        "run": 1, "most": 6, "printed": 10, "seed": 3, "enough": True,
    }  # fmt: skip
    (pair,) = version["restricted"]
    assert pair["bars"] == ["shove"]
    assert pair["effects"][0]["remains"]


def test_before_and_after_are_compared(store: Path, tmp_path: Path) -> None:
    after = store_games(
        tmp_path / "after.sqlite", plan(), lambda seed: duel(seed, 0.7), range(1, 201)
    )
    out = tmp_path / "what.html"
    result = run("report", "--compare", store, after, "-o", out)
    assert result.code == 0
    assert (
        "What was edited?\n    The data are the same.\nWho wins now?\n    Red wins more"
        in result.out
    )
    assert "How long does it take now?\n    As long as before" in result.out
    assert "How many games it takes" in "".join(texts_of(out))
    data = json.loads(run("report", "--compare", store, after, "--json").out)
    (one,) = data["compared"]
    assert one["in-pairs"]
    assert one["games-for-one-point"][0]["games-of-each"] > 30_000
    assert data["alone"] == [2, 3]
    document, _ = difference(read_stores(store, after))
    assert "What was edited" in headings(document)


def test_a_shortage_is_in_the_summary(tmp_path: Path) -> None:
    path = store_games(
        tmp_path / "games.sqlite", plan(), lambda seed: duel(seed, most={"goof": 11}), range(3)
    )
    result = run("report", path)
    assert (
        result.err
        == "not enough of Goof tokens: 11 were in use at one time (seed 0), but only 10 are printed "
        "(component-shortage)\n"
    )
    assert "Not enough is printed of Goof tokens (11 of 10)." in result.out


def test_components_hoarded_under_a_ban_are_no_shortage(tmp_path: Path) -> None:
    path = store_games(tmp_path / "games.sqlite", plan(), duel, range(3))
    store_games(
        path, plan("grumbles", "shove"), lambda seed: duel(seed, most={"goof": 99}), range(3)
    )
    result = run("report", path)
    assert (result.code, result.err) == (0, "")
    assert "Enough of every component is printed" in result.out


def test_a_run_of_failed_games_is_reported_as_such(tmp_path: Path) -> None:
    path = store_games(
        tmp_path / "games.sqlite", plan(), lambda seed: GameRecord(seed, error="E: x"), range(3)
    )
    out = tmp_path / "report.pdf"
    result = run("report", path, "-o", out)
    assert (result.code, result.err) == (0, "")
    assert "No game without a bar was played to its end." in result.out
    assert "3 games could not be played to the end" in words_of(out.read_bytes())


def test_changed_data_are_reported(tmp_path: Path) -> None:
    shutil.copytree(data_root() / "grumbles", tmp_path / "grumbles")
    goofs = tmp_path / "grumbles" / "goofs.yaml"
    goofs.write_text(goofs.read_text().replace("points: 3", "points: 2", 1))
    path = store_games(tmp_path / "games.sqlite", plan(), duel, range(9))
    same = report(collect([path], BUILT_IN))
    other = report(collect([path], KitSearchPath(tmp_path)))
    warning = "have changed since these games were played"
    assert not any(isinstance(b, Remark) and warning in b.text for b in same.blocks)
    assert any(isinstance(b, Remark) and warning in b.text for b in other.blocks)


def test_a_single_run_can_be_reported(store: Path) -> None:
    data = json.loads(run("report", store, "--run", 2, "--json").out)
    assert [each["run"] for each in data["versions"][0]["runs"]] == [2]
    assert (
        run("report", store, "--run", 9).err
        == "there is no run 9; there are 1, 2, 3 (no-recorded-games)\n"
    )


def test_games_of_two_kits_are_reported_separately(campaign: Path, tmp_path: Path) -> None:
    path = store_games(tmp_path / "games.sqlite", plan(), duel, range(9))
    store_games(path, plan("grizzled"), together, range(9))
    assert "but a report is on one kit; name one: --kit grumbles" in run("report", path).err
    assert run("report", path, "--kit", "grizzled").out.startswith("The Grizzled: what 9 games")
    assert 'there are no games of "gruff"' in run("report", path, "--kit", "gruff").err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["no.sqlite"], "no.sqlite: there is no such file"),
        (["a.sqlite", "b.sqlite"], "several stores need --compare; add --compare"),
        (["--compare", "a", "b", "c"], "3 stores are named, but only two can be compared"),
        (["a.sqlite", "-o", "report.odt"], 'report.odt: a report cannot be a ".odt" file'),
        (["a.sqlite", "-o", "no/such/report.pdf"], "its folder does not exist"),
    ],
)
def test_impossible_requests_are_one_line(words: list[str], message: str) -> None:
    result = run("report", *words)
    assert result.code == 2
    assert message in result.err
    assert result.out == ""


def test_a_store_of_one_version_cannot_be_compared(campaign: Path) -> None:
    result = run("report", "--compare", campaign)
    assert result.code == 2
    assert "there is one version of the game" in result.err


def test_the_output_is_reproducible(tmp_path: Path) -> None:
    store = store_games(tmp_path / "games.sqlite", plan(), duel, range(9))
    outputs = []
    for number in range(2):
        paths = [tmp_path / f"{number}.pdf", tmp_path / f"{number}.html"]
        run("report", store, "-o", paths[0], "-o", paths[1])
        outputs.append([path.read_bytes() for path in paths])
    assert outputs[0] == outputs[1]
    assert outputs[0][0].startswith(b"%PDF-")
