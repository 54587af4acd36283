"""Position edits: moves a piece in a position, if the rules accept the result.

No game is known here.  A position is plain data: a piece is a word in a list (a card in a hand), or
has its place next to its name (a figure and its square).  Every possible meaning of a move is tried
in turn, and the engine decides which of them is a valid position.

Pieces and places go by their names on the table; or by their JSON pointers if they are in lists:
"/hands/p1" is a hand, "/hands/p1/0" its first card.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import islice, zip_longest
from typing import Any, NamedTuple, TypeAlias

from generator.base.document import Key
from generator.base.errors import Fault, KitError
from generator.engine.fields.entries import CHANCE, OPTIONS, OUTCOME, PENDING, PLAYERS, Follows
from generator.engine.game import Game, State

Path: TypeAlias = tuple[Key, ...]
Names: TypeAlias = Sequence[str]
NO_PLACES = {key for entry in (CHANCE, OPTIONS, OUTCOME, PENDING, PLAYERS) for key in entry.keys}
"""Parts of a position in which no piece can be."""
MAX_TRIES = 24
"""Most pieces that are tried in an empty list to find out whether it can hold pieces."""


class Zone(NamedTuple):
    """A list in a position, such as a hand or a pile: its place, and its content in order."""

    path: Path
    pieces: tuple[str, ...]

    @property
    def pointer(self) -> str:
        return pointer(self.path)


class Site(NamedTuple):
    """A word in a position, and its place: as a value, or as a key."""

    path: Path
    word: str
    is_key: bool = False


def pointer(path: Path) -> str:
    """The JSON pointer of a part of a position."""
    return "".join(f"/{str(key).replace('~', '~0').replace('/', '~1')}" for key in path)


def zones(game: Game[Any], state: State[Any]) -> list[Zone]:
    """Every list with pieces in it, and the empty ones that the rules let a piece into."""
    data = state.to_data()
    found = [Zone(path, tuple(each)) for path, each in _lists(data)]
    full = [zone for zone in found if zone.pieces]
    in_turn = zip_longest(*([f"{z.pointer}/{n}" for n in range(len(z.pieces))] for z in full))
    pieces = [piece for each in in_turn for piece in each if piece]

    def accepts(zone: Zone) -> bool:
        for piece in pieces[:MAX_TRIES]:
            if any(islice(positions(game, state, [piece], [zone.pointer], []), 1)):
                return True
        return False

    return [*full, *(zone for zone in found if not zone.pieces and accepts(zone))]


def positions(
    game: Game[Any], state: State[Any], piece: Names, to: Names, refused: list[KitError]
) -> Iterator[State[Any]]:
    """The possible positions after a piece is put there, likeliest first.

    Those that the rules reject are recorded in `refused`.
    """
    before = _without_derived(state)
    for data in _candidates(before, piece, to):
        try:
            after = game.load(data)
        except KitError as error:
            refused.append(error)
            continue
        if not after.outcome:
            yield after
        else:
            message = "the game would be over in that position"
            refused.append(KitError(message, check="position-over"))


def rejection(piece: Names, refused: Sequence[KitError]) -> KitError:
    """The error for a piece that cannot be put somewhere: the engine's reason for the likeliest try."""
    if refused:
        return KitError([Fault(f.message, hint=f.hint, check=f.check) for f in refused[0].faults])
    message = f"this position does not state where {piece[0]} lies"
    return KitError(message, check="position-unknown")


def _without_derived(state: State[Any]) -> dict[str, Any]:
    """A position without the parts that follow from the rest."""
    follows = {key for each in state.entries if isinstance(each, Follows) for key in each.keys}
    return {key: value for key, value in state.to_data().items() if key not in follows}


def _lists(data: Any, path: Path = ()) -> Iterator[tuple[Path, list[str]]]:
    """Every list of words without blanks, as the names of pieces are."""
    if isinstance(data, list) and all(isinstance(each, str) and " " not in each for each in data):
        yield path, data
    elif isinstance(data, (dict, list)):
        for key, each in data.items() if isinstance(data, dict) else enumerate(data):
            if path or key not in NO_PLACES:
                yield from _lists(each, (*path, key))


def _candidates(data: dict[str, Any], piece: Names, to: Names) -> Iterator[dict[str, Any]]:
    seen = [data]
    for site in _sites(data, piece):
        for candidate in (*_into_lists(data, site, to), *_to_places(data, site, to)):
            if candidate not in seen:
                seen.append(candidate)
                yield candidate


def _sites(data: Any, names: Names) -> list[Site]:
    """The places of any of the names, nested ones first."""
    words = [*_words(data)]
    if names[0].startswith("/"):
        return [site for site in words if pointer(site.path) == names[0] and not site.is_key]
    sites = [site for name in reversed(names) for site in words if site.word == name]
    return sorted(sites, key=lambda site: not {*names} & {*map(str, site.path[:-1])})


def _words(data: Any, path: Path = ()) -> Iterator[Site]:
    """Every word, and every key below the top level."""
    if isinstance(data, str):
        yield Site(path, data)
    elif isinstance(data, (dict, list)):
        for key, each in data.items() if isinstance(data, dict) else enumerate(data):
            if path or key not in NO_PLACES:
                if isinstance(data, dict) and path:
                    yield Site((*path, key), str(key), is_key=True)
                yield from _words(each, (*path, key))


def _into_lists(data: dict[str, Any], site: Site, to: Names) -> Iterator[dict[str, Any]]:
    """The piece moved to another list, or to another index in its own."""
    *list_path, number = site.path
    source = tuple(list_path)
    if site.is_key or not isinstance(number, int):
        return
    for target, each in _lists(data):
        here = pointer(target)
        last = [len(each) - (source == target)] if to[0] == here else []
        items = [n for n, word in enumerate(each) if to[0] == f"{here}/{n}" or word in to]
        for at in (*last, *items):
            moved = deepcopy(data)
            word = _at(moved, source).pop(number)
            _at(moved, target).insert(at, word)
            yield moved


def _to_places(data: dict[str, Any], site: Site, to: Names) -> Iterator[dict[str, Any]]:
    """The piece with another place next to its name."""
    *path, last = site.path
    for word in reversed(to):
        moved = deepcopy(data)
        parent = _at(moved, tuple(path))
        if word.startswith("/") or (site.is_key and word in parent):
            continue
        if site.is_key:
            pairs = [(word if key == last else key, value) for key, value in parent.items()]
            parent.clear()
            parent.update(pairs)
        else:
            parent[last] = word
        yield moved


def _at(data: Any, path: Path) -> Any:
    for key in path:
        data = data[key]
    return data


def differing(one: Mapping[str, Any], other: Mapping[str, Any], path: Path = ()) -> Iterator[Path]:
    """The paths at which two positions differ; a list is one part of them."""
    for key in dict.fromkeys([*one, *other]):
        a, b, here = one.get(key), other.get(key), (*path, key)
        if isinstance(a, Mapping) and isinstance(b, Mapping) and a and b:
            yield from differing(a, b, here)
        elif a != b:
            yield here
