"""Changes between a kit and the manifest of an older build: what to print, what to throw away.

A piece is the same piece if it looks the same, whatever it is called; one that looks different is
printed again, in all its copies.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from generator.base.errors import KitError, Place
from generator.base.text_files import shown_name
from generator.press.instructions.page import PART as HOW_TO
from generator.press.manifest import Manifest, PieceEntry, read_manifest
from generator.press.pieces.faces import FaceSet
from generator.press.pieces.piece import Part, Piece
from generator.press.request import BuildRequest

NEW, GONE = "new", "no longer in the game"
MORE, FEWER = "more copies", "fewer copies"
BACK_NOW, BACK_GONE = "it has a back now", "it has no back any more"
CHANGED = {
    ("front",): "front changed",
    ("back",): "back changed",
    ("front", "back"): "front and back changed",
}
REASONS = (NEW, GONE, MORE, FEWER, BACK_NOW, BACK_GONE, *CHANGED.values())
"""Everything that may have become of a piece."""


@dataclass(frozen=True, slots=True)
class PieceChange:
    """What becomes of one piece: copies to print, and old copies to throw away.

    `piece` is the new one, None for one that the kit no longer has.
    """

    piece: Piece | None
    title: str
    why: str
    print: int = 0
    away: int = 0


@dataclass(frozen=True, slots=True)
class UpgradePack:
    """All that has changed between two versions of a kit, in print order."""

    old: str
    new: str
    changes: tuple[PieceChange, ...]

    @property
    def folder(self) -> str:
        """The name of its folder: `upgrade-1.0-to-1.1`."""
        return re.sub(r"[^\w.-]+", "-", f"upgrade-{self.old}-to-{self.new}")

    @property
    def notes(self) -> tuple[str, ...]:
        """What there is to say of it besides the files."""
        if not self.changes:
            return (f"no piece has changed since version {self.old}: there is nothing to print",)
        away = sum(change.away for change in self.changes)
        told = [
            f"{sum(change.print for change in self.changes)} pieces to print, {away} to throw away"
        ]
        if self.old == self.new:
            told.append(
                f'old and new are both version "{self.new}": raise "version" in game.yaml, '
                "so that the pieces can be told apart"
            )
        return tuple(told)

    def parts(self, parts: Sequence[Part]) -> tuple[Part, ...]:
        """The pieces to print, in as many copies as are needed."""
        copies = {change.piece.id: change.print for change in self.changes if change.piece}
        printed = (
            replace(
                part,
                pieces=tuple(
                    replace(piece, copies=copies[piece.id])
                    for piece in part.pieces
                    if copies.get(piece.id)
                ),
            )
            for part in parts
        )
        return tuple(part for part in printed if part.pieces)


def prove_upgrade(since: Path | None, kits: Sequence[str], only: str, all_variants: bool) -> None:
    """Raise KitError for a request to print what has changed that asks for something else too."""
    if since and not since.is_file():
        raise KitError(
            "there is no such file",
            place=Place(shown_name(since)),
            hint="name the manifest.json of the build that you printed from",
        )
    if since and len(kits) != 1:
        raise KitError("--since is for one kit", hint="name the kit that the manifest is of")
    if since and (only or all_variants):
        other = "--only" if only else "--all-variants"
        raise KitError(f"--since and {other} do not go together", hint="leave one of them out")


def find_changes(request: BuildRequest, faces: FaceSet, parts: Sequence[Part]) -> UpgradePack:
    """Compare a kit with the build whose manifest is `request.selection.since`.

    Raises KitError for a manifest that cannot be read, is of another kit or ink, of a part only,
    or too old to tell how pieces looked.
    """
    since = request.selection.since
    assert since
    manifest = read_manifest(since)
    _prove_comparable(manifest, request)
    old = {entry.id: entry for entry in manifest.pieces if entry.component != HOW_TO}
    new = {piece.id: piece for part in parts for piece in part.pieces}
    seen = {name: faces.face_digests(piece) for name, piece in new.items()}
    before = match_pieces(old, seen)
    found = [
        change
        for name, piece in new.items()
        if (change := _change(piece, seen[name], old.get(before.get(name, ""))))
    ]
    kept = set(before.values())
    found += [
        PieceChange(None, entry.called, GONE, away=entry.copies)
        for entry in old.values()
        if entry.id not in kept
    ]
    return UpgradePack(manifest.version, faces.kit.file.version, tuple(found))


def match_pieces(old: dict[str, PieceEntry], new: dict[str, tuple[str, ...]]) -> dict[str, str]:
    """Which old piece each new one was: that of the same id, else one that looks the same."""
    pairs = {name: name for name in new if name in old}
    by_look: dict[tuple[str, ...], list[str]] = {}
    for name, entry in old.items():
        if name not in new:
            by_look.setdefault(entry.looks, []).append(name)
    for name, face_digests in new.items():
        if name not in pairs and by_look.get(face_digests):
            pairs[name] = by_look[face_digests].pop(0)
    return pairs


def _change(
    piece: Piece, face_digests: tuple[str, ...], old: PieceEntry | None
) -> PieceChange | None:
    """What becomes of a piece that there is; None if it stays as it is."""
    title = piece.called
    if old is None:
        return PieceChange(piece, title, NEW, print=piece.copies)
    if old.looks != face_digests:
        return PieceChange(
            piece, title, where(old.looks, face_digests), print=piece.copies, away=old.copies
        )
    more = piece.copies - old.copies
    if more > 0:
        return PieceChange(piece, title, MORE, print=more)
    return PieceChange(piece, title, FEWER, away=-more) if more else None


def where(old: tuple[str, ...], new: tuple[str, ...]) -> str:
    """Which faces of a piece look different."""
    if len(old) != len(new):
        return BACK_NOW if len(new) > len(old) else BACK_GONE
    sides = zip(("front", "back"), old, new, strict=False)
    return CHANGED[tuple(side for side, then, now in sides if then != now)]


def _prove_comparable(manifest: Manifest, request: BuildRequest) -> None:
    says, hint = "", ""
    assert request.selection.since
    kit, ink, large = request.kit.name, request.edition.ink, request.edition.large_print
    if manifest.kit != kit:
        says, hint = f'is of the kit "{manifest.kit}", not of "{kit}"', "name that of this kit"
    elif "since" in manifest.options:
        says = "is of an upgrade, which holds a few pieces only"
        hint = "name the manifest of the whole kit"
    elif not any(entry.component == HOW_TO for entry in manifest.pieces):
        says, hint = "is of a part of the kit only", "name the manifest of the whole kit"
    elif not all(entry.looks for entry in manifest.pieces):
        says = "does not tell how the pieces looked: an older Grimoire wrote it"
        hint = "build the old version of the kit again with this one, into another folder (-o)"
    elif manifest.options.get("ink") != ink:
        old = manifest.options.get("ink")
        says, hint = f"is of a kit printed with ink {old}", f"add --ink {old}"
    elif bool(manifest.options.get("large-print")) != large:
        says = "is of a kit in " + ("usual" if large else "large") + " print"
        hint = "leave --large-print out" if large else "add --large-print"
    if says:
        raise KitError(says, place=Place(shown_name(request.selection.since)), hint=hint)
