"""Tests of the ladder check: the ladders in a kit, each fault with its line."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from generator.base.errors import CheckFailed, KitError
from generator.base.locations import data_root
from generator.engine.kept_ladders import LADDER, exact_bots, ladder_faults, levels_of_play
from generator.kit.locate import KitSearchPath
from generator.pipeline.check import check
from tests.shipped import shipped_game

KITS = Path(__file__).parents[1] / "kits"
KEPT = """\
ladders:
- players: 2
  options: {}
  together: false
  meetings:
  - {one: greedy, other: random, seeds: 20, won: [0.95, 0.05], difference: [0.8, 1.0]}
"""


def errors(folder: Path, text: str) -> list[str]:
    """The faults of a ladder of Grumbles, each with its line."""
    (folder / LADDER).write_text(text, encoding="utf-8")
    faults = ladder_faults(shipped_game("grumbles"), folder)
    return [f"{fault.place.line if fault.place else None}: {fault.message}" for fault in faults]


def test_a_kit_needs_no_ladder(tmp_path: Path) -> None:
    assert [*ladder_faults(shipped_game("grumbles"), tmp_path)] == []


@pytest.mark.parametrize(
    ("right", "wrong", "fault"),
    [
        ("players: 2", "players: 7", "2: 7 cannot play this game"),
        ("players: 2", 'players: "2"', "2: ladders item 1.players must be a whole number"),
        ("together: false", "together: false\n  until: 3", '5: unknown field "until"'),
        ("options: {}", "options: {bord: plus}", '3: no option "bord"'),
        ("options: {}", "options: {board: round}", '3: there is no board "round"'),
        ("one: greedy", "one: greey", '6: there is no bot "greey"'),
        ("other: random", "other: search:0", '6: the budget of "search:0" must be'),
        ("other: random", "other: greedy", "6: a bot cannot play against itself"),
        ("[0.8, 1.0]", "[1.0, 0.8]", '6: "difference" must be a lowest and a highest number'),
        ("0.95, 0.05", "95, 5", '6: "won" must be two shares, from 0 to 1'),
        (
            "seeds: 20",
            "seeds: many",
            "6: ladders item 1.meetings item 1.seeds must be a whole number",
        ),
    ],
)
def test_a_wrong_ladder_is_reported_with_its_line(
    tmp_path: Path, right: str, wrong: str, fault: str
) -> None:
    assert errors(tmp_path, KEPT) == []
    (found,) = errors(tmp_path, KEPT.replace(right, wrong))
    assert found.startswith(fault)


def test_two_ladders_of_one_kind_are_reported(tmp_path: Path) -> None:
    twice = KEPT + KEPT.removeprefix("ladders:\n")
    assert errors(tmp_path, twice) == ["7: another ladder has these players and options"]


def test_check_reads_the_ladder(tmp_path: Path) -> None:
    data = tmp_path / "tidewrack"
    shutil.copytree(KITS / "data" / "tidewrack", data)
    (data / LADDER).write_text(KEPT.replace("greedy", "gredy"), encoding="utf-8")
    with pytest.raises(CheckFailed, match=r'ladder.yaml:6: there is no bot "gredy"'):
        check("tidewrack", KitSearchPath(data, KITS / "templates"))


@pytest.mark.parametrize("name", [path.parent.name for path in data_root().glob(f"*/{LADDER}")])
def test_the_ladders_of_the_five_kits_have_no_faults(name: str) -> None:
    assert [*ladder_faults(shipped_game(name), data_root() / name)] == []


def ladder(players: int, *won: tuple[str, str, float], **changed: str) -> str:
    """A ladder with these meetings: two bots, and the share that the first won."""
    kept = {"options": "{}", "together": "false", **changed}
    return f"- players: {players}\n" + "".join(
        [
            *(f"  {key}: {value}\n" for key, value in kept.items()),
            "  meetings:\n",
            *(
                f"  - {{one: {one}, other: {other}, seeds: 20, won: [{share}, {round(1 - share, 2)}],"
                " difference: [-1, 1]}\n"
                for one, other, share in won
            ),
        ]
    )


@pytest.mark.parametrize(
    ("ladders", "levels"),
    [
        ((), ()),
        ((ladder(2, ("greedy", "random", 0.9)),), ("random", "greedy", "greedy")),
        (
            (
                ladder(
                    2, ("mcts", "random", 0.7), ("greedy", "mcts", 0.6), ("random", "greedy", 0.3)
                ),
                ladder(3, ("random", "greedy", 0.9)),
            ),
            ("random", "mcts", "greedy"),
        ),
        (
            (
                ladder(2, ("random", "greedy", 0.9), options="{board: plus}"),
                ladder(2, ("greedy", "random", 0.9)),
            ),
            ("random", "greedy", "greedy"),
        ),
        ((ladder(2, ("greedy", "random", 0.9), together="true"),), ()),
    ],
    ids=["none", "two", "three", "options", "together"],
)
def test_levels_of_play_follow_the_ladder_between_rivals(
    tmp_path: Path, ladders: tuple[str, ...], levels: tuple[str, ...]
) -> None:
    if ladders:
        (tmp_path / LADDER).write_text(f"ladders:\n{''.join(ladders)}", encoding="utf-8")
    assert tuple(levels_of_play(tmp_path).values()) == levels


def test_a_level_stands_for_a_bot_of_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = shipped_game("grumbles")
    (tmp_path / LADDER).write_text(KEPT, encoding="utf-8")
    assert exact_bots(["hard", "mcts:7", "easy"], game, tmp_path) == ["greedy", "mcts:7", "random"]
    monkeypatch.setattr(type(game), "bots", {"easy": print})
    assert exact_bots(["hard", "easy"], game, tmp_path) == ["greedy", "easy"]
    (tmp_path / LADDER).unlink()
    with pytest.raises(
        KitError, match="no ladder that says which bot is hard; name a bot, such as"
    ):
        exact_bots(["hard", "easy"], game, tmp_path)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("hrd", 'did you mean "hard"'),
        ("gredy:3", 'did you mean "greedy"'),
        ("x", "known: easy, greedy, hard, mcts, medium, random, search"),
    ],
)
def test_an_unknown_bot_is_answered_with_the_levels_too(
    name: str, hint: str, tmp_path: Path
) -> None:
    game = shipped_game("grumbles")
    with pytest.raises(KitError, match=f'there is no bot "{name.partition(":")[0]}"; {hint}'):
        exact_bots(["greedy", name], game, tmp_path)


@pytest.mark.parametrize("kit", ["grumbles", "gruff", "ggt"])
def test_the_games_of_rivals_have_three_levels(kit: str) -> None:
    assert tuple(levels_of_play(data_root() / kit).values()) == ("random", "greedy", "search:100")


def test_a_level_takes_no_budget(tmp_path: Path) -> None:
    with pytest.raises(KitError, match='the bot "easy" takes no budget; write "easy" alone'):
        exact_bots(["easy:3"], shipped_game("grumbles"), tmp_path)
