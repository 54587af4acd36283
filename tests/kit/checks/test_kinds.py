"""Tests of the kinds of assertion other than `find`: faults point at the wrong value."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.kit.checks.run import run_checks
from generator.kit.dice import read_dice
from tests.kit.making import GAME, error_lines, load

BEFORE_CHECKS = GAME[: GAME.index("checks:")].replace(
    "  meadow:\n",
    "  finds:\n"
    "    file: finds.yaml\n"
    "    one: find\n"
    "    fields:\n"
    "      id: {type: id}\n"
    "      low: {type: integer}\n"
    "      high: {type: integer, optional: true}\n"
    "      rolls: {type: list, of: {type: integer}, default: []}\n"
    "      holes:\n"
    "        type: list\n"
    "        default: []\n"
    "        of: {type: record, fields: {goat: {type: text}, deep: {type: integer}}}\n"
    "  meadow:\n",
    1,
)
LINE = BEFORE_CHECKS.count("\n") + 2
FINDS = """\
- id: shell
  low: 1
  high: 3
  rolls: [2, 3]
  holes: [{goat: nan, deep: 2}, {goat: bo, deep: 5}]
- id: glass
  low: 4
  rolls: [4]
- id: rope
  low: 5
  high: 6
  holes:
    - {goat: nan, deep: 2}
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def found(folder: Path, demand: str, finds: str = FINDS) -> list[str]:
    (folder / "finds.yaml").write_text(finds, encoding="utf-8")
    kit, tables = load(folder, game=f"{BEFORE_CHECKS}checks:\n  K-it: {demand}\n")
    return [str(fault) for fault in run_checks(kit, tables).faults]


@pytest.mark.parametrize(
    "demand",
    [
        "{count: goats, expect: 2}",
        "{count: [goats, shepherds, meadow], expect: 5}",
        "{count: finds.holes.goat, where: it.deep == 2, expect: 2}",
        "{count: finds.holes, by: [goat, deep], expect: 2}",
        "{count: finds.high, expect: 2}",
        "{sum: goats.fat, times: copies, expect: 11}",
        "{sum: finds.holes.deep, from: 9}",
        "{list: finds.high, expect: [3, null, 6]}",
        "{list: finds.holes.goat, different: true, expect: [bo, nan]}",
        "{every: [goats.fat, finds.low], from: 1, to: 5}",
        "{every: finds.holes.goat, where: it.deep > 3, expect: bo}",
        "{every: meadow.homes.red, expect: d1}",
        "{none: finds.holes, where: it.deep > 5}",
        "{unique: [goats.id, shepherds.id, finds.id]}",
        "{covers: finds, by: [low, high], die: d6}",
        "{covers: finds, by: rolls, die: [2, 4]}",
        "{covers: finds, by: low, where: it.low > 3, die: [4, 5]}",
        "{refers: finds.holes.goat, into: goats, from: 1}",
        "{refers: goats.shepherd, into: shepherds}",
        "{each: finds, count: row.holes, to: 2}",
        "{each: finds, unique: row.holes.goat}",
        "{each: goats, count: finds.holes, where: it.goat == row.id, from: 1, to: 2}",
        "{all: [{each: goats, every: row.fat, to: 4}, {count: goats, expect: 2}]}",
    ],
)
def test_satisfied_checks_pass(tmp_path: Path, demand: str) -> None:
    assert found(tmp_path, demand) == []


STATED = f"; stated at game.yaml:{LINE} (K-it)"
HOLE = 'finds.yaml:13: find "rope"'


@pytest.mark.parametrize(
    ("demand", "faults"),
    [
        (
            "{says: herd, count: goats, where: it.fat > 3, expect: 2}",
            ["goats.yaml: herd: found 1, expected 2"],
        ),
        ("{count: goats, expect: 3}", ["goats.yaml: count goats: found 2, expected 3"]),
        (
            "{sum: goats.fat, times: copies, to: 9}",
            ["goats.yaml: sum goats.fat times copies: found 11, expected 9 or less"],
        ),
        (
            "{list: finds.id, where: it.high, expect: [shell]}",
            [
                "finds.yaml: list finds.id where it.high: "
                "found ['shell', 'rope'], expected ['shell']"
            ],
        ),
        (
            "{says: depth, every: finds.holes.deep, from: 3}",
            [
                'finds.yaml:5: find "shell": depth: deep: found 2, expected 3 or more',
                f"{HOLE}: depth: deep: found 2, expected 3 or more",
            ],
        ),
        (
            "{says: no nan in rope, none: finds.holes.goat, where: it.deep == 5}",
            ['finds.yaml:5: find "shell": no nan in rope: found "bo", expected none'],
        ),
        (
            "{says: ids, unique: [finds.id, finds.holes.goat]}",
            [f'{HOLE}: ids: the goat "nan" is already used by find "shell" on line 5'],
        ),
        (
            "{unique: finds.holes, by: [goat, deep]}",
            [f'{HOLE}: goat nan, deep 2 is already used by find "shell" on line 5'],
        ),
        (
            "{unique: [goats.name, meadow.homes.red, goats.name]}",
            [
                'goats.yaml:2: goat "Old Nan": the name "Old Nan" appears twice',
                'goats.yaml:6: goat "Bo": the name "Bo" appears twice',
            ],
        ),
        (
            "{covers: finds, by: [low, high], die: d8}",
            ["finds.yaml: finds: no row covers 7 to 8 (of 1 to 8)"],
        ),
        (
            "{covers: finds, by: [low, high], die: [2, 6]}",
            ['finds.yaml:2: find "shell": 1 is not one of the results 2 to 6'],
        ),
        (
            "{refers: finds.holes.goat, into: shepherds}",
            [
                'finds.yaml:5: find "shell": "nan" is not in shepherds; did you mean "ann"?',
                'finds.yaml:5: find "shell": "bo" is not in shepherds; known: ann, joe',
                f'{HOLE}: "nan" is not in shepherds; did you mean "ann"?',
            ],
        ),
        (
            "{refers: finds.holes.goat, into: goats, expect: 1}",
            [
                'goats.yaml:1: goat "Old Nan": references from finds.holes.goat: '
                'found 2, expected 1 (from find "shell", find "rope")'
            ],
        ),
        (
            "{each: finds, count: row.holes, from: 1}",
            ['finds.yaml:6: find "glass": count row.holes: found 0, expected 1 or more'],
        ),
    ],
)
def test_violations_are_reported_with_their_lines(
    tmp_path: Path, demand: str, faults: list[str]
) -> None:
    lines = found(tmp_path, demand)
    assert [line.removesuffix(STATED).removesuffix(" (K-it)") for line in lines] == faults


def test_two_rows_with_the_same_result_are_reported_with_both_lines(tmp_path: Path) -> None:
    double = FINDS.replace("low: 5", "low: 3")
    assert found(tmp_path, "{covers: finds, by: [low, high], die: d6}", double) == [
        f'finds.yaml:10: find "rope": {result} is also a result of find "{other}" '
        f"on line {line}{STATED}"
        for result, other, line in ((3, "shell", 1), (4, "glass", 6))
    ]


@pytest.mark.parametrize(
    ("demand", "fault"),
    [
        ("{count: goat, expect: 2}", 'there is no table "goat"; did you mean "goats"?'),
        ("{sum: goats.fatt, to: 2}", '"goats" has no field "fatt"; did you mean "fat"?'),
        (
            "{every: finds.holes.deeep, to: 2}",
            '"finds.holes" has no field "deeep"; did you mean "deep"?',
        ),
        ("{count: goats.fat.more, to: 2}", '"goats.fat" has the type integer, which has no fields'),
        ("{unique: row.id}", '"row" needs "each"; add "each", or start with the name of a table'),
        ("{refers: goats.shepherd, into: shepherd}", 'there is no table "shepherd"; did you mean'),
        ("{refers: goats.shepherd, into: meadow}", '"meadow" is a single record, not a table'),
        ("{count: goats, where: that.fat, to: 2}", 'uses the unknown name "that"'),
        (
            "{count: goats}",
            "must state what is expected in exactly one way; write expect, expect-expr",
        ),
        ("{unique: goats.id, expect: 2}", 'has an expected value, but "unique" takes none'),
        ("{count: goats, sum: goats.fat, to: 2}", 'has both "count" and "sum"; put them in a list'),
        (
            "{count: goats, times: copies, to: 2}",
            'has "times", which does not go with "count"; use it with sum',
        ),
        ("{covers: finds, die: d6}", "must have the possible results"),
        ("{covers: finds, by: low, die: d}", 'must be dice such as "d6" or "2d6", or "[lowest'),
        ("{refers: goats.shepherd}", 'does not say which table it refers to; add "into: TABLE"'),
        ("{says: nothing}", "has nothing to check; add find, or one of count, sum"),
        ("{count: Goats!, to: 2}", 'must be a path such as "cards" or "cards.cost"'),
        ("{unique: goats, by: colour}", 'there is no field "colour"'),
        ("{sum: goats.name, to: 2}", 'the text "Old Nan" is not a number'),
    ],
)
def test_a_meaningless_assertion_is_reported_with_its_line(
    tmp_path: Path, demand: str, fault: str
) -> None:
    (tmp_path / "finds.yaml").write_text(FINDS, encoding="utf-8")
    lines = error_lines(lambda: found(tmp_path, demand))
    assert fault in lines[0]
    assert lines[0].startswith((f"game.yaml:{LINE}: ", "goats.yaml:"))


@pytest.mark.parametrize(
    ("text", "results"), [("d6", (1, 6)), ("2d6", (2, 12)), ("3D4", (3, 12)), ("d%", (1, 100))]
)
def test_dice_notation_is_parsed(text: str, results: tuple[int, int]) -> None:
    dice = read_dice(text)
    assert dice is not None
    assert (dice.results[0], dice.results[-1]) == results
    assert read_dice(str(dice)) == dice


@pytest.mark.parametrize("text", ["", "6", "d", "d1", "0d6", "d6+1", "101d6", "d1001"])
def test_other_text_is_not_dice_notation(text: str) -> None:
    assert read_dice(text) is None
