"""Forms of moves: how the moves of a simple game are written, as seen in games that were played.

The form of `play c10` is `play CARD` if c10 is the id of a row whose table calls it a card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from generator.engine.rng import Rng
from generator.engine.state import State
from generator.kit.tables.records import Table, Tables

GAMES = 3
"""Games of random moves in which forms are looked for."""
MOST_MOVES = 10_000
"""Most moves that are looked at."""
NUMBER, WORD = "NUMBER", "…"


def form_of(move: str, tables: Tables) -> str:
    """The form of a move: what kind of word each of its words is, but the first itself if it is a verb."""
    first, *others = move.split() or [""]
    verb = WORD if any(letter.isdigit() for letter in first) else first
    kinds = [_kind(first, tables) or verb, *(_kind(word, tables) or WORD for word in others)]
    return " ".join(kinds)


def forms_of(moves: Iterable[str], tables: Tables) -> frozenset[str]:
    """The forms of some moves, of the first `MOST_MOVES` of them."""
    return frozenset(form_of(move, tables) for move in islice(moves, MOST_MOVES))


def random_moves(states: Iterable[State[str]]) -> Iterator[str]:
    """The legal moves at each decision of random games that begin with these states."""
    for number, state in enumerate(states):
        rng = Rng(number)
        while state.to_act is not None:
            moves = state.legal_moves()
            yield from moves
            state.apply(rng.pick(moves))


def _kind(word: str, tables: Tables) -> str:
    """A number, or the word for a row with this id: `CARD`; "" for any other word."""
    if word.isdecimal():
        return NUMBER
    rows = (table.one for table in tables.values() if isinstance(table, Table) and word in table)
    return next(rows, "").upper()
