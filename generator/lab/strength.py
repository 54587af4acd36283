"""Strength of players: kept ladders of a kit's bots, and what they say about those of a run.

`grimoire ladder KIT --keep` puts what it measures into `ladder.yaml` of the kit's folder, one ladder for
each number of players and each choice of options.  A report reads it, since a balance is only that of the
players who were watched.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import Field

from generator.base.errors import KitError
from generator.base.load_document import load_form
from generator.base.schema import ClosedModel, Number, Words
from generator.engine.events import JsonValue
from generator.engine.simulation.run import Plan
from generator.lab.provenance import bots_mark, data_mark
from generator.lab.rating import Ladder, PairResult

LADDER = "ladder.yaml"
"""The file in a kit's data folder with the ladders of its bots."""

Count = Annotated[int, Field(ge=1)]
Interval = Annotated[list[Number], Field(min_length=2, max_length=2)]


class Meeting(ClosedModel):
    """Two bots that were compared."""

    one: Words
    other: Words
    seeds: Count
    """How many seeds were played by both."""
    won: Interval
    """What share of its games either won."""
    difference: Interval
    """The 95 % interval of the difference."""

    def about(self, bot: str, together: bool) -> str:
        """The meeting in words, from the side of one of the two."""
        own, others = self.won if bot == self.one else self.won[::-1]
        low, high = self.difference
        low, high = (low, high) if bot == self.one else (-high, -low)
        rival = self.other if bot == self.one else self.one
        shares = f"{_percent(own)} of its games, {rival} {_percent(others)}"
        how = "of theirs" if together else "of them"
        return (
            f"{bot} won {shares} {how} ({self.seeds} seeds; 95 % interval of the difference: "
            f"{100 * low:+.0f} to {100 * high:+.0f} points)"
        )


class KeptLadder(ClosedModel):
    """The ladder for one number of players and one choice of options."""

    players: Count
    options: dict[str, str | int | bool]
    """Those that differ from what is usual."""
    together: bool
    """Whether all play together."""
    data: Words | None = None
    """The fingerprint of the data it was played by; older files have none."""
    bots: Words | None = None
    """The checksum of the code by which the bots decided; older files have none."""
    meetings: Annotated[list[Meeting], Field(min_length=1)]


class Ladders(ClosedModel):
    """All ladders that are kept of a kit."""

    ladders: Annotated[list[KeptLadder], Field(min_length=1)]


def load_ladders(folder: Path) -> Sequence[KeptLadder]:
    """The ladders in a kit's data folder.  Raises KitError with every fault."""
    return load_form([folder], LADDER, Ladders).ladders if (folder / LADDER).exists() else ()


def with_ladder(kept: Sequence[KeptLadder], ladder: Ladder, found: Sequence[PairResult]) -> str:
    """The file with one more ladder; one of as many players, with its options, is replaced."""
    new: dict[str, JsonValue] = {
        **{"players": ladder.players, "options": _unusual(ladder.game, ladder.options)},
        **{
            "together": ladder.cooperative,
            "data": data_mark(ladder.game),
            "bots": bots_mark(ladder.game),
            "meetings": [_meeting(each) for each in found],
        },
    }
    others = [
        each.model_dump(by_alias=True, exclude_none=True)
        for each in kept
        if (each.players, each.options) != (new["players"], new["options"])
    ]
    head = (
        "# Kept by `grimoire ladder --keep`: how well bots play, for the first page of reports.\n"
    )
    rows = sorted([*others, new], key=lambda each: (each["players"], str(each["options"])))
    text = yaml.safe_dump({"ladders": rows}, sort_keys=False, allow_unicode=True)
    return f"{head}{text}"


def strength(plan: Plan, kept: Sequence[KeptLadder], data: str) -> Iterator[str]:
    """What is known of the bots of a plan that plays by data of that fingerprint, a sentence each.

    A ladder of bots that decided by other code says nothing about those of today.
    """
    options, bots = _unusual(plan.game, plan.options), bots_mark(plan.game)
    ladders = [
        each
        for each in kept
        if (each.players, each.options) == (plan.players, options)
        and each.data in (None, data)
        and each.bots in (None, bots)
    ]
    for bot in dict.fromkeys(plan.bots):
        met = [
            meeting.about(bot, ladder.together)
            for ladder in ladders
            for meeting in ladder.meetings
            if bot in (meeting.one, meeting.other)
        ]
        if met:
            yield f"{'; '.join(met)}."
        else:
            yield f"How well {bot} plays has not been measured: {_command(plan, bot)}"


def _command(plan: Plan, bot: str) -> str:
    """The command that measures a bot as a plan plays."""
    words = [f"grimoire ladder {plan.game.name}"]
    if len(plan.game.seats) > 1:
        words.append(f"--players {plan.players}")
    words += [
        f"--option {name}={value}" for name, value in _unusual(plan.game, plan.options).items()
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


def _unusual(game: Any, options: Mapping[str, object]) -> dict[str, Any]:
    """The options that differ from what is usual."""
    usual = game.read_options({})
    return {
        name: value for name, value in game.read_options(options).items() if value != usual[name]
    }


def _percent(share: float) -> str:
    return f"{100 * share:.0f}\u00a0%"
