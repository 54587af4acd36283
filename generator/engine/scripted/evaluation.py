"""Evaluation of a scripted game's position: the lead of each seat, and the seats ahead."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from generator.engine.scripted.namespace import Namespace, Position, in_game
from generator.engine.scripted.numbers import real
from generator.engine.scripted.script.instructions import Program


def scores(program: Program, position: Position) -> list[float] | None:
    """The score of each seat: by the author's expression, or by the winning counter."""
    value, (how, counter) = program.value, program.content.script.winner
    if value is None:
        each = position[counter] if how in ("most", "least") else None
        return [-number for number in each] if each and how == "least" else each
    players = range(position["game"]["players"])
    return [real(value, Namespace(program, position, seat).values(value.used)) for seat in players]


def leads(numbers: Sequence[float], teams: int, out: Collection[int]) -> tuple[float, ...]:
    """How good each seat's score is, from 0 to 1, together with its team's; 0 for seats that are out.

    `teams` is the number of teams: that of the seats if each plays alone.
    """
    values = [sum(numbers[team::teams]) for team in range(teams)]
    spread = 1 + max(map(abs, values))
    second, best = sorted(values if teams > 1 else [0.0, *values])[-2:]
    ahead = (value - (second if value == best else best) for value in values)
    worth = [0.5 + 0.2 * lead / spread for lead in ahead]
    return tuple(0.0 if seat in out else worth[seat % teams] for seat in range(len(numbers)))


def best_seats(
    program: Program, position: Position, winner: tuple[str, str] = ("", "")
) -> list[int]:
    """The seats in the game with the most (or least) of a counter; teams add theirs up."""
    content, seats = program.content, in_game(position)
    how, counter = winner if winner[1] else content.script.winner
    if how not in ("most", "least"):
        return seats
    totals: dict[int, int] = {}
    for seat, number in enumerate(position[counter]):
        totals[content.team(seat)] = totals.get(content.team(seat), 0) + number
    pick = max if how == "most" else min
    best = pick((totals[content.team(seat)] for seat in seats), default=0)
    return [seat for seat in seats if totals[content.team(seat)] == best]
