"""Statistics of a finished game: the cards of each seat, and figures to average."""

from __future__ import annotations

from generator.engine.game import FIRST, TURN_ORDER
from generator.games.gruff.history import COUNTS
from generator.games.gruff.rules.tournament import record
from generator.games.gruff.state import GruffState


def components_by_seat(state: GruffState) -> dict[str, dict[str, list[int]]]:
    """The seats that drafted each gruff and shepherd, and had, drew and played each card."""
    content = state.config.content
    drafted: dict[str, list[int]] = {}
    packs: dict[str, list[int]] = {}
    drawn: dict[str, list[int]] = {}
    played: dict[str, list[int]] = {}
    for seat in range(state.config.players):
        if state.shepherds[seat] >= 0:
            drafted.setdefault(content.shepherds[state.shepherds[seat]].id, []).append(seat)
        for gruff in state.teams[seat]:
            drafted.setdefault(content.gruffs[gruff].id, []).append(seat)
        for cards, by in (
            (state.packs[seat], packs),
            (state.drawn[seat], drawn),
            (state.played[seat], played),
        ):
            for card in dict.fromkeys(cards):
                by.setdefault(content.cards[card].id, []).append(seat)
    begins = {} if state.config.tournament else {TURN_ORDER: {FIRST: [state.results[0].first]}}
    return {**begins, "drafted": drafted, "in the deck": packs, "drawn": drawn, "played": played}


def metrics(state: GruffState) -> dict[str, float]:
    """Metrics of a match, averaged over the games of a tournament, and the points of each seat."""
    games = max(1, len(state.results))
    counts = {name: number / games for name, number in zip(COUNTS, state.counts, strict=True)}
    points: dict[str, float] = {}
    if state.config.tournament:
        names = state.config.people
        won = record(state.results, range(len(names)), state.config.figures)
        points = {f"points of {name}": won[seat] for seat, name in enumerate(names)}
    return points | {
        "the first player wins": sum(result.score for result in state.results) / games,
        "cards played": counts["cards"],
        "attacks declared": counts["attacks"],
        "attacks blocked": counts["blocked"],
        "gruffs killed": counts["kills"],
        "Life lost": counts["life_lost"],
    }


def component_usage(state: GruffState) -> dict[str, int]:
    """Cards drafted, their sliders (three per gruff, two per shepherd), and the points of damage.

    In a tournament all decks are built at the start and keep their sliders.
    """
    gruffs = sum(map(len, state.teams))
    shepherds = sum(each >= 0 for each in state.shepherds)
    return {
        "gruff": gruffs,
        "shepherd": shepherds,
        "ability": sum(map(len, state.packs)),
        "slider": 3 * gruffs + 2 * shepherds,
        "damage": sum(state.marks),
    }
