"""Upgrade of a printed kit: which pieces to print, and which old ones to throw away."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.base.errors import KitError, Place, counted
from generator.base.text_files import shown_name
from generator.press.changes import PieceChange, incomparable, piece_changes
from generator.press.manifest import Manifest, read_manifest
from generator.press.manifest.make import face_digests
from generator.press.pieces.faces import FaceSet
from generator.press.pieces.piece import Part, Piece, pieces_of, with_copies, with_pieces
from generator.press.request import BuildRequest


@dataclass(frozen=True, slots=True)
class UpgradePack:
    """All that has changed between two versions of a kit, in print order."""

    old: str
    new: str
    changes: tuple[PieceChange[Piece], ...]

    @property
    def folder(self) -> str:
        """The name of its folder: `upgrade-1.0-to-1.1`."""
        return re.sub(r"[^\w.-]+", "-", f"upgrade-{self.old}-to-{self.new}")

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on the pack, besides its files."""
        if not self.changes:
            return (f"no piece has changed since version {self.old}: there is nothing to print",)
        printed = counted(sum(change.print for change in self.changes), "piece")
        discarded = sum(change.discarded for change in self.changes)
        notes = [f"{printed} to print, {discarded} to throw away"]
        if self.old == self.new:
            notes.append(
                f'the old and the new kit are both version "{self.new}": raise "version" in game.yaml, '
                "so that the pieces can be told apart"
            )
        return tuple(notes)

    def parts(self, parts: Sequence[Part]) -> tuple[Part, ...]:
        """The pieces to print, in the numbers that are needed."""
        copies = {change.after.id: change.print for change in self.changes if change.after}
        printed = with_pieces(parts, lambda piece: copies.get(piece.id, 0) > 0)
        return with_copies(printed, copies)


def check_upgrade_options(
    since: Path | None, kits: Sequence[str], only: str, all_variants: bool
) -> None:
    """Raise KitError for a request to print changes that conflicts with other options."""
    if since and not since.is_file():
        message, hint = (
            "there is no such file",
            "name the manifest.json of the build that you printed from",
        )
        if since.is_dir():
            message, hint = "this is a folder", "name the manifest.json in it"
        raise KitError(message, place=Place(shown_name(since)), hint=hint, check="upgrade-manifest")
    if since and len(kits) != 1:
        message = "--since works for one kit at a time"
        raise KitError(message, hint="name the kit of the manifest", check="conflicting-options")
    if since and (only or all_variants):
        other = "--only" if only else "--all-variants"
        message = f"--since and {other} cannot be combined"
        raise KitError(message, hint="leave one of them out", check="conflicting-options")


def find_changes(request: BuildRequest, faces: FaceSet, parts: Sequence[Part]) -> UpgradePack:
    """Compare a kit with the build whose manifest is `request.selection.since`.

    Raises KitError for a manifest that cannot be read, is of another kit or ink, covers one part
    only, or is too old to record how pieces looked.
    """
    since = request.selection.since
    assert since
    manifest = read_manifest(since)
    _check_comparable(manifest, request)
    digests = ((piece, face_digests(piece)) for piece in pieces_of(parts))
    found = piece_changes(manifest, digests)
    return UpgradePack(manifest.version, faces.kit.file.version, found)


def _check_comparable(manifest: Manifest, request: BuildRequest) -> None:
    message, hint = "", ""
    assert request.selection.since
    kit, ink, reason = request.kit.name, request.edition.ink, incomparable(manifest)
    large = request.edition.large_print
    if manifest.kit != kit:
        message = f'is of the kit "{manifest.kit}", not of "{kit}"'
        hint = "name the manifest of this kit"
    elif reason == "upgrade":
        message = "is of an upgrade, which has only some of the pieces"
        hint = "name the manifest of the whole kit"
    elif reason == "part":
        message, hint = "covers only a part of the kit", "name the manifest of the whole kit"
    elif reason == "no looks":
        message = "does not record how the pieces looked: an older version of Grimoire wrote it"
        hint = "build the old version of the kit again with this Grimoire, into another folder (-o)"
    elif manifest.options.get("ink") != ink:
        old = manifest.options.get("ink")
        message, hint = f"is of a kit printed with ink {old}", f"add --ink {old}"
    elif bool(manifest.options.get("large-print")) != large:
        message = "is of a kit in " + ("normal" if large else "large") + " print"
        hint = "leave out --large-print" if large else "add --large-print"
    elif manifest.options.get("scale", 1) != request.edition.scale:
        message, hint = "is of a kit printed at another scale", "give the same --scale"
    if message:
        place = Place(shown_name(request.selection.since))
        raise KitError(message, place=place, hint=hint, check="upgrade-manifest")
