"""Strength of bots: the ladders saved for a kit, and what they show about the bots of a run.

A report quotes them, since the balance that it measures depends on how well the bots play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import yaml

from generator.base.errors import KitError
from generator.engine.events import JsonValue
from generator.engine.kept_ladders import KeptLadder
from generator.engine.simulation.run import Plan
from generator.lab.provenance import bots_checksum, data_fingerprint
from generator.lab.rating import Ladder, PairResult


def with_ladder(kept: Sequence[KeptLadder], ladder: Ladder, found: Sequence[PairResult]) -> str:
    """Return the file with a ladder added; it replaces one with the same players and options."""
    new: dict[str, JsonValue] = {
        **{"players": ladder.players, "options": _changed_options(ladder.game, ladder.options)},
        **{
            "together": ladder.cooperative,
            "data": data_fingerprint(ladder.game),
            "bots": bots_checksum(ladder.game),
            "meetings": [_meeting(each) for each in found],
        },
    }
    replaced = _replaced_by(ladder, kept)
    others = [
        each.model_dump(by_alias=True, exclude_none=True) for each in kept if each not in replaced
    ]
    head = (
        "# Kept by `grimoire ladder --keep`: how well bots play, for the first page of reports.\n"
    )
    rows = sorted([*others, new], key=lambda each: (each["players"], str(each["options"])))
    text = yaml.safe_dump({"ladders": rows}, sort_keys=False, allow_unicode=True)
    return f"{head}{text}"


def bots_left_out(
    kept: Sequence[KeptLadder], ladder: Ladder, found: Sequence[PairResult]
) -> list[str]:
    """The bots of the kept ladder that `with_ladder` replaces which are not in the new one."""
    now = {bot for each in found for bot in (each.pair.one, each.pair.other)}
    before = [bot for each in _replaced_by(ladder, kept) for bot in each.ranking()]
    return [bot for bot in before if bot not in now]


def _replaced_by(ladder: Ladder, kept: Sequence[KeptLadder]) -> list[KeptLadder]:
    """The kept ladders with the same players and options."""
    options = _changed_options(ladder.game, ladder.options)
    return [each for each in kept if (each.players, each.options) == (ladder.players, options)]


def strength(plan: Plan, kept: Sequence[KeptLadder], data: str) -> Iterator[str]:
    """Yield a sentence about the strength of each bot of a plan, for data with that fingerprint.

    Ladders made with other data, or with other code of the bots, do not count.
    """
    options, bots = _changed_options(plan.game, plan.options), bots_checksum(plan.game)
    ladders = [
        each
        for each in kept
        if (each.players, each.options) == (plan.players, options)
        and each.data in (None, data)
        and each.bots in (None, bots)
    ]
    for bot in dict.fromkeys(plan.bots):
        sentences = [
            meeting.about(bot, ladder.together)
            for ladder in ladders
            for meeting in ladder.meetings
            if bot in (meeting.one, meeting.other)
        ]
        if sentences:
            yield f"{'; '.join(sentences)}."
        else:
            yield f"How well {bot} plays has not been measured: {_ladder_command(plan, bot)}"


def _ladder_command(plan: Plan, bot: str) -> str:
    """The command that measures a bot under the conditions of a plan."""
    words = [f"grimoire ladder {plan.game.name}"]
    if len(plan.game.seats) > 1:
        words.append(f"--players {plan.players}")
    words += [
        f"--option {name}={value}"
        for name, value in _changed_options(plan.game, plan.options).items()
    ]
    bots = dict.fromkeys(("random", "greedy", bot))
    return " ".join([*words, f"--bots {','.join(bots)}", "--keep"])


def _meeting(found: PairResult) -> dict[str, JsonValue]:
    data = found.as_data()
    gap = found.result.difference
    if gap is None:
        message = f"no game of {found.pair} was finished"
        raise KitError(message, hint="nothing is kept", check="check-data")
    return {
        **{name: data[name] for name in ("one", "other", "seeds", "won")},
        "difference": [round(gap.low, 4), round(gap.high, 4)],
    }


def _changed_options(game: Any, options: Mapping[str, object]) -> dict[str, Any]:
    """The options that differ from their defaults."""
    defaults = game.read_options({})
    return {
        name: value for name, value in game.read_options(options).items() if value != defaults[name]
    }
