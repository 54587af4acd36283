"""Turns a game that has been played into a file, and the file into the same game again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from generator.base.document import Document
from generator.base.errors import CheckFailed, Fault, KitError, Place
from generator.base.load_document import load_yaml
from generator.base.text_files import read_text, shown_name
from generator.engine.events import JsonValue
from generator.engine.game import Game, IllegalMoveError
from generator.engine.playthrough import Told
from generator.engine.snapshot import mark
from generator.engine.testing.expectations import unlike

KINDS: dict[str, type] = {
    **{"kit": str, "players": int, "options": dict, "seed": int, "moves": list, "end": dict},
}
MARK = "data"
SHOWN = 5
"""So many differences of two positions are told; of more, how many there are."""


@dataclass(frozen=True)
class SavedGame:
    """How a game began, every move, and where it has led."""

    kit: str
    players: int
    options: Mapping[str, str | int]
    seed: int
    moves: Sequence[str]
    end: Mapping[str, JsonValue]
    """The state after the last move."""
    data: str = ""
    """The mark of the rules and data that it was played by; older files have none."""
    document: Document | None = None
    """The file it was read from."""

    def text(self) -> str:
        """The file's content: JSON, with one move a line."""
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
    """The game in a file that `SavedGame.text` wrote.  Raises KitError."""
    shown = shown_name(path)
    if not read_text(path, shown).lstrip().startswith("{"):
        message = "is not a saved game"
        hint = "--save writes one"
        raise KitError(message, place=Place(shown), hint=hint, check="not-a-saved-game")
    document = load_yaml(path)
    data = document.data
    faults = [
        Fault(f'a saved game has no "{key}"', document.place(key), check="not-a-saved-game")
        for key in data
        if key not in (*KINDS, MARK)
    ]
    for key, kind in {**KINDS, MARK: str}.items():
        if not isinstance(data.get(key, "" if key == MARK else None), kind):
            says = f'the "{key}" of this saved game is missing'
            faults.append(Fault(says, document.place(key), check="not-a-saved-game"))
    if faults:
        raise KitError(faults)
    return SavedGame(**data, document=document)


def free_name(kit: str) -> Path:
    """A name for a saved game that no file has yet: `grumbles-game.json`, `grumbles-game-2.json`."""
    names = (f"{kit}-game{f'-{number}' * (number > 1)}.json" for number in count(1))
    return next(path for path in map(Path, names) if not path.exists())


def prove_replaceable(path: Path) -> None:
    """Raises KitError if a saved game would take the place of a file that is something else."""
    if path.is_file() and path.stat().st_size:
        try:
            read_saved(path)
        except KitError as error:
            says = "is there already, and is not a saved game"
            place = Place(shown_name(path))
            raise KitError(
                says, place=place, hint="choose another name", check="file-exists"
            ) from error


def is_changed(game: Game[Any], saved: SavedGame) -> bool:
    """Whether the game has other rules or data than those that the saved game was played by."""
    return saved.data not in ("", mark(game))


def replay(game: Game[Any], saved: SavedGame) -> Iterator[Told]:
    """Plays the saved game again.

    Raises KitError if it is of another kit, and CheckFailed if a move is not legal any more or
    another position is reached: then the rules or the data have changed.
    """
    if saved.kit != game.name:
        says = f"this is a saved game of {saved.kit}, not of {game.name}"
        raise KitError(says, place=saved.place("kit"), check="not-a-saved-game")
    try:
        state, events = game.start(saved.seed, saved.players, saved.options)
    except KitError as error:
        raise error.within(place=saved.place("options")) from None
    yield Told(None, "", events, state)
    for number, text in enumerate(saved.moves):
        seat = state.to_act
        try:
            events = state.apply(game.read_move(str(text)))
        except IllegalMoveError as refusal:
            (reason,) = refusal.faults
            says = f'move {number + 1} of {len(saved.moves)}, "{text}", is not legal now: {reason.message}'
            fault = Fault(
                says, saved.place("moves", number), check=reason.check, hint=_why(game, saved)
            )
            raise CheckFailed(fault) from None
        yield Told(seat, str(text), events, state)
    reached = json.loads(json.dumps(state.to_data()))
    faults = [
        Fault(
            f"the game now ends differently: {says}",
            saved.place("end", *path),
            check="saved-game-differs",
        )
        for path, says in unlike(saved.end, reached)
    ]
    if faults:
        more = len(faults) - SHOWN
        rest = f"and {more} more differences"
        last = [Fault(rest, saved.place("end"), check="saved-game-differs")] if more > 0 else []
        why = Fault(_why(game, saved), saved.place(), check="saved-game-differs")
        raise CheckFailed([why, *faults[:SHOWN], *last])


def _why(game: Game[Any], saved: SavedGame) -> str:
    """Why a game cannot be gone on with, and what can be done."""
    if saved.data and not is_changed(game, saved):
        return "the rules and data are those that it was saved by, so its file has been edited"
    since = "the rules or the data have" if saved.data else "perhaps the rules or the data have"
    return f"{since} changed since it was saved; it goes on with those of then (--data FOLDER)"
