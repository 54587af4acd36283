"""Kit search path: finds the folders of a kit by its name, its own and the shared ones.

A kit is a folder with a `game.yaml` in a data folder, and a folder of the same name in a templates
folder; there is no list of kits.  A user's folders come before those of Grimoire, whose shared
fonts, papers, sizes, icons and templates are always available.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from generator.base import locations
from generator.base.confinement import check_confined
from generator.base.errors import KitError, Place, nearest
from generator.base.text_files import inside, shown_name
from generator.kit.words import CATALOGUES, LANGUAGE_CODE

KIT_MANIFEST = "game.yaml"
"""File name of the manifest, which makes a folder a kit."""


@dataclass(frozen=True, slots=True)
class KitFolders:
    """Folders of one kit.

    `templates` and `icons` are searched in order, the kit's own before the shared ones.  `advice`
    is the hint for a missing template.
    """

    name: str
    data: Path
    templates: tuple[Path, ...]
    shared: tuple[Path, ...]
    advice: str = ""
    games: Path | None = None
    """A user's folder with games written in Python."""

    @property
    def icons(self) -> tuple[Path, ...]:
        return (self.data / "icons", *(folder / "icons" for folder in self.shared))

    @property
    def languages(self) -> tuple[str, ...]:
        """The codes of the languages with a catalogue, without the kit's own language."""
        return languages_in(self.data)

    def is_shipped(self, data: Path | None) -> bool:
        """Whether the kit only comes with Grimoire: it is not in the folder of data that is named, or else
        in `./data`, which in a checkout has Grimoire's own kits.
        """
        own = (data or Path("data")).resolve()
        return not self.data.resolve().is_relative_to(own)


def languages_in(data: Path) -> tuple[str, ...]:
    """The codes of the languages with a catalogue in a folder of data, sorted."""
    stems = (file.stem for file in (data / CATALOGUES).glob("*.po"))
    return tuple(sorted(stem for stem in stems if LANGUAGE_CODE.fullmatch(stem)))


@dataclass(frozen=True, slots=True)
class KitSearchPath:
    """Search path for kits: a user's folders if given, else Grimoire's.

    `data` and `templates` can each be one kit's folder or a folder of such folders; `games` is a
    folder of packages with rules, each named like its kit.
    """

    data: Path | None = None
    templates: Path | None = None
    games: Path | None = None
    others: KitSearchPath | None = None
    """The search path for kits that are not in these folders."""

    @classmethod
    def from_cwd(
        cls, data: Path | None = None, templates: Path | None = None, games: Path | None = None
    ) -> KitSearchPath:
        """The search path of a command: these folders, else `./data` if it has kits.

        In the latter case templates are in `./templates`, and Grimoire's kits are found, too.  Without
        `games`, rules are read from the folder that the user trusts (`locations.rules_root`).
        """
        games = games or locations.rules_root()
        own = Path("data")
        if data or templates or not any(own.glob(f"*/{KIT_MANIFEST}")):
            return cls(data, templates, games)
        if own.resolve() == locations.data_root():  # in a checkout
            return cls(games=games)
        own_templates = Path("templates")
        return cls(own, own_templates if own_templates.is_dir() else None, games, cls(games=games))

    def names(self) -> list[str]:
        """The names of all kits, sorted.  Raises KitError for a missing folder."""
        return [name for name, _ in self._kits()]

    def find(self, name: str) -> KitFolders:
        """The folders of a kit.

        Raises KitError if there is no such kit, or if it contains links that lead out of it, devices or
        pipes: every command finds its kit here first.
        """
        known = dict(self._kits())
        if name not in known:
            more = self.others.names() if self.others else []
            if self.others and name in more:
                return self.others.find(name)
            self._check_open(name)
            message = f'there is no kit "{name}" in {shown_name(self._data())}'
            hint = nearest(name, [*known, *more]) or self._kits_hint([*known, *more])
            raise KitError(message, hint=hint, check="unknown-kit")
        templates = self.templates or locations.template_root()
        own = inside(templates, name) if (templates / name).is_dir() else templates
        folders = KitFolders(
            name,
            known[name],
            (own, *self.shared_templates()),
            self.shared(),
            "" if self.templates or own.name == name else "pass --templates FOLDER",
            self.games,
        )
        _check_confined([folders.data, *folders.templates, *folders.shared])
        return folders

    def _check_open(self, name: str) -> None:
        """Raise KitError for a folder of that name that nobody may look into."""
        folder = str((self.data or Path("data")) / name)
        if os.path.isdir(folder) and not os.access(folder, os.R_OK | os.X_OK):
            message, hint = "cannot be read: permission denied", "change its permissions"
            place = Place(shown_name(Path(folder)))
            raise KitError(message, place=place, hint=hint, check="file-not-readable")

    def shared(self) -> tuple[Path, ...]:
        """The data folders that all kits share, the user's first."""
        return _shared(self._data(), locations.data_root())

    def shared_templates(self) -> tuple[Path, ...]:
        """The template folders that all kits share, the user's first."""
        ours = locations.template_root()
        return _shared(self.templates or ours, ours)

    def _kits_hint(self, names: list[str]) -> str:
        """The hint for a missing kit: the known kits, and where others would be found."""
        if not names:
            return f"a kit is a folder that contains {KIT_MANIFEST}"
        hint = f"known: {', '.join(sorted({*names}))}"
        if self.data:
            return hint
        return f"{hint}; to use a kit of your own, go to the folder above its data/, or pass --data"

    def _data(self) -> Path:
        return self.data or locations.data_root()

    def _kits(self) -> Iterator[tuple[str, Path]]:
        root = self._data()
        for folder in (root, self.templates):
            if folder and not folder.is_dir():
                place = Place(shown_name(folder))
                message = "there is no such folder"
                hint = "check --data and --templates"
                raise KitError(message, place=place, hint=hint, check="file-not-found")
        if (root / KIT_MANIFEST).is_file():
            yield root.resolve().name, root
            return
        for folder in sorted(root.iterdir()):
            if (folder / KIT_MANIFEST).is_file():
                yield folder.name, inside(root, folder.name)


BUILT_IN = KitSearchPath()
"""Search path for Grimoire's own kits."""


def _shared(own: Path, ours: Path) -> tuple[Path, ...]:
    """The folders "shared" in these two, without duplicates.  Raises KitError like `find`."""
    folders = [inside(folder, "shared") for folder in (own, ours) if (folder / "shared").is_dir()]
    _check_confined(folders)
    found = {folder.resolve(): folder for folder in reversed(folders)}
    return tuple(folder for folder in folders if found.pop(folder.resolve(), None))


def _check_confined(folders: list[Path]) -> None:
    """Raise KitError for links in a user's folders that lead out of them, devices and pipes."""
    ours = locations.data_root(), locations.template_root()
    check_confined([each for each in folders if not any(map(each.resolve().is_relative_to, ours))])
