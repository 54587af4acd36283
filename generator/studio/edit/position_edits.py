"""Position edits: a piece of a position lies elsewhere, as far as the rules know such a position.

No game is known here.  A position is plain data: a piece is a word in a list (a card in a hand), or
has its place beside its name (a figure and its square).  What may be meant by putting it elsewhere is
tried in turn, and the engine says which of that is a position.

Pieces and places go by their names on the table; or by their JSON pointers, where those are lists:
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
"""Parts of a position in which nothing lies."""
MOST_TRIES = 24
"""The most pieces that are tried for whether an empty list is a place of pieces."""


class Zone(NamedTuple):
    """A list of a position, such as a hand or a pile: where it is, and what is in it in order."""

    path: Path
    pieces: tuple[str, ...]

    @property
    def pointer(self) -> str:
        return pointer(self.path)


class Site(NamedTuple):
    """A word of a position, and where it is: as a value, or as the key of one."""

    path: Path
    word: str
    is_key: bool = False


def pointer(path: Path) -> str:
    """The JSON pointer of a part of a position."""
    return "".join(f"/{str(key).replace('~', '~0').replace('/', '~1')}" for key in path)


def zones(game: Game[Any], state: State[Any]) -> list[Zone]:
    """Every list in which pieces lie, and the empty ones into which the rules let one be put."""
    data = state.to_data()
    found = [Zone(path, tuple(each)) for path, each in _lists(data)]
    full = [zone for zone in found if zone.pieces]
    in_turn = zip_longest(*([f"{z.pointer}/{n}" for n in range(len(z.pieces))] for z in full))
    pieces = [piece for each in in_turn for piece in each if piece]

    def takes(zone: Zone) -> bool:
        for piece in pieces[:MOST_TRIES]:
            if any(islice(positions(game, state, [piece], [zone.pointer], []), 1)):
                return True
        return False

    return [*full, *(zone for zone in found if not zone.pieces and takes(zone))]


def positions(
    game: Game[Any], state: State[Any], piece: Names, to: Names, refused: list[KitError]
) -> Iterator[State[Any]]:
    """The positions that may be meant by putting a piece there, the likeliest first.

    What the rules know no position for is noted in `refused`.
    """
    before = _stated(state)
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


def nowhere(piece: Names, refused: Sequence[KitError]) -> KitError:
    """Why a piece cannot be put somewhere: what the engine says of the likeliest position."""
    if refused:
        return KitError([Fault(f.message, hint=f.hint, check=f.check) for f in refused[0].faults])
    message = f"this position does not state where {piece[0]} lies"
    return KitError(message, check="position-unknown")


def _stated(state: State[Any]) -> dict[str, Any]:
    """A position without what follows from the rest of it."""
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
        for made in (*_into_lists(data, site, to), *_to_places(data, site, to)):
            if made not in seen:
                seen.append(made)
                yield made


def _sites(data: Any, names: Names) -> list[Site]:
    """Where any of the names is, nested ones first."""
    words = [*_words(data)]
    if names[0].startswith("/"):
        return [site for site in words if pointer(site.path) == names[0] and not site.is_key]
    sites = [site for name in reversed(names) for site in words if site.word == name]
    return sorted(sites, key=lambda site: not {*names} & {*map(str, site.path[:-1])})


def _words(data: Any, path: Path = ()) -> Iterator[Site]:
    """Every word, and every key below the highest."""
    if isinstance(data, str):
        yield Site(path, data)
    elif isinstance(data, (dict, list)):
        for key, each in data.items() if isinstance(data, dict) else enumerate(data):
            if path or key not in NO_PLACES:
                if isinstance(data, dict) and path:
                    yield Site((*path, key), str(key), is_key=True)
                yield from _words(each, (*path, key))


def _into_lists(data: dict[str, Any], site: Site, to: Names) -> Iterator[dict[str, Any]]:
    """The piece of a list in another list, or elsewhere in its own."""
    *around, number = site.path
    source = tuple(around)
    if site.is_key or not isinstance(number, int):
        return
    for target, each in _lists(data):
        here = pointer(target)
        last = [len(each) - (source == target)] if to[0] == here else []
        items = [n for n, word in enumerate(each) if to[0] == f"{here}/{n}" or word in to]
        for at in (*last, *items):
            made = deepcopy(data)
            word = _at(made, source).pop(number)
            _at(made, target).insert(at, word)
            yield made


def _to_places(data: dict[str, Any], site: Site, to: Names) -> Iterator[dict[str, Any]]:
    """Another place beside the name of the piece."""
    *path, last = site.path
    for word in reversed(to):
        made = deepcopy(data)
        around = _at(made, tuple(path))
        if word.startswith("/") or (site.is_key and word in around):
            continue
        if site.is_key:
            pairs = [(word if key == last else key, value) for key, value in around.items()]
            around.clear()
            around.update(pairs)
        else:
            around[last] = word
        yield made


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
