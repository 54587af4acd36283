"""Tests of comparisons: with and without a ban, before and after an edit, paired by seed."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from generator.base.locations import data_root
from generator.engine.of_kit import game_of
from generator.engine.simulation.run import GameRecord, Plan
from generator.kit.locate import BUILT_IN, KitSearchPath
from generator.lab.report.ablation import ablations, unpaired
from generator.lab.report.assemble import difference
from generator.lab.report.compare import compare
from generator.lab.report.data_diff import Edit, edits
from generator.lab.report.load import Version, collect
from generator.lab.report.phrases import points, up_to_cap
from generator.lab.report.results import RunResults
from tests.lab.report.simulated import duel, plan, read_stores, results_of, store_games
from tests.press.running import run

SEEDS = range(1, 401)


def version(*runs: RunResults, data: dict[str, Any] | None = None) -> Version:
    return Version("f", "f", "p", data or {"rules": {}}, runs)


def test_a_ban_is_compared_with_the_same_seeds_without_it() -> None:
    free = results_of([duel(seed, 0.5) for seed in SEEDS])
    weak = results_of([duel(seed, 0.35, held=2) for seed in SEEDS], plan("grumbles", "shove"), 2)
    (pair,) = ablations([free, weak])
    red = pair.effects[0]
    assert (pair.title, red.name, red.pairs.total) == (
        "\N{LEFT DOUBLE QUOTATION MARK}shove\N{RIGHT DOUBLE QUOTATION MARK}",
        "Red",
        400,
    )
    # The same draws decide both games, so red only loses games that it won without the ban.
    assert red.pairs.second == 0
    assert red.significant
    assert red.pairs.difference is not None
    assert red.pairs.difference.high < 0
    assert weak.held == 400
    assert unpaired([free, weak]) == []


def test_stopped_games_are_reported_where_lengths_are_compared() -> None:
    free = results_of([duel(seed) for seed in range(40)])
    stopped = [
        GameRecord(40 + n, "unfinished", "turn-cap", (0.5, 0.5), turns=200) for n in range(3)
    ]
    capped = results_of([*(duel(seed) for seed in range(40)), *stopped], number=2)
    assert up_to_cap(free, free) == ""
    assert up_to_cap(free, capped) == (
        "Only turns up to the cap are compared: 3 games were stopped at 200 turns."
    )


def test_a_ban_without_a_partner_is_reported() -> None:
    free = results_of([duel(seed) for seed in range(10)])
    others = results_of([duel(seed) for seed in range(20, 30)], plan("grumbles", "shove"), 2)
    plus = results_of([duel(1)], plan("grumbles", "shove", board="plus"), 3)
    assert ablations([free, others, plus]) == []
    assert [run.number for run in unpaired([free, others, plus])] == [2, 3]


def test_only_an_edit_with_an_effect_is_significant() -> None:
    before = version(results_of([duel(seed, 0.5) for seed in SEEDS]))
    same = version(results_of([duel(seed, 0.5) for seed in SEEDS]))
    other = version(results_of([duel(seed, 0.62) for seed in SEEDS]))
    (comparison,) = compare(before, same).compared
    assert [shift.difference.value for shift in comparison.results] == [0, 0]
    assert not any(shift.significant for shift in comparison.results)
    (comparison,) = compare(before, other).compared
    assert comparison.in_pairs
    assert all(shift.significant for shift in comparison.results)
    assert comparison.turns is not None
    assert comparison.turns.value == 0


def test_other_seeds_are_compared_as_two_samples() -> None:
    before = version(results_of([duel(seed) for seed in SEEDS]))
    after = version(results_of([duel(seed, 0.7) for seed in range(1000, 1400)]))
    (comparison,) = compare(before, after).compared
    red = comparison.results[0]
    assert not comparison.in_pairs
    assert red.pairs is None
    assert red.significant
    assert comparison.sample_sizes[0].pairs is None
    assert comparison.sample_sizes[0].unpaired_games > 35_000


def test_runs_of_other_plans_have_no_partner() -> None:
    before = version(results_of([duel(1)]))
    after = version(results_of([duel(1)], plan(board="plus"), 2))
    found = compare(before, after)
    assert found.compared == []
    assert [run.number for run in found.unmatched] == [1, 2]


def test_components_are_compared_by_their_effects() -> None:
    def record(seed: int, lucky: bool) -> GameRecord:
        played = duel(seed)
        holder = played.winners[0] if lucky and seed % 10 else 1 - played.winners[0]
        parts = {"in the team": {"Yank": (holder,), "Pull": (seed % 2,)}}
        return duel(seed, parts=parts, used=() if lucky else ('Grumble "Yank"',))

    before = version(results_of([record(seed, True) for seed in SEEDS]))
    after = version(results_of([record(seed, False) for seed in SEEDS]))
    (comparison,) = compare(before, after).compared
    changed = {change.name: change for change in comparison.parts}
    assert changed["Yank, in the team"].significant
    assert changed["Yank, in the team"].difference.value < -1
    assert not changed["Pull, in the team"].significant
    assert comparison.used[0].name == 'Grumble "Yank"'
    assert comparison.used[0].difference.value == 1


def test_the_surest_change_comes_first_even_if_none_is_significant() -> None:
    """The axe is worth less in all games; a rare thing loses more, in two of them."""

    def record(seed: int, lucky: bool) -> GameRecord:
        played = duel(seed)
        (winner,) = played.winners
        axe = winner if seed % 20 < (12 if lucky else 9) else 1 - winner
        rare = {"rare": (winner if lucky and seed == 3 else 1 - winner,)} if seed in (3, 4) else {}
        others = {f"thing {n}": ((seed * (n + 3)) // 7 % 2,) for n in range(30)}
        return duel(seed, parts={"in the team": {"axe": (axe,)} | rare | others})

    before, after = (
        version(results_of([record(seed, lucky) for seed in range(1, 81)]))
        for lucky in (True, False)
    )
    (comparison,) = compare(before, after).compared
    first = comparison.parts[0]
    assert first.name == "axe, in the team"
    assert first.p == 1
    rare = next(each for each in comparison.parts if each.name == "rare, in the team")
    assert abs(rare.difference.value) > abs(first.difference.value)


def shorter(less: int, seed: int) -> GameRecord:
    return duel(seed, turns=9 + seed % 3 - less * (1 + seed % 2))


def test_a_shorter_game_is_told_in_words(tmp_path: Path) -> None:
    stores = [
        store_games(tmp_path / f"{less}.sqlite", plan(), partial(shorter, less), range(40))
        for less in (0, 1)
    ]
    assert "    A game takes 1.5 turns less on average (" in run("report", "--compare", *stores).out


def test_a_difference_that_rounds_to_nothing_has_no_minus() -> None:
    assert (points(-0.0002), points(0.0), points(-0.002)) == ("+0.0", "+0.0", "\N{MINUS SIGN}0.2")


def test_edits_name_the_record_and_both_values() -> None:
    before = {
        "tables": {"goofs": [{"id": "doom", "points": -1}, {"id": "super", "points": 3}]},
        "rules": {"pull": {"text": "Pull."}, "old": {"text": "Old."}},
    }
    after = {
        "tables": {"goofs": [{"id": "super", "points": 2}, {"id": "doom", "points": -1}]},
        "rules": {"pull": {"text": "Pull!"}, "new": {"text": "New."}},
    }
    found = edits(before, after)
    assert found == [
        Edit("goofs, super: points", "changed", "3", "2", "super"),
        Edit("rules, pull: text", "changed", "Pull.", "Pull!"),
        Edit("rules: old", "removed", "text: Old.", ""),
        Edit("rules: new", "added", "", "text: New."),
    ]
    assert [edit.says for edit in found[::2]] == [
        "goofs, super: points (3 before, 2 now)",
        "rules: old removed",
    ]
    assert edits(before, before) == []


def test_an_edit_inside_a_list_names_its_place_and_a_new_row_its_plain_values() -> None:
    clauses = [{"do": [{"op": "damage", "n": 9}, {"op": "damage", "n": 3}], "if": None}]
    before = {"tables": {"cards": [{"id": "crush", "clauses": clauses}]}}
    nerfed = [{"do": [{"op": "damage", "n": 5}, {"op": "damage", "n": 3}], "if": None}]
    new = {"id": "poke", "cost": 1, "clauses": clauses, "name": "Poke", "kinds": ["goat", "cow"]}
    after = {"tables": {"cards": [{"id": "crush", "clauses": nerfed}, new]}}
    assert edits(before, after) == [
        Edit("cards, crush, clauses, 1, do, 1: n", "changed", "9", "5", "crush"),
        Edit("cards: poke", "added", "", "cost: 1; name: Poke", "poke"),
    ]


def test_the_comparison_names_the_edited_component(tmp_path: Path) -> None:
    """Nothing moves the seats, so the reader is told how to ask about what was edited."""
    shutil.copytree(data_root() / "gruff", tmp_path / "gruff")
    gruffs = tmp_path / "gruff" / "gruffs.yaml"
    text = gruffs.read_text()
    gruffs.write_text(text.replace("  fat: 2\n", "  fat: 1\n", 1))
    roots = KitSearchPath(tmp_path)
    stores = [tmp_path / "before.sqlite", tmp_path / "after.sqlite"]
    for path, kit in zip(stores, (BUILT_IN.find("gruff"), roots.find("gruff")), strict=True):
        store_games(path, Plan(game_of(kit), ("greedy",), 2, {}), duel, range(20))
    document, comparison = difference(collect(stores, roots))
    (edit,) = edits(comparison.before.data, comparison.after.data)
    assert edit.where == f"gruffs, {edit.row}: fat"
    (seats,) = [
        each.text for each in document.summary if each.text.startswith("This compares seats")
    ]
    assert seats.endswith(f' Ask what goes with it: --of "drafted: {edit.row}".')


def test_games_of_two_versions_of_the_data_are_separated(tmp_path: Path) -> None:
    path = store_games(tmp_path / "games.sqlite", plan(), duel, range(5))
    import sqlite3

    with sqlite3.connect(path) as file:
        file.execute("INSERT INTO data SELECT 'other', content FROM data")
        file.execute(
            "INSERT INTO runs SELECT 2, kit, version, 'other', program, plan FROM runs WHERE id = 1"
        )
        file.execute(
            "INSERT INTO games SELECT 2, seed, result, rule, turns, decisions, winners, record"
            " FROM games"
        )
    assert [each.fingerprint == "other" for each in read_stores(path).versions] == [False, True]


def test_the_same_games_give_the_same_results(tmp_path: Path) -> None:
    path = store_games(tmp_path / "games.sqlite", plan(), duel, range(30))
    (version,) = read_stores(path).versions
    (run,) = version.runs
    direct = results_of([duel(seed) for seed in range(30)])
    assert run.won == direct.won
    assert run.fired == direct.fired
    assert run.length == direct.length
    assert version.games == pytest.approx(30)
