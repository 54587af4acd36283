"""Choice of parts: which pieces a request prints, and which of them go into the file of extras.

Extras are pieces that people may own already: `game.yaml` says what can replace them (`instead`).
They have a file of their own unless a request asks for them.  A request for a number of players
prints what that many need (`needed`).

Parts and components are selected in the same way: by their names in `game.yaml`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from generator.base.errors import Fault, KitError, did_you_mean, some_of
from generator.kit.decks import deal, piece_id
from generator.kit.load import Kit
from generator.kit.manifest.head import head_of
from generator.kit.manifest.load import Component
from generator.press.pieces.piece import Part, Piece, with_copies, with_pieces
from generator.press.request import MAPS, MONITORS, QUICK_START, RULEBOOK, WHOLE, Selection

MAX_KNOWN = 400
"""Maximum length of the list of known names in a hint, in characters."""

MAX_SPARES = 100
"""Maximum number of spare copies of a piece in one request."""


class ChosenParts(NamedTuple):
    """The parts to print: those that are needed, and those that people may own already.

    `left_out` are those of the latter that are not printed.
    """

    needed: tuple[Part, ...]
    extras: tuple[Part, ...]
    left_out: tuple[Part, ...] = ()


def check_choice(kit: Kit, selection: Selection) -> None:
    """Raise KitError for an unknown name, and for a number of players that the kit does not support.

    This needs no drawing.
    """
    if selection.spares and selection != Selection(spares=selection.spares):
        message = "spares are all that is printed"
        hint = "leave out --spare, or what else says which parts to print"
        raise KitError(message, hint=hint, check="conflicting-options")
    faults = [*_only_faults(kit, selection.only)]
    known = _names(kit)
    for option, names in (("--with", selection.wanted), ("--without", selection.without)):
        for name in names:
            if name not in known:
                message = f'{kit.file.title} has no part "{name}" for {option}'
                hint = _similar_names_hint(kit, name, known)
                faults.append(Fault(message, hint=hint, check="unknown-part"))
    for name in sorted({*selection.wanted} & {*selection.without}):
        message = f'"{name}" is in both --with and --without'
        faults.append(Fault(message, hint="leave one of them out", check="conflicting-options"))
    if selection.players is not None and selection.players not in kit.file.possible_players:
        message = (
            f"{kit.file.title} is for {head_of(kit.file).for_players}, not for {selection.players}"
        )
        hint = "leave out --players to print the pieces for any number"
        faults.append(Fault(message, hint=hint, check="player-count"))
    if faults:
        raise KitError(faults)


def choose(kit: Kit, parts: Sequence[Part], selection: Selection) -> ChosenParts:
    """Those of the parts that a request prints.  Raises KitError if none are left."""
    copies = _printed_copies(kit, selection)
    kept = with_pieces(
        parts, lambda piece: piece.id in copies and not _is_named(piece, selection.without)
    )
    kept = with_copies(kept, copies)

    def is_extra(piece: Piece) -> bool:
        requested = selection.only != WHOLE or _is_named(piece, selection.wanted)
        return bool(piece.instead) and not requested

    needed = with_pieces(kept, lambda piece: not is_extra(piece))
    extras = with_pieces(kept, is_extra)
    left_out: tuple[Part, ...] = ()
    if selection.few_sheets:
        extras, left_out = (), extras
    if not needed and not extras:
        message = f"{kit.file.title} has nothing left to print"
        raise KitError(message, hint="leave out fewer parts", check="nothing-to-print")
    return ChosenParts(needed, extras, left_out) if needed else ChosenParts(extras, ())


def spare_parts(
    kit: Kit, parts: Sequence[Part], spares: Iterable[tuple[str, int]]
) -> tuple[Part, ...]:
    """The spare pieces of a request, in these numbers.  Raises KitError as `spare_copies` does."""
    copies = spare_copies(kit, spares)
    return with_copies(with_pieces(parts, lambda piece: piece.id in copies), copies)


def spare_copies(kit: Kit, spares: Iterable[tuple[str, int]]) -> dict[str, int]:
    """The number of spare copies of each piece, by the piece's id.

    A piece of a table may be named by its row alone, or as it is printed, in the language of the
    kit; the only piece of a component may be named by that component.  Raises KitError for a name
    that fits no piece or several, and for a number of copies outside 1 to `MAX_SPARES`.
    """
    known = _printed_names(kit)
    copies: dict[str, int] = {}
    faults = []
    for name, number in spares:
        rows = [each for each in known if each.rpartition("/")[2] == name]
        printed = [each for each, title in known.items() if title.casefold() == name.casefold()]
        found = [name] if name in known else rows or printed or _pieces_of(kit, name)
        if len(found) == 1:
            copies[found[0]] = copies.get(found[0], 0) + number
            continue
        message = f'{kit.file.title} has no piece "{name}"'
        names = [*known, *(each.rpartition("/")[2] for each in known), *known.values()]
        hint = did_you_mean(name, names) or (
            "name what is printed on it in this --language, or its row: "
            + some_of([*known], MAX_KNOWN)
        )
        if found:
            message = f'"{name}" could be several pieces'
            hint = f"name one of {some_of(found, MAX_KNOWN)}"
        faults.append(Fault(message, hint=hint, check="unknown-part"))
    for piece, number in copies.items():
        if not 1 <= number <= MAX_SPARES:
            message = f"{piece} cannot be printed {number} times"
            hint = f"print 1 to {MAX_SPARES}"
            faults.append(Fault(message, hint=hint, check="option-value"))
    if faults:
        raise KitError(faults)
    return copies


def drawn_components(kit: Kit, kind: str) -> list[str]:
    """The names of the components of one kind of drawing: maps or monitors."""
    return [
        component.id
        for component in kit.file.components
        if not component.made and (component.map if kind == MAPS else component.monitor)
    ]


def has_quick_start(kit: Kit) -> bool:
    """Whether there is a quick-start sheet."""
    return bool(kit.file.rulebook and kit.file.rulebook.quick_start)


def _only_faults(kit: Kit, only: str) -> list[Fault]:
    """The fault for a name of `--only` that the kit does not have."""
    known = list(_names(kit))
    known += [kind for kind in (MAPS, MONITORS) if drawn_components(kit, kind)]
    known += [RULEBOOK] if kit.file.rulebook else []
    known += [QUICK_START] if has_quick_start(kit) else []
    if only == WHOLE or only in known:
        return []
    hint = _similar_names_hint(kit, only, known)
    if only == MAPS and any(component.made for component in kit.file.components):
        hint = "its game generates them: add --random"
    elif only in (MAPS, MONITORS):
        hint = f"in game.yaml, mark a component with `{only.removesuffix('s')}: true`"
    return [Fault(f'{kit.file.title} has no "{only}"', hint=hint, check="unknown-part")]


def _similar_names_hint(kit: Kit, name: str, known: Iterable[str]) -> str:
    """Hint for an unknown name: similar names, each component with its part."""
    words = {name.lower(), name.lower().rstrip("s")}
    similar = [each for each in known if words & {*each.lower().split("-")}]
    if not similar:
        return did_you_mean(name, known) or f"known: {some_of(sorted(known), MAX_KNOWN)}"
    names = " or ".join(f'"{each}"' for each in similar)
    parts = {each.part for each in kit.file.components if each.id in similar}
    home = f', in the part "{min(parts)}"' if len(parts) == 1 and not parts & {*similar} else ""
    return f"did you mean {names}{home}?"


def _names(kit: Kit) -> dict[str, None]:
    """The names of all parts and components, without repeats."""
    printed: list[Component] = [each for each in kit.file.components if not each.made]
    return dict.fromkeys(name for each in printed for name in (each.part, each.id))


def _printed_copies(kit: Kit, selection: Selection) -> dict[str, int]:
    """The printed copies of each piece, by its id."""
    players = selection.players
    if players is None and selection.few_sheets:
        players = kit.file.players[1]
    return {
        piece_id(component, row): copies
        for component in kit.file.components
        for row, copies in deal(component, kit.tables, players)
    }


def _printed_names(kit: Kit) -> dict[str, str]:
    """The printed name of each piece, by its id: that of its row, or its component's title."""
    return {
        piece_id(component, row): component.title if row is None else str(row.get("name", ""))
        for component in kit.file.components
        for row, _ in deal(component, kit.tables, None)
    }


def _pieces_of(kit: Kit, name: str) -> list[str]:
    """The ids of the pieces of the components that have this name or this title."""
    return [
        piece_id(component, row)
        for component in kit.file.components
        if name.casefold() in (component.id.casefold(), component.title.casefold())
        for row, _ in deal(component, kit.tables, None)
    ]


def _is_named(piece: Piece, names: Sequence[str]) -> bool:
    return piece.part in names or piece.component in names
