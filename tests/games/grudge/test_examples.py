"""Tests of the examples: all of them pass, and together they cite every rule that can be shown."""

from __future__ import annotations

from collections import Counter

import pytest

from generator.engine.testing.example_run import run_example
from generator.engine.testing.examples import Example, read_examples
from generator.games.grudge.game import Grudge
from tests.games.grudge.conftest import EXAMPLES

FILES = sorted(EXAMPLES.glob("*.yaml"))
ALL = [example for path in FILES for example in read_examples(path)]


@pytest.mark.parametrize("example", ALL, ids=[example.id for example in ALL])
def test_an_example_passes(game: Grudge, example: Example) -> None:
    shown = run_example(game, example)
    assert shown.after is None or shown.after.faults() == []
    assert all(caption for played in shown.moves for caption in played.captions)


def test_no_two_examples_have_the_same_id() -> None:
    assert Counter(example.id for example in ALL).most_common(1)[0][1] == 1


def test_every_rule_of_events_and_refusals_is_cited_by_an_example(game: Grudge) -> None:
    named = {rule for example in ALL for rule in example.rules} | {game.seats_rule}
    assert [
        slug for slug, rule in game.rules.items() if not rule.structure and slug not in named
    ] == []


def test_examples_cite_every_rule_that_can_be_shown(game: Grudge) -> None:
    happened, refused = set(), set()
    for example in ALL:
        shown = run_example(game, example)
        happened |= {event.rule for event in shown.events}
        refused |= {fault.check for fault in shown.refused.values()}
        refused |= {example.expect.get("refused", "")} - {""}
    missing = [slug for slug, rule in game.rules.items() if rule.happens and slug not in happened]
    assert missing == []
    forbidden = {slug for slug, rule in game.rules.items() if rule.forbids}
    assert forbidden - refused == set()
