"""Tests of the examples: all of them pass, and together they cite every rule."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.testing.example_run import run_example
from generator.engine.testing.examples import Example, read_examples
from generator.games.gruff.card_text.vocabulary import DURATIONS, FLAGS, OPERATIONS, TRIGGERS
from generator.games.gruff.effects.operations import COMPILERS
from generator.games.gruff.game import GruffGame
from generator.games.gruff.state import GruffState
from tests.games.gruff.reading import DATA

EXAMPLES = [
    example
    for path in sorted((DATA / "examples").glob("*.yaml"))
    for example in read_examples(path)
]


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.id for example in EXAMPLES])
def test_an_example_passes(game: GruffGame, example: Example) -> None:
    shown = run_example(game, example)
    assert len(shown.moves) == len(example.moves)


def test_no_two_examples_have_the_same_name() -> None:
    ids = [example.id for example in EXAMPLES]
    assert sorted(set(ids)) == sorted(ids)


def test_every_rule_of_events_and_refusals_has_an_example(game: GruffGame) -> None:
    shown = {rule for example in EXAMPLES for rule in example.rules}
    assert [
        slug for slug, rule in game.rules.items() if not rule.structure and slug not in shown
    ] == []


def test_every_term_of_the_vocabulary_is_used_in_an_example(
    game: GruffGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    carried_out: set[str] = set()
    for name, compile in COMPILERS.items():

        def recording(*fields: Any, name: str = name, compile: Any = compile) -> Any:
            run = compile(*fields)

            def record(*about: Any) -> Any:
                carried_out.add(name)
                return run(*about)

            return record

        monkeypatch.setitem(COMPILERS, name, recording)
    game = GruffGame(game.records)
    for example in EXAMPLES:
        shown = run_example(game, example)
        for event in shown.events:
            carried_out |= {str(event.facts.get("trigger")), str(event.facts.get("until"))}
        for state in filter(None, (shown.before, *(played.after for played in shown.moves))):
            assert isinstance(state, GruffState)
            cards = [game.content.cards[card] for on in state.cards_on for card in on]
            clauses = [clause for card in cards for clause in card.static]
            carried_out |= {mod.what for clause in clauses for mod in clause.definition.mods}
    assert {*OPERATIONS, *TRIGGERS, *FLAGS, *DURATIONS} <= carried_out
