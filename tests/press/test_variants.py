"""Tests of building all variants of a kit, and several kits in parallel."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from generator.kit.locate import KitSearchPath
from generator.pipeline.build import build
from generator.pipeline.build_many import build_all
from generator.press.pieces.faces import FaceSet
from generator.press.preflight import preflight
from generator.press.variants import variants
from tests.press.cache.test_build_cache import contents
from tests.press.running import GAME, KITS, Workshop, request_for

SIXTH = KitSearchPath(KITS / "data", KITS / "templates")


def ignore_progress(name: str, step: str, done: int, of: int) -> None:
    """Progress that is ignored."""


def test_every_variant_has_a_folder_with_the_files_of_a_single_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered: list[str] = []
    render = FaceSet._render

    def noted(self: FaceSet, maker: Any, face: str) -> object:
        rendered.append(f"{maker.piece} {face} {self.renderer.style.variables['ink']}")
        return render(self, maker, face)

    monkeypatch.setattr(FaceSet, "_render", noted)
    requests = variants(request_for("tidewrack", SIXTH, tmp_path))
    names = [
        f"{paper}-{backs}-{ink}"
        for ink, paper, backs in product(
            ("full", "low"), ("a4", "letter"), ("long-edge", "short-edge", "gutterfold", "none")
        )
    ]
    folder = tmp_path / "tidewrack" / "variants"
    assert [request.folder for request in requests] == [folder / name for name in names]
    outcomes = build_all(
        [each for each in requests if each.edition.ink == "low"][2:6], ignore_progress
    )
    folders = [outcome.built.folder for outcome in outcomes if outcome.built]
    assert [preflight(each) for each in folders] == [()] * 4
    inks = [name.rpartition(" ")[2] for name in rendered if name.startswith("find/whelk front")]
    assert sorted(inks) == ["full", "low"]  # the first to see what low ink hides
    alone = build(
        request_for("tidewrack", SIXTH, tmp_path / "alone", "letter", "short-edge", "low")
    )
    assert contents(folders[-1]) == contents(alone.folder)


def test_papers_can_be_chosen_and_an_unknown_one_is_reported(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    ran = workshop.build("--all-variants", "--on", "a4, leter")
    assert (ran.code, len(ran.faults)) == (2, 1)
    assert "leter" in ran.err
    assert workshop.build("--all-variants", "--on", " ").err == (
        '--on names no paper; write "--on a4,letter" (unknown-paper)\n'
    )
    result = workshop.build("--all-variants", "--on", "letter", "--only", "counters", "--json")
    folders = [Path(kit["folder"]).as_posix() for kit in json.loads(result.out)["built"]]
    assert len(folders) == 8
    assert folders[0] == "out/tidewrack/variants/letter-long-edge-full/counters"


def test_kits_built_in_parallel_are_the_same_as_in_sequence(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    for name in ("other", "third"):
        for root in ("data", "templates"):
            folder = workshop.path(f"{root}/{name}")
            folder.mkdir()
            for path in workshop.path(f"{root}/tidewrack").rglob("*"):
                target = folder / path.relative_to(workshop.path(f"{root}/tidewrack"))
                target.parent.mkdir(parents=True, exist_ok=True)
                if path.is_file():
                    target.write_bytes(path.read_bytes())
    workshop.edit(GAME.replace("tidewrack", "third"), "title: Tidewrack", "titel: Tidewrack")
    one = workshop.run("build", "-o", "one")
    two = workshop.run("build", "-o", "two", "--jobs", "2")
    assert (one.code, two.code) == (2, 2)
    assert one.err == two.err
    assert one.out.replace("one/", "two/") == two.out
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert sorted(path.name for path in (tmp_path / "two").iterdir()) == ["other", "tidewrack"]
