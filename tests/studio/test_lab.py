"""Tests of the lab: games played into a store, stopped and resumed, with example games."""

from __future__ import annotations

import html
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.engine.of_kit import game_of
from generator.kit.locate import KitSearchPath
from generator.lab.store import Store
from generator.studio.edit.journal import Journal
from generator.studio.lab import experiment as lab
from generator.studio.lab import gaps, pairs
from generator.studio.lab.versions import CellValue, KitVersion, lay_out, past
from generator.studio.play.match import PERSON, Match
from tests.lab.fuzz.broken import Stuck, WalkGame
from tests.readme_steps import ROOT

PATH = KitSearchPath(ROOT / "data", ROOT / "templates")
KITS = KitSearchPath(ROOT / "tests/kits/data", ROOT / "tests/kits/templates")


def small_experiment(games: int) -> lab.Experiment:
    return lab.Experiment(PATH, "grizzled", ("random",), 3, {}, games)


def test_estimates_narrow_as_games_are_added(tmp_path: Path) -> None:
    store = tmp_path / "games.sqlite"
    assert lab.findings(small_experiment(8), store) is None
    texts: list[tuple[int, int]] = []
    widths = []
    for games in (8, 24):
        lab.play(lambda step, done, of: texts.append((done, of)), small_experiment(games), store)
        found = lab.findings(small_experiment(games), store)
        assert found
        assert found.games == games
        assert sum(each.games for each in found.endings) == games
        assert sum(each.number for each in found.lengths) == games
        (won,) = found.wins
        assert won.title == "The players win"
        assert won.low <= won.share < won.high
        widths.append(won.high - won.low)
    assert widths[1] < widths[0]
    assert (8, 24) in texts  # stored games are not played again
    assert texts[-1] == (24, 24)
    with Store.open(store) as kept:
        (run,) = kept.runs()
        assert kept.count(run) == 24


def test_two_cores_play_the_same_games_as_one(tmp_path: Path) -> None:
    """And every number of theirs has an example game."""
    stores = [tmp_path / f"{cores}.sqlite" for cores in (1, 2)]
    for cores, store in enumerate(stores, 1):
        lab.play(lambda *progress: None, replace(small_experiment(12), cores=cores), store)
    one, two = (lab.findings(small_experiment(12), store) for store in stores)
    assert one
    assert one == two
    games = range(1, 13)
    assert all(each.seed in games for each in one.endings)
    assert all(each.seed in games for each in one.rules)
    assert all((each.seed in games) == (each.number > 0) for each in one.lengths)
    assert {(each.title, each.rule) for each in one.endings} <= {
        ("Defeat", "defeat-monument"),
        ("Defeat", "defeat-four-knocks"),
    }
    assert one.fair is None  # they win together
    dealt = next(each for each in one.rules if each.title == "deal-one-by-one")
    assert dealt.number > 12


def test_a_gap_in_the_rules_becomes_a_question_with_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = WalkGame.new(Stuck)
    monkeypatch.setattr(gaps, "game_of", lambda folders: game)
    monkeypatch.setattr(gaps, "GAMES", 8)
    file = tmp_path / "found.yaml"
    assert gaps.questions(PATH, "grizzled", file) == []
    told: list[str] = []
    for _ in range(2):
        gaps.search(lambda step, done, of: told.append(step), PATH, "grizzled", file, 1)
    assert {*told} == {"games", "shortening games"}
    (questions,) = gaps.questions(PATH, "grizzled", file)
    assert questions.says.endswith("?")
    match = Match.of(game, questions.of(game), [PERSON])
    assert match.last == len(questions.game.moves)
    monkeypatch.setattr(gaps, "game_of", lambda folders: WalkGame.new())
    gaps.search(lambda *progress: None, PATH, "grizzled", file, 1)
    assert gaps.questions(PATH, "grizzled", file) == []


def test_a_number_has_an_example_game(tmp_path: Path) -> None:
    store = tmp_path / "games.sqlite"
    lab.play(lambda *progress: None, small_experiment(6), store)
    found = lab.findings(small_experiment(6), store)
    assert found
    game = game_of(PATH.find("grizzled"))
    longest = found.lengths[-1]
    assert longest.seed is not None
    match = Match.of(
        game, lab.recorded(game, small_experiment(6), longest.seed), small_experiment(6).bots
    )
    assert match.state.outcome
    assert str(match.state.turn) == longest.title
    assert match.position(match.last) is match.state
    assert match.position(0).turn == 0


def test_a_report_is_a_page_that_runs_nothing(tmp_path: Path) -> None:
    store = tmp_path / "games.sqlite"
    lab.play(lambda *progress: None, small_experiment(6), store)
    page = lab.report_page(store, PATH, "grizzled", compare=False).decode()
    assert "what 6 games show" in page
    assert "<script" not in page
    # Its numbers link to their games.
    run, seed = re.findall(
        r'href="/kit/grizzled/lab\?run=(\d+)&amp;seed=(\d+)" target="_top"', page
    )[0]
    again = lab.experiment_of(store, PATH, "grizzled", int(run))
    assert (again.bots, again.players) == (small_experiment(6).bots, small_experiment(6).players)
    game = game_of(PATH.find("grizzled"))
    assert lab.recorded(game, again, int(seed)) == lab.recorded(
        game, small_experiment(6), int(seed)
    )
    with pytest.raises(KitError, match="have changed since"):
        lab.experiment_of(store, PATH, "grizzled", 99)
    with pytest.raises(KitError):
        lab.report_page(store, PATH, "grizzled", compare=True)


def test_unplayable_experiments_are_refused_with_the_reason() -> None:
    with pytest.raises(KitError, match="there is no bot"):
        lab.Experiment(PATH, "grizzled", ("clever",), 3, {}, 5).plan()


def kit_copy(folder: Path) -> KitSearchPath:
    """A small user's kit to edit."""
    shutil.copytree(ROOT / "tests/kits/data/tidewrack", folder / "data/tidewrack")
    return replace(KITS, data=folder / "data")


def combed(path: KitSearchPath, games: int) -> lab.Experiment:
    return lab.Experiment(path, "tidewrack", ("random",), 2, {}, games)


def test_two_versions_are_compared_by_games_with_the_same_seeds(tmp_path: Path) -> None:
    """Every game that is listed with another ending has it when both versions are replayed."""
    request, store = combed(kit_copy(tmp_path), 30), tmp_path / "games.sqlite"
    edited = KitVersion(
        cells=(
            CellValue("finds", "figurehead", "worth", "0"),
            CellValue("weather", "storm", "tide", "1"),
        )
    )
    root = tmp_path / "versions"
    pair = pairs.VersionPair.below(root, request)
    assert pairs.compared(pair, store, whole=True) is None
    told: list[tuple[int, int]] = []

    def report(step: str, done: int, of: int) -> None:
        told.append((done, of))

    pairs.play(report, request, (KitVersion(), edited), root, store)
    assert told[-1] == (60, 60)
    found = pairs.compared(pair, store, whole=True)
    assert found
    assert found.games == 30
    assert found.lines[0].count("%") == 2
    assert "finds, figurehead: worth" in html.unescape(found.page.decode())
    assert 0 < len(found.otherwise) == found.differ < 30
    for each in (found.otherwise[0], found.otherwise[-1]):
        for experiment, message in ((pair.before, each.before), (pair.after, each.after)):
            game = game_of(experiment.path.find("tidewrack"))
            match = Match.of(game, lab.recorded(game, experiment, each.seed), ["random"])
            assert match.state.outcome
            assert message.endswith(f" after {match.state.turn} turns")
    # The same games are compared though one version has more of them.
    lab.play(lambda *progress: None, replace(pair.after, games=40), store)
    again = pairs.compared(pair, store, whole=False)
    assert again
    assert again[:4] == found[:4]


def test_a_stopped_comparison_counts_only_complete_pairs(tmp_path: Path) -> None:
    request, store = combed(kit_copy(tmp_path), 20), tmp_path / "games.sqlite"
    edited = KitVersion(cells=(CellValue("finds", "oar", "worth", "7"),))
    root = tmp_path / "versions"

    def stop(step: str, done: int, of: int) -> None:
        if done == 14:  # in the middle of a batch
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        pairs.play(stop, request, (KitVersion(), edited), root, store)
    found = pairs.compared(pairs.VersionPair.below(root, request), store, whole=True)
    assert found
    assert found.games == 6


def test_a_version_before_an_edit_has_the_old_files(tmp_path: Path) -> None:
    path = kit_copy(tmp_path)
    data = tmp_path / "data/tidewrack"
    journal = Journal(tmp_path / "journal.jsonl")
    table, was = data / "finds.csv", (data / "finds.csv").read_bytes()
    once, twice = was.replace(b"Whelk", b"Whelks"), was.replace(b"Whelk", b"Limpet")
    journal.write("first", {table: (was, once)})
    journal.write("of another folder", {tmp_path / "templates.xml": (None, b"<card/>")})
    journal.write("second", {table: (once, twice)})
    versions = past(journal.done, data)
    assert [each.title for each in versions] == ["before “second”", "before “first”"]
    for version, content in zip(versions, (once, was), strict=True):
        there = lay_out(version, path, "tidewrack", tmp_path / "there")
        assert (there.find("tidewrack").data / "finds.csv").read_bytes() == content
    assert table.read_bytes() == twice
    table.write_bytes(twice.replace(b"Limpet", b"Mussel"))
    with pytest.raises(KitError, match="cannot be undone"):
        lay_out(versions[0], path, "tidewrack", tmp_path / "there")


def test_an_edit_of_several_files_is_undone_whole_in_a_version(tmp_path: Path) -> None:
    path, data = kit_copy(tmp_path), tmp_path / "data/tidewrack"
    journal = Journal(tmp_path / "journal.jsonl")
    card, table, notes = tmp_path / "card.xml", data / "finds.csv", data / "notes.yaml"
    was = table.read_bytes()
    journal.write("a new file", {notes: (None, b"of: sand")})
    changed = was.replace(b"Whelk", b"Limpet")
    both = {table: (was, changed), notes: (b"of: sand", b"of: shale")}
    journal.write("replace", {card: (None, b"<card/>"), **both})
    versions = past(journal.done, data)
    assert [each.title for each in versions] == ["before “replace”", "before “a new file”"]
    copies = [tmp_path / name / "tidewrack" for name in ("one", "other")]
    for version, copy in zip(versions, copies, strict=True):
        lay_out(version, path, "tidewrack", copy.parent)
        assert (copy / "finds.csv").read_bytes() == was
    assert (copies[0] / "notes.yaml").read_bytes() == b"of: sand"
    assert not (copies[1] / "notes.yaml").exists()


def test_incomparable_versions_are_refused_with_the_reason(tmp_path: Path) -> None:
    request, root = combed(kit_copy(tmp_path), 2), tmp_path / "versions"
    store = tmp_path / "games.sqlite"

    def play(other: KitVersion) -> None:
        pairs.play(lambda *progress: None, request, (KitVersion(), other), root, store)

    with pytest.raises(KitError, match="both versions are the same game"):
        play(KitVersion())
    for cell, message in (
        (CellValue("find", "oar", "worth", "7"), 'no table "find"'),
        (CellValue("finds", "ore", "worth", "7"), 'no row "ore"'),
        (CellValue("finds", "oar", "word", "7"), 'no field "word"'),
    ):
        with pytest.raises(KitError, match=message):
            play(KitVersion(cells=(cell,)))


def test_games_are_shared_out_only_with_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "find_spec", lambda name: None)
    assert not lab.has_dask()
    monkeypatch.setattr(lab, "find_spec", lambda name: name == "distributed" or None)
    assert lab.has_dask()
