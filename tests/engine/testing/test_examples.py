"""Tests of examples as data: those that are shipped pass, and each fault is reported with its line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.base.errors import CheckFailed, KitError
from generator.engine.game import Game
from generator.engine.rng import Rng
from generator.engine.testing.coverage import uncovered_rules
from generator.engine.testing.draws import StatedDraws, WrongDrawError
from generator.engine.testing.example_run import run_example
from generator.engine.testing.examples import Example, kit_of, read_examples
from generator.engine.testing.idle_expectations import example_faults, idle_expectations
from tests.engine.conftest import DATA
from tests.shipped import shipped_game

FILES = sorted(DATA.glob("*/examples/*.yaml"))


def examples_in(path: Path) -> list[Example]:
    """The examples of a file; none if it cannot be parsed, which has a test of its own."""
    try:
        return read_examples(path)
    except KitError:
        return []


SHIPPED = [(path, example) for path in FILES for example in examples_in(path)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_every_shipped_file_can_be_parsed(path: Path) -> None:
    assert read_examples(path)
    assert kit_of(path) == path.parent.parent.name


@pytest.mark.parametrize(("path", "example"), SHIPPED, ids=lambda value: getattr(value, "id", ""))
def test_every_shipped_example_passes(path: Path, example: Example) -> None:
    kit = path.parent.parent.name
    shown = run_example(shipped_game(kit), example)
    assert example.title
    assert example.says
    assert json.dumps(shown.as_data())


def test_no_two_examples_of_a_kit_have_the_same_id() -> None:
    names = [(path.parent, example.id) for path, example in SHIPPED]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("kit", sorted({path.parent.parent.name for path, _ in SHIPPED}))
def test_examples_cite_every_rule_and_can_fail(kit: str) -> None:
    game = shipped_game(kit)
    shown = [
        run_example(game, example) for path, example in SHIPPED if path.parent.parent.name == kit
    ]
    assert [str(fault) for fault in example_faults(game, shown)] == []
    assert [str(fault) for fault in uncovered_rules(game.rules, shown)] == []


def test_the_rulebook_has_enough_examples() -> None:
    assert len(SHIPPED) >= 25


HEAD = """\
kit: grumbles
examples:
  - id: try
    position:
      turn: 2
      red: {push: a2, swap: c1, throw: e1}
      green: {yank: d6, pull: c7, shove: e7}
"""

Run = Callable[[str], list[str]]


@pytest.fixture
def run(grumbles: Game[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The faults of an example file with this text."""
    monkeypatch.chdir(tmp_path)

    def run(text: str) -> list[str]:
        Path("try.yaml").write_text(text)
        try:
            for example in read_examples(Path("try.yaml")):
                run_example(grumbles, example)
        except KitError as error:
            return [str(fault) for fault in error.faults]
        return []

    return run


def test_an_example_without_expectations_passes(run: Run) -> None:
    assert run(HEAD) == []


def test_an_illegal_move_is_reported_with_its_line_and_rule(run: Run) -> None:
    assert run(HEAD + "    moves: [push step N,\n            push step N]\n") == [
        'try.yaml:9: example "try", move "push step N": '
        "Push has been activated this turn already (activation-order)"
    ]


def test_an_expected_absence_must_name_a_possible_thing(run: Run) -> None:
    gone = "    moves: [push step N]\n    expect:\n      position:\n        goofs: {c4: null, z9: null}\n"
    assert run(HEAD + gone) == ['try.yaml:11: example "try": there is no square "z9"']


def test_every_wrong_expectation_is_reported(run: Run) -> None:
    expect = """\
    moves: [push step N]
    expect:
      position:
        red: {push: a4}
        goofs: {c3: null}
      legal: {swap: [stay, step S]}
      illegal: {swap stay: swap, throw step S: push}
      events:
        - {event: step, grumble: push}
        - {event: capture}
      outcome: {result: red}
"""
    assert run(HEAD + expect) == [
        'try.yaml:11: example "try": position.red.push: expected "a4", but found "a3"',
        'try.yaml:12: example "try": position.goofs.c3: expected null, but found "starter"',
        'try.yaml:18: example "try": outcome: expected {"result": "red"}, but found null',
        'try.yaml:13: example "try": "swap step S" should be legal',
        'try.yaml:13: example "try": "swap step E" is legal, but not expected',
        'try.yaml:13: example "try": "swap step N" is legal, but not expected',
        'try.yaml:13: example "try": "swap step W" is legal, but not expected',
        'try.yaml:14: example "try": "swap stay" should be illegal under swap, but is legal (swap)',
        'try.yaml:14: example "try": "throw step S" should be illegal under push, '
        "but is illegal under step-into-empty (step-into-empty)",
        'try.yaml:17: example "try": this does not happen, or not in this order; '
        "what happens is step (one-step)",
    ]


def test_an_event_that_differs_is_compared_with_the_nearest_of_its_kind(run: Run) -> None:
    moves = "    moves: [push step N, swap step N]\n    expect:\n      events:\n"
    events = """\
        - {event: step, seat: 0, grumble: swap}
        - {event: step, grumble: swap}
        - {event: step, grumble: push}
"""
    assert run(HEAD + moves + events) == [
        'try.yaml:11: example "try": this does not happen; nearest to it is step (one-step), with '
        "seat: expected 0, but found 1",
        'try.yaml:13: example "try": this does not happen, or not in this order; '
        "what happens is step (one-step), step (one-step)",
    ]


def test_a_wrong_expectation_is_a_failed_check(grumbles: Game[Any], tmp_path: Path) -> None:
    path = tmp_path / "try.yaml"
    path.write_text(HEAD + "    expect: {legal: []}\n")
    with pytest.raises(CheckFailed) as caught:
        run_example(grumbles, read_examples(path)[0])
    assert caught.value.exit_code == 1


BAD_POSITIONS = {
    "red: {posh: a2, swap: c1, throw: e1}": 'no Grumble "posh"; did you mean "push"?',
    "red: {push: c1, swap: c1, throw: e1}": "swap and push are both on c1 (P-squares)",
    "red: {push: h2, swap: c1, throw: e1}": 'there is no square "h2" (P-squares)',
    "red: {push: a2, swap: c1}": ("red has 2 Grumbles on the board instead of 3 (P-grumbles)"),
    "red: [push]": '"red" must be a mapping',
    "activated: [yank]": "yank is not one of red's Grumbles",
    "activated: [push, push]": "a Grumble has been activated twice (activation-order)",
    "unused: push": "the unused Grumble cannot be push (P-grumbles)",
    "goofs: {c3: starter, c5: starter, e3: starter, e5: starter}": (
        "there are 4 starter Goofs instead of 5 (P-goofs)"
    ),
    "goofs: {c3: starter, c5: starter, d4: starter, e3: starter, e5: goof}": (
        'there is no Goof "goof"; known: doom, regular, starter, super'
    ),
    "goofs: {d1: starter, c5: starter, d4: starter, e3: starter, e5: starter}": (
        "a Goof is on the home d1 (P-home)"
    ),
    "goofs: {a4: starter, c5: starter, d4: starter, e3: starter, e5: starter}": (
        "the star c3 is empty although there is a pile (P-stars)"
    ),
    "pile: [regular, doom]": "there are 1 drawn regular Goofs instead of 3 (P-goofs)",
    "pile: doom": '"pile" must be a list of words',
    "captured: {red: [gloom]}": 'there is no Goof "gloom"; did you mean "doom"?',
    "captured: {red: [doom]}": "the game is already over in this position",
    "points: {red: 2, green: 0}": (
        "\"points\" must be {'red': 0, 'green': 0}, not {'red': 2, 'green': 0} (P-score)"
    ),
    "player: green": '"player" must be red, not green (turns-alternate)',
    "goofs: {c3: [starter]}": "there is no Goof \"['starter']\"",
    "captured: {blue: []}": 'there is no player "blue"; known: green, red',
    "captured: [doom]": '"captured" must be a mapping',
    "turn: 2001": "there is no turn 2001 (turn-cap)",
    "turn: 0": "the draft is over, so this is turn 1 or a later one",
    "tern: 3": 'a position has no "tern"; did you mean "turn"?',
    "turn: -1": '"turn" must be a whole number from 0 up, not "-1"',
}


@pytest.mark.parametrize("line", BAD_POSITIONS)
def test_an_impossible_position_is_reported_by_its_check(run: Run, line: str) -> None:
    key = line.partition(":")[0]
    lines = [*HEAD.splitlines(), f"      {line}"]
    lines = [text for text in lines[:-1] if f" {key}: " not in text] + lines[-1:]
    faults = run("\n".join(lines) + "\n")
    assert any(BAD_POSITIONS[line] in fault for fault in faults), faults
    assert all(fault.startswith("try.yaml:") for fault in faults)
    assert f"try.yaml:{len(lines)}: " in faults[0] or "already over" in faults[0]


MISWRITTEN = {
    "examples: 3\n": "1: an example file must have",
    "kit: grumbles\nexampels: 1\nexamples: []\n": '2: no field "exampels"; did you mean "examples"?',
    "kit: grumbles\nexamples: [word]\n": '2: an example must be a mapping with an "id"',
    HEAD + "  - {id: try}\n": '8: another example is called "try"',
    HEAD + "    move: [a]\n": '8: example "try": no field "move"; did you mean "moves"?',
    HEAD + "    moves: push\n": '8: example "try": "moves" must be a list of texts',
    HEAD + "    moves: [1]\n": '8: example "try": "moves" must be a list of texts',
    HEAD + "    seed: x\n": '8: example "try": "seed" must be a whole number',
    HEAD + "    rules: [pull, pish]\n": '8: example "try": no rule "pish"; did you mean "push"?',
    HEAD + "    players: 3\n": 'example "try": grumbles is for 2 players, not 3 (two-players)',
    HEAD + "    options: {board: cross}\n": 'there is no board "cross"; known: plus, saltire',
    HEAD + "    expect: {leagl: []}\n": 'there is no expectation "leagl"',
    HEAD + "    expect: {legal: stay}\n": "legal moves are a list of texts",
    HEAD + "    expect: {illegal: [a]}\n": "illegal moves are a mapping",
    HEAD + "    expect: {events: [push]}\n": "events are a list of mappings",
    HEAD + "    expect: {outcome: red}\n": '"outcome" must be a mapping',
    HEAD + "    expect: {never: step}\n": '"never" must be a list of mappings',
    HEAD + "    expect: {view: [{lacks: [doom]}]}\n": 'a view must have "seat", a number',
    HEAD + "    expect: {odds: [{event: {}, chance: 7/6, games: 9}]}\n": 'odds must have "event"',
    HEAD + "    expect: {refused: swap, legal: []}\n": 'an example with "refused" cannot '
    "expect anything else",
    HEAD + "    chance: [0]\n": '"chance" must be a list of numbers from 1 up',
    HEAD + "    data: {board: 3}\n": '"data" must have a mapping for each table',
    HEAD + "    rules: [push]\n": "no event and no refusal of this example cites it (push)",
    HEAD
    + "    moves: [push step N]\n    about: [one-step]\n": "this example cites it; put it under",
}


@pytest.mark.parametrize("text", MISWRITTEN)
def test_an_invalid_example_is_reported_with_its_line(run: Run, text: str) -> None:
    (fault,) = run(text)
    assert MISWRITTEN[text] in fault
    assert fault.startswith("try.yaml:")


MOVED = "    moves: [push step N]\n    expect: "
UNTRUE = {
    MOVED + "{legal: {swap stay: [N]}}\n": [
        '"swap stay N" should be legal',
        '"swap stay" is legal, but not expected',
    ],
    MOVED + "{legal: {swap stay: []}}\n": ['"swap stay" is legal, but not expected'],
    MOVED + "{never: [{event: capture}, {event: step, grumble: push}]}\n": [
        'this should not happen, but does: {"event": "step", "rule": "one-step", "seat": 1, '
    ],
    MOVED + "{view: [{seat: 1, holds: {pile: 5}, lacks: [doom, push]}]}\n": [
        'seat 1 can see "push"'
    ],
    MOVED + "{view: [{seat: 0, holds: {pile: 4}}, {seat: 3}]}\n": [
        "expected 4, but found 5",
        "there is no seat 3",
    ],
    MOVED + "{position: {gofs: null}}\n": ['a position has no "gofs" (did you mean "goofs"?)'],
    MOVED + "{odds: [{event: {event: step}, chance: 1/2, games: 50}]}\n": [
        "this happens in 50 of 50 games, but a chance of 1/2 would give 13 to 37"
    ],
    "    chance: [2, 1]\n" + MOVED + "{position: {turn: 2}}\n": [
        "2 draws are stated, but 0 are made"
    ],
    "    expect: {refused: P-goofs}\n": [
        "such a game should be refused under P-goofs, but is not refused (P-goofs)"
    ],
    "      tern: 3\n    expect: {refused: P-goofs}\n": [
        'refused under P-goofs, but is refused: a position has no "tern"'
    ],
    "    data: {board: {rows: 8}}\n    expect: {refused: K-home-edge}\n": [
        "such data should be refused under K-home-edge, but is refused under K-squares (K-squares)"
    ],
    "    data: {bord: {rows: 8}}\n    expect: {refused: K-squares}\n": [
        "such data should be refused under K-squares, but is refused under example-syntax"
    ],
}


@pytest.mark.parametrize("text", UNTRUE)
def test_a_failed_expectation_is_reported(run: Run, text: str) -> None:
    found = run(HEAD + text)
    assert len(found) == len(UNTRUE[text])
    for message, fault in zip(UNTRUE[text], found, strict=True):
        assert message in fault


IDLE = {
    "    moves: []\n": "this example expects nothing, so it cannot fail",
    MOVED + "{events: []}\n": "this expects nothing",
    MOVED + "{illegal: {}}\n": "this expects nothing",
    MOVED + "{legal: {swop: []}}\n": 'no move of any example begins with "swop"',
    MOVED + "{never: [{event: stepp}]}\n": "no example shows such an event",
    MOVED + "{never: [{event: step, grumbel: push}]}\n": 'such an event with "grumbel"',
    MOVED + "{view: [{seat: 2, lacks: [dooom]}]}\n": '"dooom" is nowhere in the position',
    MOVED + "{view: [{seat: 2}]}\n": "this expects nothing",
    MOVED + "{odds: [{event: {event: capture}, chance: 0, games: 20}]}\n": (
        "a chance of 1/10 would also hold"
    ),
}


@pytest.mark.parametrize("text", IDLE)
def test_an_expectation_that_cannot_fail_is_reported(
    grumbles: Game[Any], tmp_path: Path, text: str
) -> None:
    path = tmp_path / "try.yaml"
    path.write_text(HEAD + text)
    (example,) = read_examples(path)
    (fault,) = idle_expectations(grumbles, run_example(grumbles, example))
    assert IDLE[text] in fault.message
    assert fault.check == "idle-expectation"


def test_stated_cards_are_drawn_first() -> None:
    draws = StatedDraws(Rng(5), [6, [3, 1]])
    assert draws.below(6) == 5
    assert draws.shuffled("abcd") == ["c", "a", "b", "d"]
    assert draws.bits() == Rng(5).bits()
    with pytest.raises(WrongDrawError, match="7 is drawn, but there are only 6"):
        StatedDraws(Rng(5), [7]).pick(range(6))


def test_an_example_file_names_its_kit(tmp_path: Path) -> None:
    path = tmp_path / "try.yaml"
    path.write_text("examples: []\n")
    with pytest.raises(KitError, match="must name its kit"):
        kit_of(path)


def test_a_figure_gets_positions_and_captions_as_plain_data(grumbles: Game[Any]) -> None:
    (example,) = (example for _, example in SHIPPED if example.id == "capture-for-the-other")
    data: dict[str, Any] = run_example(grumbles, example).as_data()
    before, after = data["before"], data["after"]
    assert isinstance(before, dict)
    assert isinstance(after, dict)
    assert before["goofs"]["d5"] == "drawn"
    assert "d5" not in after["goofs"]
    assert after["points"] == {"red": 0, "green": 3}
    (move,) = data["moves"]
    assert move["captions"] == (
        "Red’s Throw tosses an unseen Goof over to d7.",
        "The Goof on d7 is home: Green captures it.",
        "It is turned over: the Super Goof.",
        "Green gets 3 points for it and now has 3.",
    )


def test_a_figure_gets_forbidden_moves_with_the_rule_and_the_reason(grumbles: Game[Any]) -> None:
    (example,) = (example for _, example in SHIPPED if example.id == "push-stuck")
    assert run_example(grumbles, example).as_data()["illegal"] == {
        "push step W": {
            "rule": "push-not-off-board",
            "says": "Pull would leave the board, which ends at a2",
        }
    }
