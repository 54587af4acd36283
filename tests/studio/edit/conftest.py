"""Fixtures of the tests of edits: a kit whose cards have some markup on them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from generator.kit.locate import KitSearchPath
from generator.press.cache.store import Store
from generator.press.request import BuildRequest, KitRef
from generator.studio.edit.journal import Journal
from generator.studio.open_kit import OpenKit
from generator.tools.scaffold import ScaffoldOptions, create_kit
from tests.studio.edit.drawn_elements import MakeKit

BOXES = (
    "# where\nbase: {x: 5mm, y: 6, width: 20mm, height: 10mm}\nlow: {extends: base, y: += 30mm}\n"
)
USED = '<drawing width="10mm" height="20mm"><rect width="4mm" fill="red"/></drawing>\n'


@pytest.fixture(scope="module")
def created(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    create_kit(ScaffoldOptions("box", "Box"), folder)
    (folder / "templates/box/boxes.yaml").write_text(BOXES)
    (folder / "templates/box/used.xml").write_text(USED)
    return folder


@pytest.fixture
def make(created: Path, tmp_path: Path) -> MakeKit:
    """A kit whose cards have this markup on them."""

    def made(markup: str) -> OpenKit:
        shutil.copytree(created, tmp_path, dirs_exist_ok=True)
        (tmp_path / "templates/box/card.xml").write_text(
            f'<card size="poker">\n{markup}\n</card>\n'
        )
        roots = KitSearchPath(tmp_path / "data", tmp_path / "templates")
        request = BuildRequest(KitRef("box", roots), tmp_path / "out")
        kit = OpenKit(request, Store(None), Journal(tmp_path / "journal"))
        kit.draw()
        assert not kit.faults
        return kit

    return made
