"""Turns a game that is over into who had what in it, and into figures worth an average."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from generator.games.gruff.rules.tournament import record

if TYPE_CHECKING:
    from generator.games.gruff.state import Table

Parts: TypeAlias = Mapping[str, Mapping[str, Sequence[int]]]


def parts(table: Table) -> Parts:
    """The seats that drafted each gruff and shepherd, and had, drew and played each card."""
    content = table.setting.content
    drafted: dict[str, list[int]] = {}
    packs: dict[str, list[int]] = {}
    drawn: dict[str, list[int]] = {}
    played: dict[str, list[int]] = {}
    for seat in range(table.setting.players):
        if table.shepherds[seat] >= 0:
            drafted.setdefault(content.shepherds[table.shepherds[seat]].id, []).append(seat)
        for gruff in table.teams[seat]:
            drafted.setdefault(content.gruffs[gruff].id, []).append(seat)
        for cards, by in (
            (table.packs[seat], packs),
            (table.drawn[seat], drawn),
            (table.played[seat], played),
        ):
            for card in dict.fromkeys(cards):
                by.setdefault(content.cards[card].id, []).append(seat)
    return {"drafted": drafted, "in the deck": packs, "drawn": drawn, "played": played}


def measures(table: Table) -> dict[str, float]:
    """What a game was like, on average of all games of a tournament; and its table of points."""
    games = max(1, len(table.results))
    counts = table.counts
    points: dict[str, float] = {}
    if table.setting.tournament:
        names = table.setting.seats
        won = record(table.results, range(len(names)), table.setting.figures)
        points = {f"points of {name}": won[seat] for seat, name in enumerate(names)}
    return points | {
        "the first player wins": sum(result.worth for result in table.results) / games,
        "cards played": counts.cards / games,
        "attacks declared": counts.attacks / games,
        "attacks blocked": counts.blocked / games,
        "gruffs killed": counts.kills / games,
        "Life lost": counts.life_lost / games,
    }


def in_use(table: Table) -> dict[str, int]:
    """Cards drafted, their sliders (three a gruff, two a shepherd), and the points of damage.

    In a tournament all decks are built at the start and keep their sliders.
    """
    gruffs = sum(map(len, table.teams))
    shepherds = sum(each >= 0 for each in table.shepherds)
    return {
        "gruff": gruffs,
        "shepherd": shepherds,
        "ability": sum(map(len, table.packs)),
        "slider": 3 * gruffs + 2 * shepherds,
        "damage": sum(table.marks),
    }
