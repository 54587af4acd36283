"""Tests of the rule sanity check: it finds rules and pieces without effect."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.base.errors import Place
from generator.engine.events import JsonValue
from generator.engine.game import Game
from generator.engine.testing.consistency import check_consistency
from generator.engine.testing.examples import read_examples
from generator.engine.text.rule_texts import Rule
from tests.engine.faulty import Crashing, Lawless, Stuck
from tests.engine.toy import Toy, ToyGame


def messages(game: Game[Any]) -> str:
    return "\n".join(map(str, check_consistency(game, games=3)))


def test_a_consistent_game_has_no_faults(toy: ToyGame) -> None:
    assert messages(toy) == ""


def test_rules_that_no_event_cites_are_reported(toy: ToyGame) -> None:
    more = {"dance": Rule("dance", "All", "Dance."), "shout": Rule("shout", "All", "Not.", True)}
    toy.rules = {**toy.rules, **more}
    assert messages(toy) == (
        'rule "dance": no example and no game shows this rule; '
        "let a step name it under `rule`, and an example of play show it if it is rare; "
        "write `forbids: true` if it only forbids moves; "
        "if nothing can show it, say why under `structure` (unshown-rule)\n"
        'rule "shout": no example shows a move that this rule forbids (unshown-rule)'
    )


def test_a_cited_rule_that_claims_not_to_be_is_reported(toy: ToyGame) -> None:
    toy.rules = {**toy.rules, "draw": Rule("draw", "All", "Draw.", structure="It is so.")}
    assert messages(toy) == (
        'rule "draw": events cite this rule, so it cannot have "forbids" or "structure"'
    )


def test_a_rule_cited_with_options_it_does_not_state_is_reported(toy: ToyGame) -> None:
    draw = toy.rules["draw"]
    toy.rules = {**toy.rules, "draw": draw._replace(only={"players": (2,)})}
    assert messages(toy) == (
        'rule "draw": it also shows in toy players=3 rounds=2, which its "only" excludes'
    )


def test_unused_pieces_are_reported(toy: ToyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy, "printed_pieces", lambda: [*"123456789", "joker"])
    monkeypatch.setattr(toy, "promised_events", lambda: {'card "joker"': {"card": "joker"}})
    assert messages(toy) == (
        'piece "joker": 1 are printed, but 0 are played with\n'
        'card "joker": this has no effect in any game or example'
    )


def test_a_rule_under_another_name_is_reported_where_it_should_be(toy: ToyGame) -> None:
    """Once: that nothing shows the new name is a consequence."""
    draw = toy.rules["draw"]._replace(slug="drawing", place=Place("rules.yaml", 3))
    others = {slug: rule for slug, rule in toy.rules.items() if slug != "draw"}
    toy.rules = {**others, "drawing": draw}
    assert messages(toy) == (
        'rules.yaml: rule "draw": the engine cites a rule that rules.yaml does not have; '
        'did you mean "drawing"? (draw)'
    )


FAULTY: dict[type[Toy], str] = {
    Stuck: "nobody has a legal move, but the game is not over",
    Crashing: "the game breaks off: ZeroDivisionError",
    Lawless: "the engine cites a rule that rules.yaml does not have (cheating)",
}


@pytest.mark.parametrize("state", FAULTY, ids=lambda state: state.__name__.lower())
def test_failing_games_are_reported(toy: ToyGame, state: type[Toy]) -> None:
    toy.state = state
    assert FAULTY[state] in messages(toy)


class Open(Toy):
    """Every seat sees the cards that were drawn in secret."""

    def view(self, seat: int | None) -> dict[str, JsonValue]:
        return dict(self.to_data())


def test_secrets_that_everyone_sees_are_a_fault(toy: ToyGame) -> None:
    says = "some events are for one player only, but everybody sees everything"
    assert says not in messages(toy)
    toy.state = Open
    assert says in messages(toy)


def test_failing_examples_are_faults(toy: ToyGame, tmp_path: Path) -> None:
    path = tmp_path / "try.yaml"
    path.write_text("kit: toy\nexamples:\n  - {id: try, players: 1, moves: [four]}\n")
    faults = check_consistency(toy, read_examples(path), games=1)
    assert "there is no such number (commit)" in str(faults[0])


@pytest.mark.parametrize(
    ("expected", "told"),
    [
        ("legal: {goblin-xyz: []}", 'no move of any example begins with "goblin-xyz"'),
        ("never: [{event: goblin-xyz}]", "no example shows such an event"),
    ],
)
def test_an_exception_must_name_an_existing_rule(
    toy: ToyGame, tmp_path: Path, expected: str, told: str
) -> None:
    path = tmp_path / "try.yaml"
    path.write_text(f"kit: toy\nexamples:\n  - id: try\n    expect:\n      {expected}\n")
    (fault,) = check_consistency(toy, read_examples(path), games=3)
    assert told in fault.message
    assert "try.yaml:5" in str(fault)
