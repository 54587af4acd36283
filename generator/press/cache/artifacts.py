"""Artifact cache: faces and files of earlier builds, each with the digests of what it was made from.

An artifact is kept with the dependencies recorded while it was made, and their digests.  It is used
again only if the current kit has the same digest for every one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import chain
from pathlib import Path
from typing import Any, TypeAlias

from generator.base.errors import KitError
from generator.base.locations import stamp
from generator.base.text_files import inside, shown_name
from generator.kit.load import Kit
from generator.kit.tables.records import Table, Tables
from generator.press.cache.checksums import checksum, file_sum, program
from generator.press.cache.dependencies import (
    Dependency,
    DependencySet,
    MadeScene,
    TrackedMapping,
    untracked,
)
from generator.press.cache.store import Store
from generator.press.templates.renderer import Style
from generator.press.text.font_source import font_file

Key: TypeAlias = tuple[str, ...]
"""The identity of an artifact: ("face", "card/gull", "front"); the second word is the piece, or ""."""
Version: TypeAlias = tuple[Any, DependencySet, dict[Dependency, str]]

MAX_VERSIONS = 4
"""Maximum number of artifacts under one key, which differ e.g. with the paper."""


class ArtifactCache:
    """The artifacts of one kit in one ink and language; empty without a store."""

    def __init__(self, store: Store | None = None, name: str = "", base: str = "") -> None:
        """Read what is stored under that name, unless the digest `base` of common inputs differs."""
        self.pieces: Collection[str] = ()
        """The ids of the current pieces: artifacts of other pieces are not saved."""
        self._store, self._name, self._base = store, name, base
        self._artifacts: dict[Key, list[Version]] = {}
        stored = store.get(name) if store else None
        if isinstance(stored, tuple) and stored[0] == base:
            self._artifacts = stored[1]
        self._changed = False
        self._scenes: dict[str, list[tuple[MadeScene, dict[Dependency, str]]]] | None = None

    @classmethod
    def from_store(cls, store: Store, name: str, base: str) -> ArtifactCache:
        """The artifacts of that name, from memory if this process has read them already."""
        artifacts = store.in_memory(name, base, lambda: cls(store, name, base))
        artifacts._scenes = None  # those made since must be found, too
        return artifacts

    @property
    def is_persistent(self) -> bool:
        """Whether artifacts are kept for later builds."""
        return self._store is not None

    def has(self, key: Key, inputs: InputDigests) -> bool:
        """Whether there is an artifact for that key whose inputs are unchanged."""
        return any(inputs.unchanged(digests) for _, _, digests in self._artifacts.get(key, ()))

    def get_or_make(
        self,
        key: Key,
        inputs: InputDigests,
        make: Callable[[], tuple[Any, DependencySet]],
        is_valid: Callable[[DependencySet], bool] = lambda dependencies: True,
    ) -> Any:
        """The artifact for that key if its inputs are unchanged and it `is_valid`; otherwise a new one."""
        if self._store is None:
            return make()[0]
        for value, dependencies, digests in self._artifacts.get(key, ()):
            if inputs.unchanged(digests) and is_valid(dependencies):
                self._store.hit = True
                return value
        value, dependencies = make()
        digests = {each: inputs(each) for each in sorted(dependencies.inputs)}
        others = [each for each in self._artifacts.get(key, ()) if each[2] != digests]
        self._artifacts[key] = [(value, dependencies, digests), *others][:MAX_VERSIONS]
        self._changed = True
        return value

    def scene(self, digest: str, inputs: InputDigests) -> MadeScene | None:
        """The scene of the markup with that digest, if what its layout read is unchanged.

        So the unchanged parts of a card, such as its back, are reused even when the card has
        changed.
        """
        if self._scenes is None:
            self._scenes = {}
            for kept in chain.from_iterable(self._artifacts.values()):
                for key, made in kept[1].scenes.items():
                    candidates = self._scenes.setdefault(key, [])
                    if all(made.scene is not other.scene for other, _ in candidates):
                        candidates.append((made, kept[2]))
        for made, digests in self._scenes.get(digest, ()):
            if inputs.unchanged({each: digests[each] for each in made.reading.inputs}):
                return made
        return None

    def save(self) -> None:
        """Store the artifacts for other processes."""
        if self._store and self._changed:
            current = {"", *self.pieces}
            self._artifacts = {
                key: kept for key, kept in self._artifacts.items() if key[1] in current
            }
            self._store.put(self._name, (self._base, self._artifacts))
            self._changed = False


Piece = Callable[[str], object]
"""The name of a piece -> all inputs of its faces, as a value whose `repr` identifies it."""


class InputDigests:
    """The digests of a kit in one style, for each dependency that `DependencyTracker` can record."""

    def __init__(self, kit: Kit, style: Style, piece: Piece) -> None:
        self._style = style
        self._folders = kit.folders
        self._words = kit.words
        self._kinds: Mapping[str, Callable[[str], object]] = {
            "piece": piece,
            "variable": self._variable,
            "table": lambda name: _value_of(kit.tables, name),
            "row": lambda name: _row(kit.tables, name),
            "nth": lambda name: _row_at(kit.tables, name),
            "example": lambda name: _value_of(untracked(style.variables["examples"]), name),
            "named": lambda name: _value_of(untracked(style.variables["pieces"]), name),
            "template": self._template,
            "icon": lambda name: _file_in(style.icons, f"{name}.svg"),
            "picture": lambda name: _file_in([style.pictures], name),
            "size": style.sizes.get,
        }
        self._digests: dict[Dependency, str] = {}

    def __call__(self, dependency: Dependency) -> str:
        if dependency not in self._digests:
            kind, name = dependency
            self._digests[dependency] = checksum(self._kinds[kind](name))
        return self._digests[dependency]

    def set(self, dependency: Dependency, digest: str) -> None:
        """Set the digest of a dependency of another kind."""
        self._digests[dependency] = digest

    def unchanged(self, digests: Mapping[Dependency, str]) -> bool:
        """Whether each of these dependencies still has that digest."""
        return all(
            (each in self._digests or each[0] in self._kinds) and self(each) == digest
            for each, digest in digests.items()
        )

    def base(self) -> str:
        """The digest of the inputs that all faces have in common."""
        style = self._style
        roots = (self._folders.data, *self._folders.shared)
        fonts = [
            (family, style, str(path), _font(path, roots))
            for family, styles in style.fonts.files.items()
            for style, path in styles.items()
        ]
        shown = [shown_name(folder) for folder in (*self._folders.templates, self._folders.data)]
        boxes = {name: dict(box) for name, box in style.boxes.items()}
        paths = list(map(file_sum, self._words.paths))
        hyphenated = style.hyphenate is not None
        words = (self._words.language, self._words.draft, hyphenated, paths)
        style_values = (dict(style.palette), dict(style.families), boxes, fonts)
        return checksum(program(), *style_values, shown, words)

    def _variable(self, name: str) -> object:
        value = self._style.variables.get(name)
        return None if isinstance(value, TrackedMapping) else value  # these record their own reads

    def _template(self, name: str) -> object:
        return _file_in(self._style.templates.loader.folders, name)


def _value_of(values: Mapping[str, Any], name: str) -> object:
    """The value of that name; without a name, all names."""
    if not name:
        return list(values)
    value = values.get(name)
    return (value.name, value.one, value.rows) if isinstance(value, Table) else value


def _row(tables: Tables, name: str) -> object:
    """The row "gull" of the table "cards", for "cards/gull"; None if there is none."""
    table, _, id = name.partition("/")
    found = tables.get(table)
    return found[id] if isinstance(found, Table) and id in found else None


def _row_at(tables: Tables, name: str) -> object:
    """The first row of the table "cards", for "cards/0"; None if the table is shorter."""
    table, _, number = name.partition("/")
    found = tables.get(table)
    rows = found.rows[int(number) :][:1] if isinstance(found, Table) else ()
    return rows[0] if rows else None


def _file_in(folders: Iterable[Path], name: str) -> object:
    """The path and content of the file that a name refers to."""
    for number, folder in enumerate(folders):
        try:
            path = inside(folder, name)
        except KitError:
            return "outside"
        if path.is_file():
            return number, file_sum(path)
    return "nowhere"


def _font(path: Path, roots: Iterable[Path]) -> object:
    """The identity of a font file; fonts of packages are identified by the package's version, too."""
    file = font_file(path)
    return file_sum(file) if any(file.is_relative_to(root) for root in roots) else stamp(file)
