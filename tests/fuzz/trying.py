"""Turns a broken file of a kit into what Grimoire makes of it, running only what depends on it.

Whole checks of a kit take seconds; so whatever of the kit the file has no part in was made before.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any
from unittest import mock

from generator.base.errors import KitError
from generator.engine.of_kit import game_of_kit, has_rules, shown_examples
from generator.engine.rule_texts import load_rules
from generator.engine.testing.example_run import run_example
from generator.engine.testing.examples import read_examples
from generator.i18n.translate import translated
from generator.kit.load import Kit, load_kit
from generator.kit.locate import KitSearchPath
from generator.pipeline.check import check_data
from generator.press.library import papers
from generator.press.pieces.faces import FaceSet
from generator.press.pieces.piece import Part
from generator.press.rulebook.of_kit import compose_book, rulebook_context
from generator.press.templates import environment, style
from tests.fuzz.mutating import broken, broken_bytes

LONGEST = 10.0
"""Seconds of work that anything may take."""
BINARY = (".png", ".jpg", ".jpeg", ".ttf", ".xlsx", ".ods")
OFTEN = {".xml": 8, ".yaml": 6, ".csv": 2}
"""How much likelier than others are files of these kinds."""
SAMPLE = 2
"""Faces that are drawn of each component."""


class Hang(BaseException):
    """It took too long; no `except Exception` on the way may swallow it."""


class Shop:
    """A folder with `data` and `templates` of some kits, of which files are broken and mended."""

    def __init__(self, folder: Path, kits: list[str]) -> None:
        self.folder = folder
        self.roots = KitSearchPath(folder / "data", folder / "templates")
        self.kits = {name: Bench(self, name) for name in kits}
        self.files = [(kit, file) for kit in self.kits.values() for file in kit.files]

    def broken(self, seed: int) -> tuple[Bench, Path, bytes]:
        """A kit, one of its files, and what it is broken to."""
        rng = Random(seed)
        kit = rng.choice(list(self.kits.values()))
        kinds = sorted({file.suffix for file in kit.files})
        kind = rng.choices(kinds, [OFTEN.get(kind, 1) for kind in kinds])[0]
        file = rng.choice([file for file in kit.files if file.suffix == kind])
        if file.suffix in BINARY:
            return kit, file, broken_bytes(file.read_bytes(), rng)
        other = rng.choice([each for each in kit.files if each.suffix not in BINARY])
        texts = (each.read_text(encoding="utf-8") for each in (file, other))
        return kit, file, broken(*texts, rng).encode("utf-8", "surrogatepass")

    def verdict(self, seed: int) -> str:
        """What a breakage comes to: "fine", or the fault that is told first.

        Raises what Grimoire should not: any error but KitError, a Hang, a file written.
        """
        kit, file, content = self.broken(seed)
        before = file.read_bytes()
        file.write_bytes(content)
        try:
            with _bounded(), _nothing_written():
                kit.run(file)
        except KitError as error:
            return str(error.faults[0])
        finally:
            file.write_bytes(before)
        return "fine"


class Bench:
    """A kit as it is when nothing is broken, and what has to be run anew for each of its files."""

    def __init__(self, shop: Shop, name: str) -> None:
        self.shop = shop
        self.name = name
        folders = [shop.folder / "data" / name, shop.folder / "templates" / name]
        self.files = sorted(
            path
            for folder in folders
            for path in folder.rglob("*")
            if path.is_file()
            and path.suffix in (*BINARY, ".yaml", ".csv", ".xml", ".svg", ".j2", ".po")
        )
        self.kit = load_kit(shop.roots.find(name))
        self.examples = shown_examples(self.kit)
        self.game = game_of_kit(self.kit) if has_rules(self.kit.folders) else None
        faces = self._faces(self.kit)
        self.parts = faces.parts()
        self.uses = self._found_uses()

    def run(self, file: Path) -> None:
        """Read, check and draw what depends on a file."""
        if file.parent.name == "examples":
            for example in read_examples(file):
                if self.game:
                    run_example(self.game, example).as_data()
        elif file.name == "rules.yaml":
            load_rules(file)
        elif file.suffix == ".j2":
            self._book(self.kit)
        elif file.suffix == ".po":
            kit = translated(self.kit, file.stem, draft=True)
            self._draw(kit, [component.id for component in kit.file.components])
        elif file.suffix == ".xml":
            self._draw(self.kit, self.uses.get(file.name, ()))
        elif file.suffix == ".svg" or file.suffix in BINARY:
            self._draw(self.kit, [component.id for component in self.kit.file.components])
        else:
            kit = load_kit(self.shop.roots.find(self.name))
            check_data(kit)
            if has_rules(kit.folders):
                game_of_kit(kit)
            self._draw(kit, [component.id for component in kit.file.components])

    def _faces(self, kit: Kit) -> FaceSet:
        paper = papers(kit.folders.shared)["a4"]
        with mock.patch.object(style, "shown_examples", return_value=self.examples):
            return FaceSet(kit, style.style_of(kit, ink="full", paper=paper))

    def _draw(self, kit: Kit, components: Any) -> None:
        """Some faces of each of the components, all faults of them."""
        faces = self._faces(kit)
        faults: list[Any] = []
        for name in components:
            for spec in list(faces._specs[name].values())[:SAMPLE]:
                try:
                    faces._piece(spec)
                except KitError as error:
                    faults += error.faults
        if faults:
            raise KitError(faults)

    def _book(self, kit: Kit) -> None:
        parts: tuple[Part, ...] = self.parts
        faces, paper = self._faces(kit), papers(kit.folders.shared)["a4"]
        compose_book(faces, rulebook_context(faces, parts, paper))

    def _found_uses(self) -> dict[str, list[str]]:
        """Which components draw with a template, by its name."""
        uses: dict[str, list[str]] = {}
        read = environment._FolderLoader.get_source
        for component in self.kit.file.components:

            def noted(folders: Any, environment: Any, name: str, into: str = component.id) -> Any:
                uses.setdefault(name, []).append(into)
                return read(folders, environment, name)

            with mock.patch.object(environment._FolderLoader, "get_source", noted):
                self._draw(self.kit, [component.id])
        return {name: list(dict.fromkeys(users))[:2] for name, users in uses.items()}


_written: list[str] | None = None


def _audit(event: str, details: tuple[Any, ...]) -> None:
    if _written is None:
        return
    if event == "open":
        path, mode, flags = details
        writes = any(sign in (mode or "") for sign in "wax+") or (
            mode is None and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        )
        if writes and "__pycache__" not in str(path):
            _written.append(str(path))
    elif event in ("os.rename", "os.mkdir", "os.remove", "os.symlink", "os.rmdir", "os.system"):
        if "__pycache__" not in str(details[0]):
            _written.append(f"{event} {details[0]}")
    elif event in ("subprocess.Popen", "socket.connect"):
        _written.append(event)


sys.addaudithook(_audit)


@contextlib.contextmanager
def _nothing_written() -> Iterator[None]:
    """Looking at a kit writes no file, starts no program and calls nobody."""
    global _written
    _written = found = []
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            yield
    finally:
        _written = None
    assert not found, f"written while looking at a kit: {found}"


@contextlib.contextmanager
def _bounded() -> Iterator[None]:
    """Raise Hang after `LONGEST` seconds of work (not of waiting for others on a busy machine)."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise Hang

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
