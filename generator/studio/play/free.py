"""Free table: a kit's pieces to move freely, without any rules.

Everything on it is a stack of one or more pieces.  Face-down pieces and other players' hands are
hidden: `FreeTable.view` gives each seat its own view, and no more.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import asdict, dataclass
from math import cos, hypot, isnan, radians, sin, sqrt
from typing import Any

from generator.base.errors import KitError
from generator.engine.rng import Rng
from generator.kit.decks import MAX_PIECES
from generator.kit.words import UNTRANSLATED, Translator
from generator.studio.play.free_layout import (
    Counter,
    Layout,
    Token,
    TokenStack,
    not_a_table,
    read_layout,
)

MAX_UNDONE = 200
NEAR = 0.45
"""Share of a stack's width within which a dropped stack joins it."""


@dataclass(frozen=True)
class Snap:
    """A grid that pieces snap to: squares or hexes of a size in millimetres; "" for none."""

    kind: str = ""
    size: float = 25.0

    def place(self, x: float, y: float) -> tuple[float, float]:
        """The nearest place of the grid."""
        if self.kind == "squares":
            return round(x / self.size) * self.size, round(y / self.size) * self.size
        if self.kind == "hexes":
            down = self.size * sqrt(3) / 2
            row = round(y / down)
            shift = self.size / 2 * (row % 2)
            return round((x - shift) / self.size) * self.size + shift, row * down
        return x, y


class FreeTable:
    """The pieces of one kit, and everybody who moves them."""

    def __init__(
        self,
        layout: Layout,
        size_of: Callable[[Token], tuple[float, float]],
        face_of: Callable[[Token], str],
        name_of: Callable[[Token], str],
        words: Translator = UNTRANSLATED,
    ) -> None:
        """`size_of` gives the width and height of a piece in millimetres.

        `face_of` gives the picture of the visible side and `name_of` its name: the same for all that
        look alike.
        """
        self.layout, self._size_of, self._face_of = layout, size_of, face_of
        self._name_of, self.words = name_of, words
        self.snap = Snap()
        self.version = 0
        self._before: list[Layout] = []
        self._rng = Rng(1)

    def seed(self, number: int) -> None:
        """Seed the shuffles and rolls."""
        self._rng = Rng(number)

    # Actions; each raises KitError if it is impossible.

    def put(self, id: int, x: float, y: float) -> None:
        """Move a pile: to the grid, or onto another pile there."""
        pile = self._pile_to_change(id, loose=True)
        size = self._size_of(pile.tokens[-1])
        x, y = self.snap.place(*self._on_table(x, y, size, pile.turn))
        under = next(
            (
                other
                for other in reversed(self.layout.piles)
                if other is not pile and not other.board
                and hypot(other.x - x, other.y - y) < NEAR * size[0]
                and self._size_of(other.tokens[-1]) == size
            ),
            None,
        )  # fmt: skip
        self.layout.piles.remove(pile)
        if under:
            under.tokens += pile.tokens
        else:
            pile.x, pile.y = x, y
            self.layout.piles.append(pile)

    def flip(self, id: int) -> None:
        """Turn a pile over, so that its top becomes its bottom."""
        pile = self._pile_to_change(id, loose=True)
        pile.tokens.reverse()
        for token in pile.tokens:
            token.front = not token.front

    def turn(self, id: int, by: float) -> None:
        """Turn a pile clockwise."""
        pile = self._pile_to_change(id)
        pile.turn = (pile.turn + by) % 360

    def shuffle(self, id: int) -> None:
        """Shuffle a pile, all face down."""
        pile = self._pile_to_change(id, loose=True)
        pile.tokens = list(self._rng.shuffled(pile.tokens))
        for token in pile.tokens:
            token.front = False

    def take(self, id: int, count: int = 1) -> None:
        """Lay the top of a pile next to it, as a pile of its own."""
        pile = self._pile_to_change(id, least=count + 1)
        taken, pile.tokens = pile.tokens[-count:], pile.tokens[:-count]
        size = self._size_of(taken[-1])
        self._lay(taken, *self._on_table(pile.x + size[0] + 4, pile.y, size))

    def draw(self, id: int, seat: int, count: int = 1) -> None:
        """Take the top pieces of a pile into a hand."""
        pile = self._pile_to_change(id, loose=True)
        for _ in range(min(count, len(pile.tokens))):
            self._hand(seat).append(pile.tokens.pop())
        self._drop_empty_piles()

    def deal(self, id: int, count: int) -> None:
        """Give everybody this many pieces of a pile, one after another."""
        hands = self.layout.hands
        pile = self._pile_to_change(id, least=count * len(hands))
        for _ in range(count):
            for hand in hands:
                hand.append(pile.tokens.pop())
        self._drop_empty_piles()

    def play(self, seat: int, face: str, x: float, y: float) -> None:
        """Play the piece with this face from a hand onto the table."""
        hands = self.layout.hands
        hand = hands[seat] if seat < len(hands) else []
        token = next((each for each in hand if self._face_of(_face_up(each)) == face), None)
        if token is None:
            raise self._error("there is no such piece in this hand")
        self._remember()
        hand[:] = [each for each in hand if each is not token]
        self._lay([_face_up(token)], *self.snap.place(x, y))

    def roll(self, dice: int, sides: int) -> None:
        """Roll some dice."""
        self._remember()
        self.layout.rolled = [1 + self._rng.below(max(sides, 2)) for _ in range(min(dice, 20))]

    def count(self, name: str, by: int) -> None:
        """Count a counter up or down; a new one starts at 0."""
        self._remember()
        counters = self.layout.counters
        found = next((each for each in counters if each.name == name), None)
        if found is None:
            counters.append(Counter(name, by))
        else:
            found.value += by

    def undo(self) -> bool:
        """Undo the last change; returns whether there was one."""
        if not self._before:
            return False
        self.layout = self._before.pop()
        self.version += 1
        return True

    # Views and saving

    def view(self, seat: int | None) -> Mapping[str, Any]:
        """The view of a seat: the top of each pile, its own hand, and the sizes of others."""
        layout = self.layout
        seen = layout.hands[seat] if seat is not None and seat < len(layout.hands) else ()
        hand = [_face_up(each) for each in seen]
        return {
            "piles": [
                {
                    "id": pile.id, "x": pile.x, "y": pile.y, "turn": pile.turn,
                    "count": len(pile.tokens), "board": pile.board,
                    "top": self._face_of(pile.tokens[-1]),
                    "size": self._size_of(pile.tokens[-1]), "name": self._name_of(pile.tokens[-1]),
                }
                for pile in layout.piles
            ],
            "hand": [(self._face_of(each), self._name_of(each)) for each in hand],
            "hands": [len(hand) for hand in layout.hands],
            "counters": [asdict(each) for each in layout.counters],
            "rolled": list(layout.rolled),
            "wide": layout.wide,
            "high": layout.high,
        }  # fmt: skip

    def saved(self) -> str:
        """Everything on the table, as the text of a file."""
        return json.dumps({"free-table": 1, **asdict(self.layout)}, indent=1)

    def load(self, text: str) -> None:
        """Restore a file that `saved` wrote.  Raises KitError."""
        layout = read_layout(text)
        pieces = layout.tokens()
        if len(pieces) > max(MAX_PIECES, len(self.layout.tokens())):
            raise not_a_table()
        try:
            for token in pieces:
                self._size_of(token)
        except LookupError:
            raise not_a_table() from None
        self._remember()
        self.layout = layout

    def as_example(self) -> str:
        """The position as an example file to fill in: pieces by their places."""
        lines = ["- id: from-the-table", "  title: A position from the free table", "  position:"]
        for pile in self.layout.piles:
            if not pile.board:
                rows = [token.row or token.component for token in pile.tokens]
                lines.append(f"    # at {pile.x:g}, {pile.y:g} mm: {json.dumps(rows)}")
        for number, hand in enumerate(self.layout.hands):
            rows = [token.row or token.component for token in hand]
            lines.append(f"    # hand of player {number + 1}: {json.dumps(rows)}")
        return "\n".join([*lines, "  moves: []", ""])

    def _error(self, message: str) -> KitError:
        return KitError(self.words.text(message), check="free-table")

    def _on_table(
        self, x: float, y: float, size: tuple[float, float], turn: float = 0
    ) -> tuple[float, float]:
        """The nearest place where the whole of a turned piece is on the table."""
        sine, cosine = abs(sin(radians(turn))), abs(cos(radians(turn)))
        width, height = size
        across = (width * cosine + height * sine - width) / 2
        down = (width * sine + height * cosine - height) / 2
        right, bottom = self.layout.wide - width - across, self.layout.high - height - down
        x, y = (0 if isnan(each) else each for each in (x, y))
        # One that is larger than the table lies in its corner.
        return max(across, min(x, right)), max(down, min(y, bottom))

    def _lay(self, tokens: list[Token], x: float, y: float) -> None:
        self.layout.piles.append(TokenStack(self.layout.next, x, y, tokens))
        self.layout.next += 1

    def _pile_to_change(self, id: int, *, loose: bool = False, least: int = 1) -> TokenStack:
        """A pile about to be changed: with `loose` no board, and of at least so many pieces."""
        pile = next((each for each in self.layout.piles if each.id == id), None)
        if pile is None:
            raise self._error("this pile no longer exists")
        if loose and pile.board:
            raise self._error("a board stays where it is, face up")
        if (left := len(pile.tokens)) < least:
            few = self.words.count(
                "the pile has only {n} piece", "the pile has only {n} pieces", left
            )
            raise KitError(few, check="free-table")
        self._remember()
        return pile

    def _hand(self, seat: int) -> list[Token]:
        while len(self.layout.hands) <= seat:
            self.layout.hands.append([])
        return self.layout.hands[seat]

    def _remember(self) -> None:
        self._before.append(deepcopy(self.layout))
        del self._before[:-MAX_UNDONE]
        self.version += 1

    def _drop_empty_piles(self) -> None:
        self.layout.piles = [pile for pile in self.layout.piles if pile.tokens]


def _face_up(token: Token) -> Token:
    return Token(token.component, token.row)
