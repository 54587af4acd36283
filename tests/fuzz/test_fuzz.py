"""Kits broken by chance: one line says what is wrong, or nothing is, and it never takes long.

A few quick ones each time; with the profile `soak` thousands, of all kits.  `python -m tests.fuzz`
runs for as long as one likes.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.base import locations
from generator.kit.locate import BUILT_IN
from tests.fuzz.trying import Shop
from tests.press.running import KITS, run

LONG = settings().max_examples > 1000
QUICK = ["grumbles", "tidewrack"]
EXAMPLES = settings().max_examples if LONG else 20


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Shop:
    folder = tmp_path_factory.mktemp("fuzz")
    names = [*BUILT_IN.names(), "tidewrack"] if LONG else QUICK
    for kind, home in (("data", locations.data_root()), ("templates", locations.template_root())):
        shutil.copytree(home / "shared", folder / kind / "shared", dirs_exist_ok=True)
        for name in names:
            from_where = KITS / kind if name == "tidewrack" else home
            shutil.copytree(from_where / name, folder / kind / name)
    return Shop(folder, names)


@settings(max_examples=EXAMPLES)
@given(seed=st.integers(0, 2**32))
def test_a_kit_broken_by_chance_is_told_in_words(shop: Shop, seed: int) -> None:
    told = shop.verdict(seed)
    assert told
    assert "Traceback" not in told
    assert "object at 0x" not in told


@pytest.mark.parametrize("seed", range(200 if LONG else 3))
def test_a_build_of_a_broken_kit_is_whole_or_writes_nothing(
    shop: Shop, seed: int, tmp_path: Path
) -> None:
    kit, file, content = shop.broken(seed)
    before, folder = file.read_bytes(), shop.folder
    names = sorted(folder.rglob("*"))
    file.write_bytes(content)
    out = tmp_path / "out"
    try:
        where = ["--data", folder / "data", "--templates", folder / "templates", "-o", out]
        ran = run("build", "tidewrack" if not LONG else kit.name, *where)
    finally:
        file.write_bytes(before)
    assert ran.code in (0, 1, 2)
    assert "fault of Grimoire" not in ran.err
    assert sorted(folder.rglob("*")) == names
    assert list(tmp_path.iterdir()) == ([out] if ran.code == 0 else [])


def test_the_same_number_breaks_the_same_thing(shop: Shop) -> None:
    one, other = ([shop.broken(seed) for seed in range(40)] for _ in range(2))
    assert one == other
    changed = [file for _, file, content in one if content != file.read_bytes()]
    assert len(changed) > 30
    assert {file.suffix for file in changed} >= {".xml", ".yaml"}


def test_what_is_broken_is_told(shop: Shop) -> None:
    assert sum(shop.verdict(seed) != "fine" for seed in range(8)) >= 3
