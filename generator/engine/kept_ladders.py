"""Kept ladders: how well bots play a kit, in the file `ladder.yaml` of its data folder.

There is one ladder for each number of players and each choice of options; `grimoire ladder KIT --keep`
writes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Annotated, Any, TypeVar

from pydantic import Field

from generator.base.errors import Fault, KitError
from generator.base.load_document import load_form, load_yaml
from generator.base.schema import ClosedModel, Words
from generator.engine.bots import bot_named
from generator.engine.game import Game, Locator
from generator.engine.options import read_options

LADDER = "ladder.yaml"
"""The file in a kit's data folder with its ladders."""
LEVELS = ("easy", "medium", "hard")
"""Names that stand for bots of a game, by how strong these are as rivals."""

B = TypeVar("B")
Count = Annotated[int, Field(ge=1)]
Share = Annotated[float, Field(allow_inf_nan=False)]
"""A share of games: a float even if it is whole, so that it is written alike whenever it is kept."""
Interval = Annotated[list[Share], Field(min_length=2, max_length=2)]


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
        """Describe the meeting in words, from the side of one bot."""
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

    def ranking(self) -> list[str]:
        """The bots, weakest first: by the share of games that each won on average."""
        won: dict[str, list[float]] = {}
        for meeting in self.meetings:
            for bot, share in zip((meeting.one, meeting.other), meeting.won, strict=True):
                won.setdefault(bot, []).append(share)
        return sorted(won, key=lambda bot: fmean(won[bot]))


class Ladders(ClosedModel):
    """All ladders that are kept of a kit."""

    ladders: Annotated[list[KeptLadder], Field(min_length=1)]


def load_ladders(folder: Path) -> Sequence[KeptLadder]:
    """The ladders in a kit's data folder.  Raises KitError with every fault in their form."""
    return load_form([folder], LADDER, Ladders).ladders if (folder / LADDER).exists() else ()


def levels_of_play(folder: Path) -> Mapping[str, str]:
    """The bot that is a rival of each of the `LEVELS`, by the ladder kept in a kit's data folder.

    Empty without one, and for players who win or lose together: a strong partner makes that easier.
    Raises KitError for a ladder of the wrong form.
    """
    of_rivals = [each for each in load_ladders(folder) if not each.together]
    if not of_rivals:
        return {}
    bots = min(of_rivals, key=lambda each: (len(each.options), each.players)).ranking()
    return dict(zip(LEVELS, (bots[0], bots[len(bots) // 2], bots[-1]), strict=True))


def exact_bots(names: Sequence[B], game: Game[Any], folder: Path) -> list[B | str]:
    """The same bots, with the one of the game in place of `easy`, `medium` or `hard`.

    Raises KitError if nothing shows which bot that is, and for an unknown name.
    """
    for name in names:
        if isinstance(name, str) and name not in LEVELS:
            bot_named(name, game.bots, LEVELS)
    asked = [level for level in LEVELS if level in names and level not in game.bots]
    levels = levels_of_play(folder) if asked else {}
    if asked and not levels:
        message = f"{game.title} has no ladder that says which bot is {asked[0]}"
        hint = f"name a bot, such as greedy; between rivals, `grimoire ladder {game.name} --keep` finds it"
        raise KitError(message, hint=hint, check="option-value")
    return [levels[bot] if isinstance(bot, str) and bot in asked else bot for bot in names]


def ladder_faults(game: Game[Any], folder: Path) -> Iterator[Fault]:
    """Yield the faults in the content of a game's ladders, each with its line."""
    try:
        ladders = load_ladders(folder)
    except KitError as error:
        yield from error.faults
        return
    if not ladders:
        return
    place = load_yaml(folder / LADDER).place
    met: list[tuple[int, dict[str, str | int | bool]]] = []
    for number, ladder in enumerate(ladders):
        where = partial(place, "ladders", number)
        if ladder.players not in game.seats:
            message = f"{ladder.players} cannot play this game"
            yield Fault(message, where("players"), check=game.seats_rule)
        try:
            read_options(game.records.options, ladder.options)
        except KitError as error:
            yield from error.within(place=where("options")).faults
        if (ladder.players, ladder.options) in met:
            yield Fault("another ladder has these players and options", where(), check="name-taken")
        met.append((ladder.players, ladder.options))
        for index, meeting in enumerate(ladder.meetings):
            yield from _meeting_faults(game, meeting, partial(where, "meetings", index))


def _meeting_faults(game: Game[Any], meeting: Meeting, where: Locator) -> Iterator[Fault]:
    for side in ("one", "other"):
        try:
            bot_named(getattr(meeting, side), game.bots)
        except KitError as error:
            yield from error.within(place=where(side)).faults
    if meeting.one == meeting.other:
        yield Fault("a bot cannot play against itself", where("other"), check="option-value")
    low, high = meeting.difference
    if not -1 <= low <= high <= 1:
        message = '"difference" must be a lowest and a highest number, from -1 to 1'
        yield Fault(message, where("difference"), check="out-of-range")
    if not all(0 <= share <= 1 for share in meeting.won):
        yield Fault('"won" must be two shares, from 0 to 1', where("won"), check="out-of-range")


def _percent(share: float) -> str:
    return f"{100 * share:.0f}\u00a0%"
