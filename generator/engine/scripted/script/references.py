"""References: the names that steps use and give, checked against the contents of the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from generator.base.document import Key
from generator.base.errors import Fault, did_you_mean, short
from generator.engine.scripted.script.card_lists import MAX_CARDS
from generator.engine.scripted.script.schema import Script
from generator.engine.scripted.script.setup import MEANT, Content
from generator.engine.scripted.script.spaces import MEASURES
from generator.engine.scripted.script.step_schema import StepSpec
from generator.kit.expressions.evaluate import Compiled, Expression

Names = Mapping[str, tuple[str, str]]
"""The names given with `as`: to a card, a row of a table, a space of a track, a player, a number."""
PLAYERS = ("players", "others", "partners", "rivals", "leaders")
"""Words for the players that can be picked."""
_KINDS = {
    "draw": "card",
    "look": "card",
    "roll": "number",
    "pick_number": "number",
    "count": "number",
    "note": "number",
    "repeat": "number",
}


class Wrong(NamedTuple):
    """The fault of a step: message, key, hint, and the check that it fails."""

    message: str
    path: tuple[Key, ...]
    hint: str = ""
    check: str = "turns-step"


def named_things(
    script: Script, content: Content
) -> tuple[dict[str, tuple[str, str]], list[Fault]]:
    """Return every name given with `as`: its kind, and its table or track; and the faults in them."""
    named: dict[str, tuple[str, str]] = {}
    faults = []
    for path, step in script.steps():
        if step.as_ is None:
            continue
        name, (kind, of) = step.as_, _kind(step, content)
        message = ""
        if name in (*MEANT, *content.given, *content.kinds, *content.tables):
            message = f'"as" cannot be "{name}", which is something else already'
        elif named.setdefault(name, (kind, of)) != (kind, of):
            message = f'"{name}" is a {named[name][0]} in one step and a {kind} in another'
        if message:
            place = script.place(*path, "as")
            faults.append(Fault(message, place, "", "choose another name", "name-taken"))
    return named, faults


def _kind(step: StepSpec, content: Content) -> tuple[str, str]:
    if step.verb == "look_up":
        return "row", step.look_up or ""
    if step.repeat and content.has_rows(step.repeat):
        return "row", step.repeat
    place = step.pick or ""
    if step.verb != "pick" or step.at or place in content.piles or place in content.hands:
        return _KINDS.get(step.verb, "card"), ""
    if place in content.spaces:
        numbers = place in content.rows and content.is_numbered(place)
        return ("number", "") if numbers else ("space", place)
    return ("row", place) if place in content.tables else ("player", "")


def places_of(step: StepSpec, key: str, content: Content) -> Iterable[str]:
    """The names of the places that `at`, `to` or `on` of a step can mean."""
    token = content.tokens.get(step.move or "")
    counter = content.counters.get(
        step.gain or step.lose or step.set or step.take or step.give or ""
    )
    moved = step.into, step.draw, step.discard, step.pick
    among = {
        "at": next((of for of in moved if of in content.rows), None),
        "to": token.on if token else None,
        "on": counter.on if counter else None,
    }.get(key)
    return content.picked(among)[0] if among else ()


def wrong_references(
    step: StepSpec, path: tuple[Key, ...], content: Content, named: Names
) -> Iterator[Wrong]:
    """Yield the faults of names that a step uses."""
    there = content.kinds.keys()
    for key, kind, name, known in _allowed(step, content, named):
        if name is not None and name not in known:
            hint = did_you_mean(name, known) or did_you_mean(
                name, [each for each in known if each in there]
            )
            message = f'there is no {kind} "{name}"'
            if name in there and content.kinds[name] not in kind:
                message = f'"{name}" is a {content.kinds[name]}, not a {kind}'
            yield Wrong(message, (*path, key), hint, "unknown-reference")
    if step.into is not None and step.into in (step.draw, step.discard):
        yield Wrong("puts cards where they already are", (*path, "into"), "name another place")
    picked = content.tables.get(step.pick or "", ())
    if len(picked) > MAX_CARDS:
        message = f'"{step.pick}" has more than {MAX_CARDS:,} rows to pick from'
        yield Wrong(message, (*path, "pick"), "pick from a smaller table")
    if step.verb == "perform" and len(step.column) > 1 and step.for_ is None:
        hint = "say which under for: 1 is the first"
        yield Wrong("an effect is in one of these columns", (*path, "column"), hint)
    if step.verb == "look_up" and step.look_up:
        yield from _wrong_result(step, path, content)
    yield from _wrong_owner(step, path, content)
    yield from _wrong_sum(step, path, content)
    yield from _wrong_qualifier(step, path, content, named)


def _allowed(
    step: StepSpec, content: Content, named: Names
) -> list[tuple[str, str, str | None, Iterable[str]]]:
    """What each key of a step may name."""
    cards = [name for name, (kind, _) in named.items() if kind == "card"]
    rows = [name for name, (kind, _) in named.items() if kind in ("card", "row", "space")]
    piles, hands, counters = [*content.piles], [*content.hands], [*content.counters]
    places, closed = [*piles, *hands, *content.rows], [h for h in hands if content.hands[h].hidden]
    own = [name for name in counters if not content.is_shared(name)]
    to_bid = [name for name in own if not content.counters[name].on]
    decks = [*piles, *closed]
    seen = [name for name in piles if not content.is_hidden(name)]
    seen += [name for name in hands if name not in closed]
    tables = [name for name in content.tables if content.has_rows(name)]
    to_pick = [*seen, *content.tracks, *content.rows, *tables, *PLAYERS]
    if not step.who or step.who == "self" or step.pick is None:
        kind = "hand, open pile or track"
    else:
        to_pick, kind = [name for name in hands if content.hands[name].open], "open hand"
    return [
        ("draw", "pile", step.draw, [*decks, *content.rows]),
        ("again", "pile", step.again, [*piles, *hands]),
        ("shuffle", "pile", step.shuffle, decks),
        ("into", "pile or hand", step.into, places),
        ("discard", "card, pile or hand", step.discard, [*cards, *places]),
        ("take", "hand or counter of a player", step.take, [*hands, *own]),
        ("give", "card, pile, hand or counter of a player", step.give, [*cards, *piles, *hands, *own]),
        ("swap", "hand or counter of a player", step.swap, [*hands, *own]),
        ("show", "card, pile or hand", step.show, [*cards, *piles, *hands]),
        ("look", "pile or hand", step.look, [*piles, *hands]),
        ("count", "pile or hand", step.count, [*piles, *hands]),
        ("move", "token", step.move, content.tokens),
        ("gain", "counter", step.gain, counters),
        ("lose", "counter", step.lose, counters),
        ("set", "counter", step.set, counters),
        ("bid", "counter of a player", step.bid, to_bid),
        ("perform", "card, row or space with a name", step.perform, [*rows, *content.tokens]),
        ("pick", kind, step.pick, to_pick),
    ]  # fmt: skip


def _wrong_result(step: StepSpec, path: tuple[Key, ...], content: Content) -> Iterator[Wrong]:
    table = content.table(step.look_up or "", *path, "look-up")
    for name in step.among if table and len(table) else ():
        row = table.rows[0] if table else {}
        if name not in row:
            hint = did_you_mean(name, row)
            message = f'"{step.look_up}" has no field "{name}"'
            yield Wrong(message, (*path, "among"), hint, "unknown-field")
    if len(step.among) > 2:
        yield Wrong("a result is one field, or a lowest and a highest", (*path, "among"))


def _wrong_owner(step: StepSpec, path: tuple[Key, ...], content: Content) -> Iterator[Wrong]:
    """Yield faults for steps that name a player for something that is nobody's own."""
    changed = step.gain or step.lose
    if changed in content.counters and step.who != "self" and content.is_shared(changed or ""):
        yield Wrong("a shared counter belongs to no player", (*path, "who"), "leave it out")
    seen = step.show or step.look or step.count
    if seen in content.piles and step.who != "self":
        yield Wrong("a pile belongs to no player", (*path, "who"), "leave it out")
    if not content.teams and step.who in ("team", "partners"):
        yield Wrong("there are no teams", (*path, "who"), "say how many: `teams: 2`")


def _wrong_sum(step: StepSpec, path: tuple[Key, ...], content: Content) -> Iterator[Wrong]:
    """Yield the fault of a step that adds to a counter that holds a player, or takes from it."""
    for key in ("gain", "lose", "take", "give", "bid"):
        name = getattr(step, key)
        if name in content.counters and content.counters[name].seat:
            message = f'"{name}" holds a player, which is no number to go up and down'
            hint = f"write {{set: {name}, to: …}} with the number of a player, or leave out `seat: true`"
            yield Wrong(message, (*path, key), hint)


def _wrong_qualifier(
    step: StepSpec, path: tuple[Key, ...], content: Content, named: Names
) -> Iterator[Wrong]:
    """Yield faults for keys that a step's subject needs or cannot have."""
    some = step.number is not None or step.where is not None
    if step.discard in named and some:
        message = f'puts away the one card "{step.discard}", but says which or how many'
        yield Wrong(message, path, 'leave out "number" and "where", or name a place')
    passed = step.take or step.give
    if passed is not None and passed in (*content.counters, *content.hands, *content.piles, *named):
        key, other = ("by", "into") if passed in content.counters else ("into", "by")
        if getattr(step, key) is None or getattr(step, other) is not None:
            message = f'"{passed}" is passed on with "{key}", not with "{other}"'
            yield Wrong(message, path)
        elif step.into is not None and step.into not in content.hands:
            yield Wrong(f'"{step.into}" is not a hand', (*path, "into"), "cards go to a hand")
    counter = content.counters.get(step.gain or step.lose or step.set or passed or "")
    if (counter is not None and counter.on is not None) != (step.on is not None):
        message, hint = 'has "on", but a number on no table', "leave it out"
        if counter is not None and counter.on:
            message, hint = f'changes a number on "{counter.on}", but no "on" says which', "add on"
        yield Wrong(message, path, hint)
    from_ = step.pick if step.at else None
    rows = [name for name in (step.draw, step.discard, step.into, from_) if name in content.rows]
    if len(rows) != (step.at is not None):
        message = f'"{rows[0]}" is several rows' if rows else 'has "at", but no rows to number'
        yield Wrong(message, path, "name one with at: 1, or one place after the other")


def wrong_winner(
    how: str, counter: str, path: tuple[Key, ...], content: Content
) -> Iterator[Wrong]:
    """Yield the fault of a counter that cannot say who wins."""
    if how not in ("most", "least"):
        return
    own = [name for name in content.counters if not content.is_shared(name)]
    if counter not in own:
        message = f'no player has a counter "{counter}" of their own'
        yield Wrong(message, (*path, how), did_you_mean(counter, own), "unknown-reference")
    elif content.counters[counter].on:
        message, hint = (
            f'"{counter}" has a number on each row, not one',
            "add them up in another counter",
        )
        yield Wrong(message, (*path, how), hint, "unknown-reference")
    elif content.counters[counter].seat:
        message = f'"{counter}" holds a player, of whom nobody has most or least'
        yield Wrong(message, (*path, how), "name a counter of points", "unknown-reference")


def wrong_spaces(
    expression: Expression, path: tuple[Key, ...], content: Content, named: Names
) -> Iterator[Wrong]:
    """Yield the faults of names of spaces on which the token, or a picked space, never is."""
    for name, space in expression.compared():
        token, (kind, of) = content.tokens.get(name), named.get(name, ("", ""))
        spaces = content.spaces[token.on if token else of] if token or kind == "space" else ()
        if spaces and all(isinstance(each, str) for each in spaces) and space not in spaces:
            hint = did_you_mean(space, spaces)
            yield Wrong(f'"{name}" is never on a space "{space}"', path, hint, "unknown-reference")


def wrong_measures(
    expression: Compiled,
    constants: Iterable[str],
    path: tuple[Key, ...],
    content: Content,
    named: Names,
) -> Iterator[Wrong]:
    """Yield the faults of distances and the like: without a grid, or not between two places."""
    own = {*constants, *named, *content.kinds, *content.tables}
    for name in sorted(expression.used.intersection(MEASURES).difference(own)):
        use, grid = MEASURES[name]
        if name not in content.grids.measures:
            message = f'there is no grid on which "{name}" can be measured'
            yield Wrong(message, path, f"give rows or a track a grid: {grid}", "unknown-name")
        elif any(number != 2 for number in expression.passed_to(name)):
            message = f'"{name}" needs two values in `{short(expression.source, 80)}`'
            yield Wrong(message, path, f"write {use}", "expression-syntax")
