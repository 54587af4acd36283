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
from generator.engine.console.refusal import WHICH, why
from generator.engine.console.wrapping import Kind, ScreenLine
from generator.engine.text.rule_texts import Rule
from generator.kit.words import Translator


class Session(Protocol):
    """The part of a session that commands use."""

    history: History
    autosave: AutoSave

    @property
    def viewer(self) -> int | None:
        """The seat whose view may be shown now; None for what everybody sees."""
        ...

    def say(self, kind: Kind, text: str, margin: int = 0) -> Iterator[ScreenLine]: ...
    def tell(self, kind: Kind, message: str, /, **facts: object) -> Iterator[ScreenLine]: ...
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
    words = session.history.game.words
    every = [*MOVES, *((each.usage, each.summary) for each in COMMANDS.values())]
    rows = [(_usage(usage, words), words.text(summary)) for usage, summary in every]
    wide = max(len(usage) for usage, _ in rows)
    for usage, summary in rows:
        first, *further = [line.text for line in session.say(Kind.NOTE, summary, wide + 6)]
        yield ScreenLine(Kind.NOTE, f"    {usage:{wide}}  {first}")
        for text in further:
            yield ScreenLine(Kind.NOTE, f"{'':{wide + 6}}{text.strip()}")


def _usage(usage: str, words: Translator) -> str:
    """What to type; a command that stands alone is the same in every language."""
    return usage if usage.islower() else words.text(usage)


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
    yield from session.tell(Kind.NOTE, BOT_WOULD)
    yield from session.say(Kind.CHOICE, choice.cell)
    session.suggest(move)


def _why(session: Session, rest: str) -> Iterator[ScreenLine]:
    if not rest:
        yield from session.tell(Kind.FAULT, WHY_WHAT)
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
            yield from session.tell(Kind.NOTE, NO_RULE_BUT, word=rest)
            yield from _card_lines(session, lying)
            return
        yield from _unknown(session, NO_RULE, rest, did_you_mean(rest, rules))
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
        yield from session.tell(Kind.NOTE, LOOK_MORE)
    elif found := named(game, rest):
        yield from _card_lines(session, found)
    else:
        yield from _unknown(session, NO_NAME, rest, nearest_name(game, rest))


def _card_lines(session: Session, found: Sequence[CardRow]) -> Iterator[ScreenLine]:
    """The texts of cards, and where they are as far as the viewer knows; only names if there are many."""
    game = session.history.game
    if len(found) > SHOWN_RULES:
        names = ", ".join(dict.fromkeys(card.title(game) for card in found))
        yield from session.tell(Kind.NOTE, WHICH, names=names)
        return
    seen = in_sight(session.history.state, game, session.viewer)
    for card in found:
        places = ", ".join(place for place, lying in seen.items() if card in lying)
        name, kind = card.title(game), game.words.text(card.table.one)
        seen_at = session.tell(Kind.HEAD, SEEN, name=name, kind=kind, places=places)
        yield from seen_at if places else session.say(Kind.HEAD, f"{name} ({kind})")
        for text in game.row_text(card.table, card.row):
            yield from session.say(Kind.NOTE, f"    {text}")


def _unknown(session: Session, message: str, word: str, hint: str) -> Iterator[ScreenLine]:
    """A message about an unknown word, with what may have been meant."""
    text = session.history.game.words.text(message, word=word)
    hint = "" if session.history.game.words.language else hint  # they are in English
    yield from session.say(Kind.FAULT, f"{text}; {hint}" if hint else text)


def _legend(session: Session, rest: str) -> Iterator[ScreenLine]:
    legend = session.history.game.legend
    return session.tell(Kind.NOTE, legend) if legend else session.tell(Kind.NOTE, NO_SIGNS)


def _save(session: Session, rest: str) -> Iterator[ScreenLine]:
    return session.autosave.save(session.history, _file(rest) if rest else None)


def _load(session: Session, rest: str) -> Iterator[ScreenLine]:
    if not rest:
        return session.tell(Kind.FAULT, LOAD_WHAT)
    return session.load(_file(rest))


def _file(words: str) -> Path:
    """The file with that name; "~" is the home folder, if there is one."""
    return Path(os.path.expanduser(words))  # Path's own method would raise RuntimeError


def _quit(session: Session, rest: str) -> Iterator[ScreenLine]:
    return session.quit()


BOT_WOULD = "A bot would make this move; press Enter to make it:"
WHY_WHAT = 'name a move or a thing: "why" and what it is called'
NO_RULE, NO_RULE_BUT = 'there is no rule "{word}"', 'No rule contains "{word}", but there is:'
LOOK_MORE = '"look" and a name shows its text.'
NO_NAME = 'nothing in this game is called "{word}"'
SEEN = "{name} ({kind}; in sight: {places})"
NO_SIGNS = "The position uses no signs other than those it explains."
LOAD_WHAT = 'name the file: "load" and its name'
HELP_OR_MOVES = '"help" lists the commands, Enter the moves.'

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
MESSAGES = (
    *(text for row in MOVES for text in row),
    *(each.summary for each in COMMANDS.values()),
    *(each.usage for each in COMMANDS.values() if not each.usage.islower()),
    *(BOT_WOULD, WHY_WHAT, NO_RULE, NO_RULE_BUT, LOOK_MORE, NO_NAME, SEEN, NO_SIGNS),
    *(LOAD_WHAT, HELP_OR_MOVES),
)
SHOWN_RULES = 4
"""Most rules shown with their text; beyond that only their names."""


def explain_unknown(session: Session, text: str, error: KitError) -> Iterator[ScreenLine]:
    """Answer a text that is neither a move nor a command."""
    for fault in error.faults:
        rule = f"  ({fault.check})" if fault.check else ""
        yield from session.say(Kind.FAULT, f"{fault.message}{rule}")
    moves = (str(move).partition(" ")[0] for move in session.history.state.legal_moves())
    word, known = text.partition(" ")[0].lower(), {*COMMANDS, *moves}
    english = not session.history.game.words.language  # as hints are
    near = nearest(word, known) if english and word not in known else ""
    if any(near and near in fault.message for fault in error.faults):
        return
    if near:
        yield ScreenLine(Kind.NOTE, near)
    else:
        yield from session.tell(Kind.NOTE, HELP_OR_MOVES)


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
