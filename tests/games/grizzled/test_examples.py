"""Tests of the examples: all of them pass, and together they cite every rule."""

from __future__ import annotations

import pytest

from generator.engine.testing.example_run import run_example
from generator.engine.testing.examples import Example, read_examples
from generator.games.grizzled.game import Grizzled
from tests.games.grizzled.conftest import DATA

EXAMPLES = [
    example
    for path in sorted((DATA / "examples").glob("*.yaml"))
    for example in read_examples(path)
]


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.id for example in EXAMPLES])
def test_an_example_passes(game: Grizzled, example: Example) -> None:
    shown = run_example(game, example)
    assert len(shown.moves) == len(example.moves)


def test_no_two_examples_have_the_same_name() -> None:
    ids = [example.id for example in EXAMPLES]
    assert sorted(set(ids)) == sorted(ids)


def test_every_rule_of_events_and_refusals_has_an_example(game: Grizzled) -> None:
    shown = {rule for example in EXAMPLES for rule in example.rules}
    assert [
        slug for slug, rule in game.rules.items() if not rule.structure and slug not in shown
    ] == []
