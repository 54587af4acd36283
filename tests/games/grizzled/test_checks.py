"""Tests of the checks of the kit: each catches data that are broken in one place."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest

from generator.base.errors import Fault, KitError
from generator.engine.registry import load_game
from generator.kit.checks.run import run_checks
from generator.kit.locate import KitSearchPath
from generator.kit.manifest.load import KitFile, load_kitfile
from generator.kit.tables.load import load_tables
from generator.kit.tables.records import table_named
from generator.pipeline.check import check
from tests.games.grizzled.conftest import DATA
from tests.shipped import shipped_faces

BROKEN = {
    "check-pieces-90": (
        *("speeches.yaml", "- id: s5\n  text: Think of the soup we shall have on Sunday."),
        *(" I can smell it from here.\n", "", "found 89, expected 90"),
    ),
    "check-ids": ("speeches.yaml", "id: s5", "id: tl", 'the id "tl" is already used by'),
    "check-trials-59": ("menaces.csv", "t39,night;rain;whistle,no\n", "", "found 38, expected 39"),
    "check-split": ("starts.csv", "25,34,", "25,33,", "found 58, expected 59"),
    "check-starts": ("starts.csv", "22,37", "23,36", "found [20, 23, 24, 26, 28, 30], expected"),
    "check-modes": ("modes.yaml", "false", "true", "found [True, True, True]"),
    "check-threat-shape": ("menaces.csv", "t39,night;rain;", "t39,rain;", "found 34, expected 33"),
    "check-threat-twice": (
        "menaces.csv",
        "t02,night;snow",
        "t02,night;night",
        '"night" appears twice',
    ),
    "check-threat-84": ("menaces.csv", "t02,night;snow", "t02,night;rain", "found 13, expected 14"),
    "check-threat-sum": ("menaces.csv", "t39,night;rain;", "t39,rain;", "found 83, expected 84"),
    "check-threat-pairs": (
        *("menaces.csv", "t02,night;snow", "t02,night;rain"),
        "threats on three cards: found [['night', 'rain'], ['rain', 'mask'], ",
    ),
    "check-traps-9": (
        *("menaces.csv", "t02,night;snow,no", "t02,night;snow,yes"),
        "one Trap on each pair: threats ('night', 'snow') is already used by Threat card",
    ),
    "check-knocks-19": (
        *("knocks.yaml", 'Phobia: Whistle"\n  rule: phobia', 'Phobia: Whistle"\n  rule: trauma'),
        "found 5, expected 6",
    ),
    "check-knock-threats": ("knocks.yaml", "[whistle]", "[shell]", "found 0, expected 1"),
    "check-knock-sum": ("knocks.yaml", "[rain, whistle]", "[rain]", "found 11, expected 12"),
    "check-charms-6": ("grizzled.yaml", "charm: whistle", "charm: shell", "found 0, expected 1"),
    "check-tiles-16": (
        *("tiles.yaml", "steps: 2\n  copies: 2", "steps: 2\n  copies: 3"),
        "found 17, expected 16",
    ),
    "check-tile-deal": (
        "seatings.csv",
        "2,3,20,no,12,9,3",
        "2,3,20,no,12,8,4",
        "found 8, expected 9",
    ),
    "check-speech-5": ("seatings.csv", "16,15,1,3,2", "16,15,1,3,1", "found 4, expected 5"),
    "check-seatings": ("seatings.csv", "16,12,4,4,1", "16,12,4,3,2", "found [5, 5, 3, 3]"),
}
"""For every check: a file, a text in it, its replacement, and the expected message."""


@cache
def kitfile() -> KitFile:
    return load_kitfile(DATA / "game.yaml")


def faults(folder: Path) -> tuple[Fault, ...]:
    """The faults of the kit with the tables of a folder."""
    tables = load_tables(kitfile().tables, folder)
    return run_checks(kitfile(), tables, ()).faults


def test_a_missing_threat_is_reported(tmp_path: Path) -> None:
    folder = shutil.copytree(DATA, tmp_path / "grizzled")
    file = folder / "threats.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("id: night", "id: goblin-xyz", 1))
    with pytest.raises(KitError) as caught:
        check("grizzled", KitSearchPath(tmp_path, DATA.parents[1] / "templates"))
    faults = caught.value.faults
    assert {fault.check for fault in faults} == {"unknown-reference"}  # and nothing that follows
    assert 'Grizzled "Achille": charm "night" is not in threats' in str(faults[0])
    assert len(faults) == 17


def test_the_shipped_data_pass_every_check() -> None:
    assert faults(DATA) == ()


def test_there_is_a_broken_copy_for_every_check() -> None:
    assert sorted(BROKEN) == sorted(kitfile().checks)


@pytest.mark.parametrize("slug", BROKEN)
def test_a_broken_copy_is_caught_by_its_check(tmp_path: Path, slug: str) -> None:
    name, *old, new, message = BROKEN[slug]
    shutil.copytree(DATA, tmp_path, dirs_exist_ok=True)
    text = (tmp_path / name).read_text()
    assert "".join(old) in text
    (tmp_path / name).write_text(text.replace("".join(old), new, 1))
    found = [fault for fault in faults(tmp_path) if fault.check == slug]
    assert any(message in fault.message for fault in found), [fault.message for fault in found]


UNPLAYABLE = {
    'there is no mode "rookie"': ("modes.yaml", "id: rookie", "id: beginner"),
    "0 lines are for 5 players instead of 1": ("seatings.csv", "5,5,25", "4,5,25"),
    "58 of 58 Trial cards would leave no Reserve": ("seatings.csv", "5,5,25", "5,5,58"),
    "tiles are held by the players": ("seatings.csv", "3,3,25", "3,5,25"),
    "there are not enough Support tiles for 5": ("tiles.yaml", "1\n  copies: 6", "1\n  copies: 4"),
    'there is no rule "grumpy"': ("knocks.yaml", "rule: bitter", "rule: grumpy"),
}


@pytest.mark.parametrize("message", UNPLAYABLE)
def test_unplayable_records_are_refused(tmp_path: Path, message: str) -> None:
    name, old, new = UNPLAYABLE[message]
    shutil.copytree(DATA, tmp_path, dirs_exist_ok=True)
    text = (tmp_path / name).read_text()
    assert old in text
    (tmp_path / name).write_text(text.replace(old, new, 1))
    if "58 of 58" in message:
        (tmp_path / "christmas.yaml").write_text("[]\n")
    with pytest.raises(KitError) as refusal:
        load_game("grizzled", tmp_path)
    assert any(message in fault.message for fault in refusal.value.faults), str(refusal.value)


def test_a_fault_in_a_card_points_to_its_line(tmp_path: Path) -> None:
    shutil.copytree(DATA, tmp_path, dirs_exist_ok=True)
    path = tmp_path / "menaces.csv"
    path.write_text(path.read_text().replace("t02,night;snow,no", "t02,night;snow,yes"))
    (fault,) = (fault for fault in faults(tmp_path) if "one Trap" in fault.message)
    assert fault.place is not None
    lines = path.read_text().splitlines()
    assert lines[(fault.place.line or 0) - 1].startswith("t02,")


def test_only_what_the_rules_hide_lies_face_down_on_a_virtual_table() -> None:
    """Speech tokens are open; what looks alike on both sides hides nothing."""
    faces = shipped_faces("grizzled")
    hidden = set()
    for component in faces.kit.file.components:
        row = (
            next(iter(table_named(faces.kit.tables, component.each)))["id"]
            if component.each
            else None
        )
        if component.back and not component.two_sided:
            front, back = (faces.face(component.id, row, side) for side in ("front", "back"))
            hidden |= {component.id} if front.items != back.items else set()
    assert hidden == {"menace", "knock", "christmas", "tile"}
