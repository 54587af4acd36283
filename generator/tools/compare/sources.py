"""Sources of a comparison: opens versions of a kit, and builds those that are not built.

A version is a folder written by `grimoire build`, or one with the kit's `data` and `templates`,
such as a checkout of an older state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from generator.base.errors import KitError, Place
from generator.base.text_files import shown_name
from generator.kit.decks import deal
from generator.kit.load import load_kit
from generator.kit.locate import KitSearchPath
from generator.pipeline.build import build
from generator.press.cache.store import Store
from generator.press.manifest import Manifest, read_manifest
from generator.press.request import MANIFEST, BuildRequest, KitRef, Progress

DATA, TEMPLATES = "data", "templates"


@dataclass(frozen=True, slots=True)
class Version:
    """A built version of a kit."""

    shown: str
    """The folder as the user named it."""
    folder: Path
    manifest: Manifest
    rows: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Row of each piece, by the piece's id; empty if the version was already built."""


def open_version(
    path: Path, kit: str, like: BuildRequest, aside: Path, store: Store | None, progress: Progress
) -> Version:
    """Open the version in a folder; if it is not built, build it in `aside` with options `like` these.

    `kit` is the kit's name, "" if the folder contains only one.
    Raises KitError if the folder is neither a build nor a kit, and the errors of a build.
    """
    shown = shown_name(path)
    if path.name == MANIFEST and path.is_file():
        path = path.parent
    if not path.is_dir():
        message = "there is no such folder"
        raise KitError(message, place=Place(shown), hint="check the name", check="file-not-found")
    built = path / kit if kit and (path / kit / MANIFEST).is_file() else path
    if (built / MANIFEST).is_file():
        return Version(shown, built, read_manifest(built / MANIFEST))
    if not (path / DATA).is_dir():
        kits = sorted(found.parent.name for found in path.glob(f"*/{MANIFEST}"))
        hint = "name a folder that `grimoire build` has filled, or one with data and templates"
        if kits:
            hint = f"name one of its kits with --kit: {', '.join(kits)}"
        message = "is neither a built kit nor a folder with the data of one"
        raise KitError(message, place=Place(shown), hint=hint, check="not-a-build")
    templates = path / TEMPLATES
    roots = KitSearchPath(path / DATA, templates if templates.is_dir() else None)
    name = kit or _only_kit(roots, shown)
    progress(f"build {shown}", 0, 1)
    folder = build(replace(like, kit=KitRef(name, roots), out=aside), store=store).folder
    return Version(shown, folder, read_manifest(folder / MANIFEST), _rows(roots, name))


def _only_kit(roots: KitSearchPath, shown: str) -> str:
    names = roots.names()
    if len(names) == 1:
        return names[0]
    message = f"holds {len(names)} kits" if names else "holds no kit"
    hint = f"name one with --kit: {', '.join(names)}" if names else "a kit has a game.yaml"
    raise KitError(message, place=Place(shown), hint=hint, check="unknown-kit")


def _rows(roots: KitSearchPath, name: str) -> dict[str, Mapping[str, Any]]:
    """The row of each piece, by the piece's id."""
    kit = load_kit(roots.find(name))
    return {
        f"{component.id}/{row['id']}": row
        for component in kit.file.components
        for row, _ in deal(component, kit.tables)
        if row is not None
    }
