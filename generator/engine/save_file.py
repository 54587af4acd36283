"""Saved games: writes a game and its moves to a file, and replays it from there.

A fingerprint of the rules and data tells whether they have changed since.  It covers the content of
the kit's files, but neither comments nor line numbers.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

from generator.base.document import Document
from generator.base.errors import CheckFailed, Fault, KitError, Place, counted, errors_at
from generator.base.formats.yaml import parse_yaml
from generator.base.text_files import read_text, shown_name
from generator.engine.events import JsonValue
from generator.engine.game import Game, IllegalMoveError
from generator.engine.playthrough import PlaythroughStep
from generator.engine.testing.expectations import mismatches

KINDS: dict[str, type] = {
    **{"kit": str, "players": int, "options": dict, "seed": int, "moves": list, "end": dict}
}
FINGERPRINT_KEY = "data"
_KIND_WORDS = {str: "text", int: "a whole number", dict: "a mapping", list: "a list"}
LETTERS = 16
"""Length of a short fingerprint, in letters."""
SHOWN = 5
"""Most differences between two positions that are listed; the rest are counted."""


@dataclass(frozen=True)
class SavedGame:
    """A saved game: how it began, its moves, and the position after them."""

    kit: str
    players: int
    options: Mapping[str, str | int]
    seed: int
    moves: Sequence[str]
    end: Mapping[str, JsonValue]
    """The state after the last move."""
    data: str = ""
    """Short fingerprint of the rules and data when it was saved; older files have none."""
    document: Document | None = None
    """The file from which it was read."""

    def text(self) -> str:
        """The content of the file: JSON, with one move a line."""
        return json.dumps(
            {
                "kit": self.kit,
                "players": self.players,
                "options": dict(self.options),
                "seed": self.seed,
                "moves": list(self.moves),
                **({"data": self.data} if self.data else {}),
                "end": self.end,
            },
            indent=1,
        )

    def place(self, *path: str | int) -> Place | None:
        return self.document.place(*path) if self.document else None


def read_saved(path: Path) -> SavedGame:
    """Read a file that `SavedGame.text` wrote.  Raises KitError."""
    shown = shown_name(path)
    return parse_saved(read_text(path, shown), shown)


def parse_saved(text: str, shown: str) -> SavedGame:
    """Parse the text of a saved game; `shown` is the file's name in messages.  Raises KitError."""
    if not text.lstrip().startswith("{"):
        message = "is not a saved game"
        hint = "--save writes one"
        raise KitError(message, place=Place(shown), hint=hint, check="not-a-saved-game")
    document = parse_yaml(text, shown)
    data = document.data
    faults = [
        Fault(f'a saved game has no "{key}"', document.place(key), check="not-a-saved-game")
        for key in data
        if key not in (*KINDS, FINGERPRINT_KEY)
    ]
    for key, kind in {**KINDS, FINGERPRINT_KEY: str}.items():
        value = data.get(key, "" if key == FINGERPRINT_KEY else None)
        if not isinstance(value, kind) or isinstance(value, bool):
            wrong = f"must be {_KIND_WORDS[kind]}" if key in data else "is missing"
            message = f'the "{key}" of this saved game {wrong}'
            faults.append(Fault(message, document.place(key), check="not-a-saved-game"))
    if faults:
        raise KitError(faults)
    return SavedGame(**data, document=document)


def free_name(kit: str) -> Path:
    """A free path for a saved game: `grumbles-game.json`, `grumbles-game-2.json`."""
    names = (f"{kit}-game{f'-{number}' * (number > 1)}.json" for number in count(1))
    return next(path for path in map(Path, names) if not path.exists())


def check_replaceable(path: Path) -> None:
    """Raise KitError if saving to `path` would replace a file that is not a saved game."""
    if path.is_file() and path.stat().st_size:
        try:
            read_saved(path)
        except KitError as error:
            message = "is there already, and is not a saved game"
            place = Place(shown_name(path))
            raise KitError(
                message, place=place, hint="choose another name", check="file-exists"
            ) from error


def is_changed(game: Game[Any], saved: SavedGame) -> bool:
    """Whether rules or data have changed since the game was saved."""
    return saved.data not in ("", short_fingerprint(game))


def replay(game: Game[Any], saved: SavedGame) -> Iterator[PlaythroughStep]:
    """Play the saved game again.

    Raises KitError if it is of another kit, and CheckFailed if a move is no longer legal or another
    position is reached, because the rules or the data have changed.
    """
    if saved.kit != game.name:
        message = f"this is a saved game of {saved.kit}, not of {game.name}"
        raise KitError(message, place=saved.place("kit"), check="not-a-saved-game")
    with errors_at(saved.place("options")):
        state, events = game.start(saved.seed, saved.players, saved.options)
    yield PlaythroughStep(None, "", events, state)
    for number, text in enumerate(saved.moves):
        seat = state.to_act
        try:
            events = state.apply(game.read_move(str(text)))
        except IllegalMoveError as refusal:
            (reason,) = refusal.faults
            message = f'move {number + 1} of {len(saved.moves)}, "{text}", is not legal now: {reason.message}'
            fault = Fault(
                message, saved.place("moves", number), check=reason.check, hint=_why(game, saved)
            )
            raise CheckFailed(fault) from None
        yield PlaythroughStep(seat, str(text), events, state)
    reached = json.loads(json.dumps(state.to_data()))
    faults = [
        Fault(
            f"the game now ends differently: {message}",
            saved.place("end", *path),
            check="saved-game-differs",
        )
        for path, message in (mismatches(saved.end, reached) if saved.end else ())
    ]
    if faults:
        more = len(faults) - SHOWN
        rest = f"and {counted(more, 'more difference')}"
        last = [Fault(rest, saved.place("end"), check="saved-game-differs")] if more > 0 else []
        why = Fault(_why(game, saved), saved.place(), check="saved-game-differs")
        raise CheckFailed([why, *faults[:SHOWN], *last])


def _why(game: Game[Any], saved: SavedGame) -> str:
    """Why a saved game cannot be continued, and what the user can do."""
    if saved.data and not is_changed(game, saved):
        return "the rules and data are unchanged since it was saved, so its file has been edited"
    since = "the rules or the data have" if saved.data else "perhaps the rules or the data have"
    return (
        f"{since} changed since it was saved; continue it with those of that time (--data FOLDER)"
    )


# Fingerprint of a game


def snapshot(game: Game[Any]) -> dict[str, Any]:
    """All data that defines a game: tables, rules, options and numbers of players."""
    records = game.records
    return {
        "tables": {name: _plain(table) for name, table in records.tables.items()},
        "rules": {
            slug: {"section": rule.section, "text": rule.text, "happens": rule.happens}
            | ({"only": _plain(rule.only)} if rule.only else {})
            for slug, rule in records.rules.items()
        },
        "options": {name: asdict(option) for name, option in records.options.items()},
        "players": [records.seats[0], records.seats[-1]],
        **({"besides": game.extra_definition} if game.extra_definition is not None else {}),
    }


def as_text(data: object) -> str:
    """Plain data as JSON, the same text for equal data."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def fingerprint(text: str) -> str:
    """The SHA-256 of a text, as 64 hexadecimal digits."""
    return sha256(text.encode()).hexdigest()


def short_fingerprint(game: Game[Any]) -> str:
    """The first letters of the fingerprint of a game's snapshot."""
    return fingerprint(as_text(snapshot(game)))[:LETTERS]


def _plain(value: Any) -> Any:
    """A record, or a table of records, as plain data."""
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, str):
        return [_plain(part) for part in value]
    return value
