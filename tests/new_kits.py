"""New kits for tests to change: each is created once for each test process, and copied."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

from generator.kit.locate import KitSearchPath
from generator.tools.scaffold import ScaffoldOptions, create_kit

MY_GAME = ScaffoldOptions("mygame", "My Game")


class NewKits:
    """New kits, created in a folder of their own when they are first asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._created = cache(self._create)

    def copy(self, folder: Path, options: ScaffoldOptions = MY_GAME) -> KitSearchPath:
        """Copy the new kit for these answers into a folder: drawing it once has proved it."""
        shutil.copytree(self._created(options), folder, dirs_exist_ok=True)
        return KitSearchPath(folder / "data", folder / "templates")

    def _create(self, options: ScaffoldOptions) -> Path:
        folder = self._folder / f"{len(list(self._folder.iterdir()))}"
        create_kit(options, folder)
        return folder
