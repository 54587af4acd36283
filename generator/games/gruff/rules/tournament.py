"""Tournament: the end of a game, its outcome, and the next game of a tournament."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from generator.engine.events import Event, JsonValue, new_event
from generator.engine.game import Outcome
from generator.engine.pending import Step
from generator.games.gruff.content import Figures
from generator.games.gruff.history import REASONS, Result
from generator.games.gruff.state import GruffState

SCHEDULE = ((0, 3), (1, 2), (0, 2), (1, 3), (0, 1), (2, 3))
"""`tournament-order`: the pairs of players, by their places in the draft, two games a round."""
RULES = dict(zip(REASONS, ("win-gruffs", "win-life", "win-check", "turn-cap"), strict=True))
"""The rule for each reason for which a game ends."""


def end_game(state: GruffState, score: float, reason: str, events: list[Event]) -> None:
    """End the game at the table; `score`: of the first player, 1, 0.5 or 0."""
    first, second = state.pair
    names = state.config.people
    rule = end_rule(score, reason)
    winner = None if score == 0.5 else first if score == 1 else second
    state.pending = ()
    state.queue = ()
    state.fired = ()
    facts: dict[str, JsonValue] = {"reason": reason, "turns": state.turns}
    facts["winner"] = names[winner] if winner is not None else None
    events.append(new_event("game-over", rule, winner, facts))
    for side, seat in enumerate(state.pair):
        drawn = [card for card in state.packs[seat] if card not in state.decks[side]]
        state.drawn[seat] = tuple(dict.fromkeys([*state.drawn[seat], *drawn]))
    state.results += (Result(first, second, score, reason),)
    if state.config.tournament:
        state.turns_before += state.turns
        state.turns = 0
        if len(state.results) < len(SCHEDULE):
            state.pending = (Step("game", None, (len(state.results),)),)
            return
    state.outcome = outcome(state)
    if state.config.tournament:
        ending = state.outcome
        winner = names.index(ending.result) if ending.result in names else None
        events.append(new_event("tournament-over", ending.rule, winner, ending.facts))


def outcome(state: GruffState) -> Outcome:
    """The outcome of a duel or a tournament."""
    if state.config.tournament:
        return _tournament(state)
    names = state.config.people
    first, _, score, reason = state.results[-1]
    shares = tuple(score if seat == first else 1 - score for seat in range(len(names)))
    winner = "draw" if score == 0.5 else names[shares.index(1)]
    facts: dict[str, JsonValue] = {"reason": reason, "first": names[first], "turns": state.turns}
    return Outcome(winner, end_rule(score, reason), shares, facts)


def end_rule(score: float, reason: str) -> str:
    """The rule that ends a game for this reason."""
    return "win-check" if score == 0.5 and reason != "cap" else RULES[reason]


def _tournament(state: GruffState) -> Outcome:
    """`draft-winner`: the best record wins."""
    names = state.config.people
    seats = range(len(names))
    points = record(state.results, seats, state.config.figures)
    groups = ranking(state.results, seats, state.config.figures)
    places: dict[int, int] = {}
    for number, group in enumerate(groups):
        places |= dict.fromkeys(group, 1 + sum(map(len, groups[:number])))
    best = groups[0]
    level = [seat for seat in seats if points[seat] == points[best[0]]]
    shares = tuple(1 / len(best) if seat in best else 0.0 for seat in seats)
    facts: dict[str, JsonValue] = {
        "points": {names[seat]: points[seat] for seat in seats},
        "places": {names[seat]: places[seat] for seat in seats},
    }
    result = names[best[0]] if len(best) == 1 else "shared"
    return Outcome(
        result, "draft-winner" if len(level) == 1 else "tournament-record", shares, facts
    )


def record(results: Iterable[Result], among: Sequence[int], figures: Figures) -> dict[int, int]:
    """`tournament-record`: the points of each seat in the games among `among`."""
    points = dict.fromkeys(among, 0)
    for first, second, score, _ in results:
        if first in points and second in points:
            if score == 0.5:
                points[first] += figures.draw
                points[second] += figures.draw
            else:
                points[first if score == 1 else second] += figures.win
    return points


def ranking(results: Sequence[Result], seats: Sequence[int], figures: Figures) -> list[list[int]]:
    """The seats from best to worst, in groups of equal rank."""
    points = record(results, seats, figures)
    groups: list[list[int]] = []
    for total in sorted(set(points.values()), reverse=True):
        level = [seat for seat in seats if points[seat] == total]
        if len(level) in (1, len(seats)):
            groups.append(level)
        else:
            groups += ranking(results, level, figures)
    return groups
