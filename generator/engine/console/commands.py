"""Turns what can be said at the table besides a move into answers."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.base.errors import KitError, did_you_mean
from generator.engine.bots import Observation
from generator.engine.console.hint import hint as find_hint
from generator.engine.console.paging import Choice
from generator.engine.console.wrapping import Kind, Line
from generator.engine.rule_texts import Rule

if TYPE_CHECKING:
    from generator.engine.console.session import Session


class Command(NamedTuple):
    """Something that can be said."""

    usage: str
    says: str
    """What it does."""
    do: Callable[[Session, str], Iterator[Line]]
    """Does it; the text is what follows its first word."""
    always: bool
    """Whether it can be said when nobody has to decide, too; then it may show no secrets."""


def _help(session: Session, rest: str) -> Iterator[Line]:
    rows = [*MOVES, *((each.usage, each.says) for each in COMMANDS.values())]
    wide = max(len(usage) for usage, _ in rows)
    for usage, says in rows:
        first, *further = [line.text for line in session.say(Kind.NOTE, says, wide + 6)]
        yield Line(Kind.NOTE, f"    {usage:{wide}}  {first}")
        for text in further:
            yield Line(Kind.NOTE, f"{'':{wide + 6}}{text.strip()}")


def _show(session: Session, rest: str) -> Iterator[Line]:
    return session.show(explained=True)


def _undo(session: Session, rest: str) -> Iterator[Line]:
    return session.undo()


def _hint(session: Session, rest: str) -> Iterator[Line]:
    state = session.history.state
    move = find_hint(Observation(state), session.history.rng())
    number = state.legal_moves().index(move) + 1
    yield Line(Kind.NOTE, "A bot would make this move; so does Enter:")
    yield from session.say(Kind.CHOICE, Choice(number, str(move), state.describe_move(move)).cell)
    session.offer = move


def _why(session: Session, rest: str) -> Iterator[Line]:
    if not rest:
        yield Line(Kind.FAULT, 'say which move: "why" and the text of the move')
        return
    try:
        move = session.legal(rest) or session.history.game.read_move(rest)
    except KitError as error:
        yield from explain_unknown(session, rest, error)
        return
    if move in session.history.state.legal_moves():
        yield from session.say(Kind.NOTE, f'"{move}" is legal.')
    else:
        yield from explain_illegal(session, move)


def _rules(session: Session, rest: str) -> Iterator[Line]:
    rules = session.history.game.rules
    if rest in rules:
        yield from _told(session, rules[rest])
        return
    found = [rule for rule in rules.values() if rest.lower() in rule.slug]
    found = found or [rule for rule in rules.values() if rest.lower() in rule.text.lower()]
    if not found:
        hint = did_you_mean(rest, rules)
        says = f'there is no rule "{rest}"' + (f"; {hint}" if hint else "")
        yield from session.say(Kind.FAULT, says)
    elif len(found) <= FEW:
        for rule in found:
            yield from _told(session, rule)
    else:
        sections: dict[str, list[str]] = {}
        for rule in found:
            sections.setdefault(rule.section, []).append(rule.slug)
        for section, slugs in sections.items():
            yield from session.say(Kind.NOTE, f"{section}: {', '.join(slugs)}")


def _save(session: Session, rest: str) -> Iterator[Line]:
    return session.autosave.save(session.history, _file(rest) if rest else None)


def _load(session: Session, rest: str) -> Iterator[Line]:
    if not rest:
        return iter([Line(Kind.FAULT, 'say which file: "load" and its name')])
    return session.load(_file(rest))


def _file(words: str) -> Path:
    """The file of that name; "~" is the home folder, unless nobody knows of one."""
    return Path(os.path.expanduser(words))  # Path's own would raise RuntimeError


def _quit(session: Session, rest: str) -> Iterator[Line]:
    return session.quit()


MOVES = (
    ("NUMBER", "make the move with this number"),
    ("MOVE", "make the move with this text; a beginning lists moves"),
    ("Enter", "show more moves, or make the move that is offered"),
)
"""What can be typed to make a move."""

COMMANDS: Mapping[str, Command] = {
    "show": Command(
        "show", "the position and the moves again, and what the signs mean", _show, False
    ),
    "hint": Command("hint", "what a bot would do, after a second of thought", _hint, False),
    "why": Command("why MOVE", "the rule that forbids a move", _why, False),
    "rules": Command("rules WORD", "a rule by its name, or all with this word", _rules, True),
    "undo": Command("undo", "take your last decision back, and the one before", _undo, True),
    "save": Command("save FILE", "keep the game in a file", _save, True),
    "load": Command("load FILE", "go on with the game in a file", _load, True),
    "quit": Command("quit", "leave; the game is kept", _quit, True),
    "help": Command("help", "this list", _help, True),
}
"""By the first word."""

ALIASES: Mapping[str, str] = {"?": "help", "q": "quit"}
"""What is typed for short."""
FEW = 4
"""So many rules are told at once; of more only the names."""


def explain_unknown(session: Session, text: str, error: KitError) -> Iterator[Line]:
    """The answer to what is neither a move nor a command."""
    for fault in error.faults:
        rule = f"  ({fault.check})" if fault.check else ""
        yield from session.say(Kind.FAULT, f"{fault.message}{rule}")
    near = did_you_mean(text.partition(" ")[0].lower(), COMMANDS)
    if near.startswith("did"):
        yield Line(Kind.NOTE, near)
    else:
        yield Line(Kind.NOTE, '"help" tells what can be typed, Enter the moves.')


def explain_illegal(session: Session, move: Any) -> Iterator[Line]:
    """Why a move is not legal, and the rule that forbids it."""
    slug, reason = session.history.state.explain_illegal(move)
    yield from session.say(Kind.FAULT, f'"{move}" is not legal: {reason}')
    if slug in session.history.game.rules:
        yield from _told(session, session.history.game.rules[slug])


def _told(session: Session, rule: Rule) -> Iterator[Line]:
    return session.say(Kind.NOTE, f"{rule.section}: {rule.text}  ({rule.slug})")
