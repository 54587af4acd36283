"""Commands of the console: everything that can be typed besides a move."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from generator.base.errors import KitError, did_you_mean, nearest
from generator.engine.bots import Observation
from generator.engine.console.autosave import AutoSave
from generator.engine.console.cards import CardRow, in_sight, named, nearest_name
from generator.engine.console.hint import hint as find_hint
from generator.engine.console.history import History
from generator.engine.console.menu import choices
from generator.engine.console.refusal import why
from generator.engine.console.wrapping import Kind, ScreenLine
from generator.engine.text.rule_texts import Rule


class Session(Protocol):
    """The part of a session that commands use."""

    history: History
    autosave: AutoSave

    @property
    def viewer(self) -> int | None:
        """The seat whose view may be shown now; None for what everybody sees."""
        ...

    def say(self, kind: Kind, text: str, margin: int = 0) -> Iterator[ScreenLine]: ...
    def show(self, explained: bool = False) -> Iterator[ScreenLine]: ...
    def legal(self, text: str) -> Any: ...
    def suggest(self, move: Any) -> None: ...
    def show_notation(self) -> Iterator[ScreenLine]: ...
    def undo(self) -> Iterator[ScreenLine]: ...
    def load(self, file: Path) -> Iterator[ScreenLine]: ...
    def quit(self) -> Iterator[ScreenLine]: ...


class Command(NamedTuple):
    """A command of the console."""

    usage: str
    summary: str
    run: Callable[[Session, str], Iterator[ScreenLine]]
    """Runs the command with the text after its name."""
    always: bool
    """Whether it also works when nobody has a decision; it must then show no secrets."""


def _help(session: Session, rest: str) -> Iterator[ScreenLine]:
    rows = [*MOVES, *((each.usage, each.summary) for each in COMMANDS.values())]
    wide = max(len(usage) for usage, _ in rows)
    for usage, summary in rows:
        first, *further = [line.text for line in session.say(Kind.NOTE, summary, wide + 6)]
        yield ScreenLine(Kind.NOTE, f"    {usage:{wide}}  {first}")
        for text in further:
            yield ScreenLine(Kind.NOTE, f"{'':{wide + 6}}{text.strip()}")


def _show(session: Session, rest: str) -> Iterator[ScreenLine]:
    return session.show(explained=True)


def _notation(session: Session, rest: str) -> Iterator[ScreenLine]:
    return session.show_notation()


def _undo(session: Session, rest: str) -> Iterator[ScreenLine]:
    return session.undo()


def _hint(session: Session, rest: str) -> Iterator[ScreenLine]:
    state = session.history.state
    move = find_hint(Observation(state), session.history.rng())
    choice = next(each for each in choices(state) if each.text == str(move))
    yield ScreenLine(Kind.NOTE, "A bot would make this move; press Enter to make it:")
    yield from session.say(Kind.CHOICE, choice.cell)
    session.suggest(move)


def _why(session: Session, rest: str) -> Iterator[ScreenLine]:
    if not rest:
        yield ScreenLine(Kind.FAULT, 'name a move or a thing: "why" and what it is called')
        return
    yield from explain(session, rest)


def _rules(session: Session, rest: str) -> Iterator[ScreenLine]:
    rules = session.history.game.rules
    if rest in rules:
        yield from _rule_lines(session, rules[rest])
        return
    found = [rule for rule in rules.values() if rest.lower() in rule.slug]
    found = found or [rule for rule in rules.values() if rest.lower() in rule.text.lower()]
    if not found:
        if lying := named(session.history.game, rest):
            yield from session.say(Kind.NOTE, f'No rule contains "{rest}", but there is:')
            yield from _card_lines(session, lying)
            return
        hint = did_you_mean(rest, rules)
        message = f'there is no rule "{rest}"' + (f"; {hint}" if hint else "")
        yield from session.say(Kind.FAULT, message)
    elif len(found) <= SHOWN_RULES:
        for rule in found:
            yield from _rule_lines(session, rule)
    else:
        sections: dict[str, list[str]] = {}
        for rule in found:
            sections.setdefault(rule.section, []).append(rule.slug)
        for section, slugs in sections.items():
            yield from session.say(Kind.NOTE, f"{section}: {', '.join(slugs)}")


def _look(session: Session, rest: str) -> Iterator[ScreenLine]:
    game = session.history.game
    seen = in_sight(session.history.state, game, session.viewer)
    if not rest:
        for place, lying in seen.items():
            counts = Counter(card.title(game) for card in lying)
            names = ", ".join(
                f"{name} x{count}" if count > 1 else name for name, count in counts.items()
            )
            yield from session.say(Kind.NOTE, f"{place}: {names}")
        yield from session.say(Kind.NOTE, '"look" and a name shows its text.')
    elif found := named(game, rest):
        yield from _card_lines(session, found)
    else:
        near = nearest_name(game, rest)
        message = f'nothing in this game is called "{rest}"' + (f"; {near}" if near else "")
        yield from session.say(Kind.FAULT, message)


def _card_lines(session: Session, found: Sequence[CardRow]) -> Iterator[ScreenLine]:
    """The texts of cards, and where they are as far as the viewer knows; only names if there are many."""
    game = session.history.game
    if len(found) > SHOWN_RULES:
        names = ", ".join(dict.fromkeys(card.title(game) for card in found))
        yield from session.say(Kind.NOTE, f"Which one? {names}")
        return
    seen = in_sight(session.history.state, game, session.viewer)
    for card in found:
        places = ", ".join(place for place, lying in seen.items() if card in lying)
        where = f"; in sight: {places}" if places else ""
        yield from session.say(Kind.HEAD, f"{card.title(game)} ({card.table.one}{where})")
        for text in game.row_text(card.table, card.row):
            yield from session.say(Kind.NOTE, f"    {text}")


def _legend(session: Session, rest: str) -> Iterator[ScreenLine]:
    legend = session.history.state.legend
    return session.say(
        Kind.NOTE, legend or "The position uses no signs other than those it explains."
    )


def _save(session: Session, rest: str) -> Iterator[ScreenLine]:
    return session.autosave.save(session.history, _file(rest) if rest else None)


def _load(session: Session, rest: str) -> Iterator[ScreenLine]:
    if not rest:
        return iter([ScreenLine(Kind.FAULT, 'name the file: "load" and its name')])
    return session.load(_file(rest))


def _file(words: str) -> Path:
    """The file with that name; "~" is the home folder, if there is one."""
    return Path(os.path.expanduser(words))  # Path's own method would raise RuntimeError


def _quit(session: Session, rest: str) -> Iterator[ScreenLine]:
    return session.quit()


MOVES = (
    ("NUMBER", "make the move with this number"),
    ("MOVE", "make the move with these words, or this notation; a beginning lists moves"),
    ("Enter", "show more moves, or make the move that is offered"),
)
"""Commands that make a move."""

COMMANDS: Mapping[str, Command] = {
    "show": Command(
        "show", "show the position and the moves again, and explain the signs", _show, False
    ),
    "notation": Command(
        "notation", "list the moves with their notation, or no longer", _notation, False
    ),
    "hint": Command("hint", "show the move that a bot would make", _hint, False),
    "why": Command(
        "why NAME", "whether a move or a thing can be used now, or why not", _why, False
    ),
    "look": Command("look NAME", "a card, figure or ability; alone: all in sight", _look, True),
    "legend": Command("legend", "the meaning of the position's signs", _legend, True),
    "rules": Command("rules WORD", "a rule or a card by its name, or by a word", _rules, True),
    "undo": Command("undo", "take back your last decision, then the one before", _undo, True),
    "save": Command("save FILE", "save the game to a file", _save, True),
    "load": Command("load FILE", "continue the game in a file", _load, True),
    "quit": Command("quit", "leave; the game is saved", _quit, True),
    "help": Command("help", "this list", _help, True),
}
"""All commands by name."""

ALIASES: Mapping[str, str] = {"?": "help", "q": "quit"}
"""Abbreviations."""
SHOWN_RULES = 4
"""Most rules shown with their text; beyond that only their names."""


def explain_unknown(session: Session, text: str, error: KitError) -> Iterator[ScreenLine]:
    """Answer a text that is neither a move nor a command."""
    for fault in error.faults:
        rule = f"  ({fault.check})" if fault.check else ""
        yield from session.say(Kind.FAULT, f"{fault.message}{rule}")
    moves = (str(move).partition(" ")[0] for move in session.history.state.legal_moves())
    word, known = text.partition(" ")[0].lower(), {*COMMANDS, *moves}
    near = "" if word in known else nearest(word, known)
    if any(near and near in fault.message for fault in error.faults):
        return
    if near:
        yield ScreenLine(Kind.NOTE, near)
    else:
        yield ScreenLine(Kind.NOTE, '"help" lists the commands, Enter the moves.')


def explain(session: Session, text: str) -> Iterator[ScreenLine]:
    """Say whether a move or a thing can be used now, and if not, why, citing the rule."""
    game, move = session.history.game, session.legal(text)
    try:
        answer = why(game, session.history.state, text if move is None else str(move))
    except KitError as error:
        yield from explain_unknown(session, text, error)
        return
    yield from session.say(Kind.FAULT if answer.refused else Kind.NOTE, answer.text)
    if answer.rule in game.rules:
        yield from _rule_lines(session, game.rules[answer.rule])


def _rule_lines(session: Session, rule: Rule) -> Iterator[ScreenLine]:
    return session.say(Kind.NOTE, f"{rule.section}: {rule.text}  ({rule.slug})")
