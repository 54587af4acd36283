"""Turns the seats that persons want to play, as words, into seats of the game."""

from __future__ import annotations

from collections.abc import Sequence

from generator.base.errors import KitError

ALL = "all"


def read_human_seats(words: str, players: int) -> tuple[int, ...]:
    """The seats in `1`, `1,3` or `all`, counted from 0 and in order.

    Raises KitError for a seat that this number of players does not have.
    """
    if words.strip().lower() == ALL:
        return tuple(range(players))
    seats = set()
    for word in words.split(","):
        name = word.strip()
        if name not in map(str, range(1, players + 1)):
            raise _missing(name, players)
        seats.add(int(name) - 1)
    return tuple(sorted(seats))


def seats_exist(human_seats: Sequence[int], players: int) -> None:
    """Raises KitError if a person has a seat that this number of players does not have."""
    if max(human_seats) >= players:
        raise _missing(str(max(human_seats) + 1), players)


def _missing(name: str, players: int) -> KitError:
    known = "is seat 1" if players == 1 else f"are seats 1 to {players}"
    return KitError(f'there is no seat "{name}"', hint=f"there {known}, or write {ALL}")
