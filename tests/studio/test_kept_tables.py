"""Tests of kept tables: a game, its players and the addresses of their seats outlive a restart."""

from __future__ import annotations

import asyncio
import json
import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from generator.base.atomic_output import make_private
from generator.kit.locate import KitFolders, KitSearchPath
from generator.studio.play.kept_tables import Keeping, keep
from generator.studio.play.match import BOT, PERSON
from generator.studio.play.rooms import Rooms
from generator.tools.scaffold import ScaffoldOptions, create_kit
from tests.readme_steps import ROOT
from tests.studio.browsing import open_page
from tests.studio.conftest import KITS, running_studio

PATH = KitSearchPath(ROOT / "data", ROOT / "templates")
SMALL = KitSearchPath(KITS / "data", KITS / "templates")
"""A small kit: the pieces of a free table are drawn to be laid out."""


def rooms_of(folder: Path) -> Rooms:
    """The tables of a studio that keeps them in this folder."""

    def file_of(folders: KitFolders, ending: str) -> Path:
        return folder / f"state/{folders.name}{ending}"

    return Rooms(file_of)


def kept(table: Keeping) -> None:
    with ThreadPoolExecutor(1) as other:  # another test may have left a loop in this thread
        other.submit(asyncio.run, keep(table)).result()


def test_a_game_and_its_seats_are_there_again_after_a_restart(tmp_path: Path) -> None:
    room = rooms_of(tmp_path).room(PATH, "grizzled")
    assert room
    kept(room)
    assert [*tmp_path.iterdir()] == []  # nothing has happened yet
    room.new_match([PERSON, PERSON, BOT], 5, 3, {})
    room.leave(1)
    room.match.make(str(room.match.state.legal_moves()[0]))
    kept(room)
    (file,) = (tmp_path / "state").iterdir()
    written = file.stat().st_mtime_ns
    kept(room)
    assert file.stat().st_mtime_ns == written
    again = rooms_of(tmp_path)
    found = again.room(PATH, "grizzled")
    assert found
    assert found.match.history.saved().text() == room.match.history.saved().text()
    assert found.match.seats == [PERSON, PERSON, BOT]
    assert found.own_screen().seats == (0,)
    assert again.guest(room.key_of(1)) == (found, 1)


def test_a_free_table_and_its_hands_are_there_again_after_a_restart(tmp_path: Path) -> None:
    free = rooms_of(tmp_path).free(SMALL, "tidewrack")
    pile = max(free.table.layout.piles, key=lambda each: len(each.tokens))
    free.table.draw(pile.id, 1, 2)
    kept(free)
    again = rooms_of(tmp_path)
    found = again.free(SMALL, "tidewrack")
    assert found.table.saved() == free.table.saved()
    key = next(key for key, seat in free.keys.items() if seat == 1)
    assert again.free_guest(key) == (found, 1)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.skipif(os.name == "nt", reason="the permissions of POSIX")
def test_no_other_user_can_read_a_kept_table(tmp_path: Path) -> None:
    free = rooms_of(tmp_path).free(SMALL, "tidewrack")
    pile = max(free.table.layout.piles, key=lambda each: len(each.tokens))
    free.table.draw(pile.id, 1, 2)
    kept(free)
    (file,) = (tmp_path / "state").iterdir()
    assert (mode(file), mode(file.parent)) == (0o600, 0o700)
    file.chmod(0o644)  # as earlier versions left them
    file.parent.chmod(0o755)
    found = rooms_of(tmp_path).free(SMALL, "tidewrack")
    assert (mode(file), mode(file.parent)) == (0o600, 0o700)
    file.chmod(0o644)
    found.table.draw(pile.id, 1, 2)
    kept(found)
    assert (mode(file), mode(file.parent)) == (0o600, 0o700)


@pytest.mark.skipif(os.name == "nt", reason="the permissions of POSIX")
def test_a_file_behind_a_link_keeps_its_permissions(tmp_path: Path) -> None:
    elsewhere = tmp_path / "letter.txt"
    elsewhere.write_text("Dear")
    elsewhere.chmod(0o644)
    link = tmp_path / "table.json"
    link.symlink_to(elsewhere)
    make_private(link)
    assert mode(elsewhere) == 0o644


@pytest.mark.parametrize("change", [{"game": "{}"}, {"keys": {"a": 0}}, {"seats": 3}])
def test_a_table_that_cannot_be_read_begins_anew(tmp_path: Path, change: dict[str, object]) -> None:
    room = rooms_of(tmp_path).room(PATH, "grizzled")
    assert room
    room.match.make(str(room.match.state.legal_moves()[0]))
    kept(room)
    (file,) = (tmp_path / "state").iterdir()
    file.write_text(json.dumps({**json.loads(file.read_text()), **change}))
    found = rooms_of(tmp_path).room(PATH, "grizzled")
    assert found
    assert found.match.last == 0
    assert len(found.keys) == len(room.keys)
    assert found.replaces_kept is (change == {"game": "{}"})  # others hold no game of this table
    found.begin(lambda: found.new_match([PERSON, PERSON], 2, 2, {}))
    assert not found.replaces_kept


def test_a_free_table_with_other_pieces_is_laid_out_anew(tmp_path: Path) -> None:
    free = rooms_of(tmp_path).free(SMALL, "tidewrack")
    assert not free.replaces_kept
    free.table.take(max(free.table.layout.piles, key=lambda each: len(each.tokens)).id)
    kept(free)
    (file,) = (tmp_path / "state").iterdir()
    saved = json.loads(file.read_text())
    other = saved["game"].replace('"component": "', '"component": "other-')
    file.write_text(json.dumps({**saved, "game": other}))
    found = rooms_of(tmp_path).free(SMALL, "tidewrack")
    assert found.replaces_kept
    found.begin(3)
    assert not found.replaces_kept


@pytest.mark.slow
def test_everybody_at_a_table_is_told_that_its_game_no_longer_fits(
    page: Any, tmp_path: Path
) -> None:
    create_kit(ScaffoldOptions("tricks", "Tricks", (3, 5), like="trick-taking"), tmp_path)
    says = "The game that was kept does not fit the kit as it is now: this is a new one."
    with running_studio(tmp_path) as address:
        open_page(page, address, "/kit/tricks/play")
        page.locator(".moves button").first.click()
        page.get_by_text("pick a card from your hand").wait_for()
        assert not page.get_by_text(says).count()
        page.goto("about:blank")
        state = tmp_path / "state/grimoire/studio"
        for _ in range(300):
            if [*state.glob("tricks-*-table.json")]:
                break
            page.wait_for_timeout(100)
    cards = tmp_path / "data/tricks/cards.csv"
    head, _, *rest = cards.read_text().splitlines(keepends=True)
    cards.write_text("".join((head, *rest)))
    with running_studio(tmp_path) as address:
        open_page(page, address, "/kit/tricks/play")
        page.get_by_text(says).wait_for()
        page.locator(".moves button").first.click()
        page.get_by_text("pick a card from your hand").wait_for()
        page.get_by_text(says).wait_for(state="detached")
