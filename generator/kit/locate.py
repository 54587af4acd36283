"""Kit search path: finds the folders of a kit by its name, its own and the shared ones.

A kit is a folder with a `game.yaml` under a data folder, and a folder of the same name under a
templates folder; nothing lists them.  A user's folders come before those of Grimoire, whose shared
fonts, papers, sizes, icons and templates are always there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from generator.base import locations
from generator.base.errors import KitError, Place, nearest
from generator.base.text_files import shown_name
from generator.kit.words import CATALOGUES

MANUAL = "game.yaml"
"""The file that makes a folder a kit."""


@dataclass(frozen=True, slots=True)
class KitFolders:
    """Where the files of one kit lie.

    `templates` and `icons` are searched in order, the kit's own before the shared ones.  `advice`
    is what to do about a template that is not there.
    """

    name: str
    data: Path
    templates: tuple[Path, ...]
    shared: tuple[Path, ...]
    advice: str = ""
    games: Path | None = None
    """A folder of the user's own with games written in Python."""

    @property
    def icons(self) -> tuple[Path, ...]:
        return (self.data / "icons", *(folder / "icons" for folder in self.shared))

    @property
    def languages(self) -> tuple[str, ...]:
        """The codes of the languages that the kit has a catalogue of, besides its own."""
        return tuple(sorted(file.stem for file in (self.data / CATALOGUES).glob("*.po")))


@dataclass(frozen=True, slots=True)
class KitSearchPath:
    """Where kits are looked for: a user's folders if given, else those that come with Grimoire.

    `data` and `templates` may each be one kit's own folder, or a folder of such folders; `games`
    is a folder of packages, each called like the kit whose rules it holds.
    """

    data: Path | None = None
    templates: Path | None = None
    games: Path | None = None
    others: KitSearchPath | None = None
    """Where a kit is looked for that is not in these folders."""

    @classmethod
    def from_cwd(
        cls, data: Path | None = None, templates: Path | None = None, games: Path | None = None
    ) -> KitSearchPath:
        """The search path of a command: these folders, else the kits in `./data`, if there are any.

        The templates of those are in `./templates`, and Grimoire's own kits are found too.  Without
        `games`, rules are read from the folder that the user has trusted (`locations.rules_root`).
        """
        games = games or locations.rules_root()
        own = Path("data")
        if data or templates or not any(own.glob(f"*/{MANUAL}")):
            return cls(data, templates, games)
        if own.resolve() == locations.data_root():  # in a checkout
            return cls(games=games)
        drawn = Path("templates")
        return cls(own, drawn if drawn.is_dir() else None, games, cls(games=games))

    def names(self) -> list[str]:
        """The names of all kits, sorted.  Raises KitError for a missing folder."""
        return [name for name, _ in self._kits()]

    def find(self, name: str) -> KitFolders:
        """The folders of a kit.  Raises KitError when there is no such kit."""
        known = dict(self._kits())
        if name not in known:
            more = self.others.names() if self.others else []
            if self.others and name in more:
                return self.others.find(name)
            message = f'there is no kit "{name}" in {shown_name(self._data())}'
            hint = nearest(name, [*known, *more]) or self._known([*known, *more])
            raise KitError(message, hint=hint, check="unknown-kit")
        templates = self.templates or locations.template_root()
        own = templates / name if (templates / name).is_dir() else templates
        return KitFolders(
            name,
            known[name],
            (own, *self.shared_templates()),
            self.shared(),
            "" if self.templates or own.name == name else "pass --templates FOLDER",
            self.games,
        )

    def shared(self) -> tuple[Path, ...]:
        """The folders of data that all kits share, the user's own first."""
        return _existing([self._data() / "shared", locations.data_root() / "shared"])

    def shared_templates(self) -> tuple[Path, ...]:
        """The folders of templates that all kits share, the user's own first."""
        ours = locations.template_root()
        return _existing([(self.templates or ours) / "shared", ours / "shared"])

    def _known(self, names: list[str]) -> str:
        """The hint for a kit that is not there: which kits there are, and where others would be."""
        if not names:
            return f"a kit is a folder with a {MANUAL}"
        hint = f"known: {', '.join(sorted(names))}"
        if self.data:
            return hint
        return f"{hint}; one of your own is found from the folder above its data/, or with --data"

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
        if (root / MANUAL).is_file():
            yield root.resolve().name, root
            return
        for folder in sorted(root.iterdir()):
            if (folder / MANUAL).is_file():
                yield folder.name, folder


BUILT_IN = KitSearchPath()
"""The kits that come with Grimoire."""


def _existing(folders: list[Path]) -> tuple[Path, ...]:
    """Those that exist, each once."""
    found = {folder.resolve(): folder for folder in reversed(folders) if folder.is_dir()}
    return tuple(folder for folder in folders if found.pop(folder.resolve(), None))
