"""Tests of the stack of pending steps: the first step written is on top."""

from __future__ import annotations

import json

import pytest

from generator.engine.pending import Step, then
from tests.engine.stack_data import from_data, to_data

FIGHT = then((), Step("attack", 0, ("goblin", 3)), Step("burn"), Step("reply", 1))


def test_the_first_step_written_is_on_top() -> None:
    assert FIGHT[-1] == Step("attack", 0, ("goblin", 3))


def test_new_steps_go_on_top_of_pending_ones() -> None:
    names = [step.name for step in reversed(then(FIGHT, Step("react", 1), Step("close")))]
    assert names == ["react", "close", "attack", "burn", "reply"]


def test_a_stack_survives_saving_and_loading() -> None:
    assert from_data(json.loads(json.dumps(to_data(FIGHT)))) == FIGHT


@pytest.mark.parametrize("row", [[3, 0], ["attack", "red"], ["attack", 0, None]])
def test_an_invalid_step_is_refused(row: list[str | int | None]) -> None:
    with pytest.raises(ValueError, match="is not a step"):
        from_data([row])
