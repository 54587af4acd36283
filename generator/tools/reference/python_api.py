"""Turns the classes that a game in Python is made on into a page of the reference."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from inspect import getdoc, getmodule, getsource, isfunction, signature
from itertools import pairwise
from textwrap import dedent
from typing import Any

from generator.base.locations import RULES
from generator.engine.events import Event
from generator.engine.game import Outcome
from generator.engine.registry import ENTRY_POINTS
from generator.engine.rng import Rng
from generator.engine.simple_game import SimpleGame

MODULE = '''\
"""Take a card from the row or from the deck; whoever has most points wins."""

from generator.engine.game import Outcome
from generator.engine.events import Event
from generator.engine.simple_game import SimpleGame


class MyGame(SimpleGame):
    name = "mygame"                  # the kit's
    seats_rule = "players"           # the rule that says how many can play
    most_decisions = 100             # no game can be longer

    def __init__(self, records):
        super().__init__(records)
        self.cards = {row["id"]: row for row in records.tables["cards"]}

    def set_up(self, players, options, chance):
        deck = [id for id, card in self.cards.items() for _ in range(card["copies"])]
        deck = chance.shuffled(deck)
        row = [deck.pop() for _ in range(3)]
        taken = [[] for _ in range(players)]
        return {"seat": 0, "turn": 1, "deck": deck, "row": row, "taken": taken}

    def moves(self, position):
        return [*dict.fromkeys(position["row"]), *(["deck"] if position["deck"] else [])]

    def apply(self, position, move, chance):
        seat = position["seat"]
        if move == "deck":
            card = position["deck"].pop()
        else:
            card = move
            position["row"].remove(card)
            position["row"] += [position["deck"].pop()] if position["deck"] else []
        position["taken"][seat].append(card)
        yield Event("take", "deck" if move == "deck" else "row", seat, {"card": card})
        position["seat"] = (seat + 1) % len(position["taken"])
        position["turn"] += 1

    def view(self, position, seat):
        return {**position, "deck": len(position["deck"])}    # nobody sees what is in it

    def outcome(self, position):
        if position["row"]:
            return None
        points = [sum(self.cards[id]["worth"] for id in taken) for taken in position["taken"]]
        first = [each == max(points) for each in points]
        result = "shared" if sum(first) > 1 else f"Player {first.index(True) + 1}"
        return Outcome(result, "end", tuple(won / sum(first) for won in first), {})

    def imagine(self, position, seat, chance):                # for bots that plan
        return {**position, "deck": chance.shuffled(sorted(position["deck"]))}

    def pieces(self, position):                               # so that none gets lost unseen
        taken = [id for each in position["taken"] for id in each]
        return [*position["deck"], *position["row"], *taken]


GAME = MyGame
'''
RULES_FILE = """\
players: {section: The game, text: Two to four can play.}
row: {section: Your turn, text: Take a card from the row. The next one of the deck takes its place.}
deck: {section: Your turn, text: Or take the next card of the deck.}
end: {section: The end, text: The game ends when the row is empty. Most points win.}
"""
HEAD = f"""\
# Rules in Python

Rules that are more than `turns.yaml` can say are written in Python: a package called like the kit, in
a folder of yours, `my-games/mygame/__init__.py`. It makes a class on `SimpleGame`, and its last line
says `GAME = MyGame`. Its rules in words stand in `data/mygame/rules.yaml`.

Commands find it with `--rules my-games`. Its code is run, with all that you yourself may do on your
machine, so no kit can bring its own: you name the folder. To name it once for all, set the variable
`{RULES}` to the folder, from the root (`export {RULES}="$PWD/my-games"`). A package that is installed
is found without either if it names an entry point of the group `{ENTRY_POINTS}`.

`grimoire check mygame --rules my-games` holds it against the laws of all games: nobody sees what is
hidden, no card gets lost, the same seed plays the same game.

## A whole game

For the kit that `grimoire new mygame` makes; `my-games/mygame/__init__.py`:

```python
{MODULE}```

and `data/mygame/rules.yaml`:

```yaml
{RULES_FILE}```

"""
_MARKS = re.compile(r"``([^`]*)``")


def python() -> str:
    """The whole page (Markdown)."""
    methods = [method for method in vars(SimpleGame).values() if isfunction(method)]
    needed: frozenset[str] = getattr(SimpleGame, "__abstractmethods__", frozenset())
    parts = [HEAD, "## The position\n\n" + _module(SimpleGame)]
    parts.append("## What a game must say\n")
    parts += [_method(each) for each in methods if each.__name__ in needed]
    parts.append("## What a game may say\n")
    parts += [
        _method(each)
        for each in methods
        if each.__name__ not in needed and each.__doc__ and each.__name__ != "load"
    ]
    for kind in (Event, Outcome, Rng):
        parts.append(f"## {kind.__name__}\n\n{_words(getdoc(kind))}\n")
        parts += list(_members(kind))
    return "\n".join(parts)


def _module(kind: type) -> str:
    """What the module of a class says, from its second paragraph on."""
    _, _, rest = (getdoc(getmodule(kind)) or "").partition("\n\n")
    return _words(rest) + "\n"


def _members(kind: type[Any]) -> Iterator[str]:
    """The fields of a record, or the public methods of any other class."""
    if issubclass(kind, tuple):
        yield "| field | what it is |\n|---|---|"
        yield from (f"| `{name}` | {says} |" for name, says in _fields(kind))
        yield ""
    else:
        methods = [each for each in vars(kind).values() if isfunction(each)]
        yield from (_method(each) for each in methods if not each.__name__.startswith("_"))


def _fields(kind: type) -> Iterator[tuple[str, str]]:
    """The fields of a record with the words that stand under each in the source."""
    (record,) = ast.parse(dedent(getsource(kind))).body
    body = record.body if isinstance(record, ast.ClassDef) else []
    for field, words in pairwise(body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            assert isinstance(words, ast.Expr)
            yield field.target.id, " ".join(str(ast.literal_eval(words.value)).split())


def _method(method: Any) -> str:
    names = [name for name in signature(method).parameters if name != "self"]
    return f"`{method.__name__}({', '.join(names)})`\n\n{_words(getdoc(method))}\n"


def _words(text: str | None) -> str:
    return _MARKS.sub(r"`\1`", text or "").strip()
