"""Tests of the checks of the kit: each catches data that are broken in one place."""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path

import pytest

import generator
import generator.games.ggt.checks  # registers the checks
from generator.base.errors import Fault, KitError
from generator.engine.registry import load_game
from generator.kit.checks.registry import registered
from generator.kit.checks.run import run_checks
from generator.kit.manifest.load import KitFile, load_kitfile
from generator.kit.tables.load import load_tables
from generator.kit.tables.records import Tables
from tests.games.ggt.broken_data import BROKEN, Break, inside

DATA = Path(generator.__file__).parent.parent / "data" / "ggt"


@cache
def kitfile() -> KitFile:
    return load_kitfile(DATA / "game.yaml")


@cache
def shipped() -> Tables:
    return load_tables(kitfile().tables, DATA)


def faults(folder: Path) -> tuple[Fault, ...]:
    """The faults of the kit if the files in a folder replace its own."""
    specs = {name: spec for name, spec in kitfile().tables.items() if (folder / spec.file).exists()}
    tables = {**shipped(), **load_tables(specs, folder)}
    return run_checks(kitfile(), tables, registered("generator.games.ggt")).faults


def test_the_shipped_data_pass_every_check() -> None:
    assert faults(DATA) == ()


def test_there_is_a_broken_copy_for_every_check() -> None:
    written = [check.slug for check in registered("generator.games.ggt")]
    assert sorted(BROKEN) == sorted([*kitfile().checks, *written])


CASES = [(slug, way) for slug, ways in BROKEN.items() for way in ways]


@pytest.mark.parametrize(("slug", "way"), CASES, ids=[f"{slug}: {way.says}" for slug, way in CASES])
def test_a_broken_copy_is_caught_by_its_check(tmp_path: Path, slug: str, way: Break) -> None:
    broken, count = re.subn(way.old, way.new, (DATA / way.file).read_text())
    assert count
    (tmp_path / way.file).write_text(broken)
    if "maps: found 1" in way.says:
        keep = [
            line for line in (DATA / "objects.yaml").read_text().splitlines() if "woods" in line
        ]
        (tmp_path / "objects.yaml").write_text("\n".join(keep) + "\n")
    found = [fault for fault in faults(tmp_path) if fault.check == slug]
    matching = [fault for fault in found if way.says in fault.message and fault.item == way.item]
    assert matching, [str(fault) for fault in found]
    assert all(fault.place is not None and fault.place.line for fault in matching if fault.item)


def test_a_fault_in_a_limb_points_to_its_line(tmp_path: Path) -> None:
    path = tmp_path / "limbs.yaml"
    pattern = inside("Shell Tail", r"other-slot: \d")
    path.write_text(re.sub(pattern, r"\1other-slot: 5", (DATA / path.name).read_text()))
    (fault,) = faults(tmp_path)
    assert fault.place is not None
    assert path.read_text().splitlines()[(fault.place.line or 0) - 1] == "  other-slot: 5"


UNPLAYABLE = {
    "the attributes must be speed, strength, smarts, health, in this order": Break(
        *(
            "attributes.yaml",
            r"(- \{id: speed.*\n)(- \{id: strength.*\n)",
            r"\2\1",
            "",
            "total-attributes",
        )
    ),
    "seats: 5 are not enough for 6 players": Break("seats.csv", r"p6.*\n", "", "", "player-count"),
    "initiative: 5 are not enough for 6 players": Break(
        *("initiative.csv", r"i6.*\n", "", "", "id-initiative")
    ),
    "2S appear twice": Break("cards.csv", "3s,3S", "3s,2S", "", "id-deck"),
    "starting slots: found 0, expected 1": Break(
        *("monsters.yaml", "tail, limb: shell-tail", "tail", 'limb "Shell Tail"', "id-limb-slot")
    ),
    "connected parts: found 2": Break(
        *("maps.yaml", r'o o B B o o"\n(.*" +)o \. ', r'o B B B o o"\n\1B B '),
        *('map "The Last Drive-In"', "id-map-connected"),
    ),
    "no map is for 6 players": Break("maps.yaml", "players: 6", "players: 5", "", "id-map-set"),
}
"""The expected fault of data that the game cannot use; `says` is the rule."""


@pytest.mark.parametrize("expected", UNPLAYABLE)
def test_unplayable_data_are_refused(tmp_path: Path, expected: str) -> None:
    way = UNPLAYABLE[expected]
    shutil.copytree(DATA, tmp_path, dirs_exist_ok=True)
    path = tmp_path / way.file
    path.write_text(re.sub(way.old, way.new, path.read_text()))
    with pytest.raises(KitError) as refusal:
        load_game("ggt", tmp_path)
    faults = [fault for fault in refusal.value.faults if expected in fault.message]
    assert faults, str(refusal.value)
    assert faults[0].item == way.item
    assert faults[0].check == way.says


def test_too_few_monsters_are_refused(tmp_path: Path) -> None:
    """Five monsters with their limbs, for six players."""
    shutil.copytree(DATA, tmp_path, dirs_exist_ok=True)
    monsters, limbs = tmp_path / "monsters.yaml", tmp_path / "limbs.yaml"
    kept = re.split(r"(?m)^(?=- )", monsters.read_text())[1:6]
    homes = [re.findall("id: (.*)", record)[0] for record in kept]
    monsters.write_text("".join(kept))
    left = re.split(r"(?m)^(?=- )", limbs.read_text())[1:]
    limbs.write_text("".join(r for r in left if re.findall("home: (.*)", r)[0] in homes))
    with pytest.raises(KitError, match="5 monsters are not enough for 6 players"):
        load_game("ggt", tmp_path)


def test_an_unknown_ability_is_refused(tmp_path: Path) -> None:
    shutil.copytree(DATA, tmp_path, dirs_exist_ok=True)
    for name, old in (("abilities.yaml", "id: regrow"), ("limbs.yaml", "ability: regrow")):
        path = tmp_path / name
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, f"{old}th"))
    assert any('there is no ability "regrowth"' in fault.message for fault in faults(tmp_path))
    with pytest.raises(KitError, match='there is no ability "regrowth"; did you mean "regrow"'):
        load_game("ggt", tmp_path)
