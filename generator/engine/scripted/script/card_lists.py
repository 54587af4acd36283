"""Card lists: the cards that piles and hands are made of, read from tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from generator.base.document import Key
from generator.base.errors import Fault, KitError, did_you_mean
from generator.engine.scripted.script.schema import CardList, Script
from generator.kit.expressions.evaluate import Expression
from generator.kit.tables.records import Record, Table, Tables

MAX_COPIES = 1000
"""Most copies of a card."""
MAX_CARDS = 5000
"""Most cards in a game, since a kit has no more pieces; also most rows to pick from."""
PASS = "pass"
"""The move that picks nothing."""


class CardLists:
    """The cards of all piles and hands; `faults` collects their mistakes."""

    def __init__(
        self,
        script: Script,
        tables: Tables,
        table: Callable[..., Table | None],
        faults: list[Fault],
    ) -> None:
        self.script, self.tables, self.table, self.faults = script, tables, table, faults
        self.cards: dict[str, Record] = {}
        """Every card by its id."""
        self.table_of: dict[str, str] = {}
        """The table of each card."""
        self._number = 0
        """Number of cards so far."""

    def read(self, made: CardList, *path: Key) -> Iterator[str]:
        """Yield the cards of a pile or a hand, each as often as it has copies."""
        where = self._where(made, *path)
        for of in made.of:
            for row in self.table(of, *path, "of") or ():
                card = row.get("id")
                if not isinstance(card, str):
                    self._fault(f'the rows of "{of}" have no ids', *path, "of")
                    break
                if card == PASS or self.cards.setdefault(card, row) is not row:
                    message = f'two cards have the id "{card}", one of them in "{of}"'
                    message = f'no card can have the id "{PASS}"' if card == PASS else message
                    self._fault(message, *path, "of", check="name-taken")
                    continue
                self.table_of[card] = of
                copies = row.get(made.copies, 0) if made.copies else 1
                if type(copies) is not int or (made.copies and made.copies not in row):
                    message = f'"{of}" has no whole-number field "{made.copies}"'
                    hint = did_you_mean(made.copies or "", row)
                    self._fault(message, *path, "copies", hint=hint)
                    break
                if copies > MAX_COPIES:
                    message = f'"{card}" occurs more than {MAX_COPIES:,} times'
                    self._fault(message, *path, "copies")
                    break
                if where is None or self._holds(where, row):
                    self._number += copies
                    if self._number > MAX_CARDS:
                        message = f"there are more than {MAX_CARDS:,} cards"
                        self._fault(message, *path, check="too-many-cards")
                        return
                    yield from [card] * copies

    def decks(self, lists: Iterable[CardList]) -> dict[str, str]:
        """The deck of each card, named after a table; nothing if all cards belong to one."""
        deck_of: dict[str, str] = {}
        for made in lists:
            joined = {deck_of.get(of, of) for of in made.of}
            for of in [*made.of, *(of for of, deck in deck_of.items() if deck in joined)]:
                deck_of[of] = min(joined)
        several = len({*deck_of.values()}) > 1
        return {card: deck_of[of] for card, of in self.table_of.items()} if several else {}

    def _fault(self, message: str, *path: Key, hint: str = "", check: str = "turns-setup") -> None:
        self.faults.append(Fault(message, self.script.place(*path), "", hint, check))

    def _where(self, made: CardList, *path: Key) -> Expression | None:
        if made.where is None:
            return None
        try:
            place = self.script.place(*path, "where")
            return Expression(made.where, [*self.tables, "row"], place)
        except KitError as error:
            self.faults += error.faults
            return None

    def _holds(self, where: Expression, row: Record) -> bool:
        try:
            return bool(where({**self.tables, "row": row}))
        except KitError as error:
            self.faults += error.faults
            return False
