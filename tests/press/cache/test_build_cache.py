"""Tests of the build cache: a changed kit is built as without a cache, an unchanged one not at all."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.base.errors import Fault, KitError
from generator.base.locations import data_root, template_root
from generator.base.put_in_place import ASIDE
from generator.kit.locate import KitSearchPath
from generator.pipeline.build import build
from generator.press import preflight
from generator.press.cache import build_cache as building
from generator.press.cache import store as storing
from generator.press.cache.checksums import data_sum, kit_sum
from generator.press.cache.store import Store
from generator.press.manifest import FileEntry, Manifest
from generator.press.markup.parser import Node
from generator.press.preflight.pages import page_faults
from generator.press.request import BuildRequest
from generator.press.scene.items import Scene
from tests.press.running import (
    BOARD,
    BOXES,
    COUNTERS,
    FIND,
    FINDS,
    GAME,
    SHORE,
    Workshop,
    request_for,
)

FRAME = "templates/tidewrack/frame.xml"
BOOK = "templates/tidewrack/rulebook.md.j2"
WAVE = "data/tidewrack/icons/wave.svg"
GLASS, OAR = "data/tidewrack/art/glass.png", "data/tidewrack/art/oar.jpg"
SHARED_HEART = "data/shared/icons/wave.svg"


@pytest.fixture(autouse=True)
def in_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files have the same names in all tests here, which need not compile the same templates again."""
    monkeypatch.chdir(tmp_path)


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def request(workshop: Workshop, out: str, **options: Any) -> BuildRequest:
    roots = KitSearchPath(workshop.folder / "data", workshop.folder / "templates")
    return request_for("tidewrack", roots, workshop.folder / out, **options)


def from_nothing(workshop: Workshop) -> dict[str, bytes]:
    shutil.rmtree(workshop.folder / "cold", ignore_errors=True)
    return contents(build(request(workshop, "cold")).folder)


def edit(file: str, old: str, new: str) -> Callable[[Workshop], None]:
    return lambda workshop: workshop.edit(file, old, new)


CHANGES: dict[str, Callable[[Workshop], None]] = {
    "the first row": edit(FINDS, "and 2 more beside", "and 3 more beside"),
    "a row": edit(FINDS, "Discard it to look", "Turn it over to look"),
    "the order of the rows": lambda workshop: workshop.write(
        FINDS, re.sub(r"(cowrie.*\n)(razor.*\n)", r"\2\1", workshop.path(FINDS).read_text("utf-8"))
    ),
    "a row made like another": edit(COUNTERS, "name: Gull", "name: Gullet"),
    "a template": edit(FIND, 'size="7" align="center"', 'size="7" align="left"'),
    "a template that others use": edit(FRAME, 'radius="3mm"', 'radius="2mm"'),
    "a drawing that stands in texts": edit(WAVE, "M1 9 C4 4", "M1 9 C4 5"),
    "an icon that hides the one before": lambda workshop: workshop.write(
        SHARED_HEART, workshop.path(WAVE).read_bytes()
    ),
    "a colour": edit(GAME, '"#f2b134"', '"#f2b144"'),
    "boxes": lambda workshop: workshop.write(
        BOXES, workshop.path(BOXES).read_text("utf-8") + "\n# more\n"
    ),
    "a table of its own kind": edit(SHORE, "name: ", "name: The "),
    "what a component is called": edit(GAME, "title: Finds", "title: Things found"),
    "the version": edit(GAME, 'version: "0.3"', 'version: "0.4"'),
    "words of the rulebook": lambda workshop: workshop.write(
        BOOK, workshop.path(BOOK).read_text("utf-8") + "\nOne sentence more.\n"
    ),
    "a line above all others": lambda workshop: workshop.write(
        FIND, "{# New. #}\n" + workshop.path(FIND).read_text("utf-8")
    ),
    "a picture": lambda workshop: workshop.write(OAR, _mirrored(workshop.path(OAR))),
    "the board": edit(BOARD, "<board", "<!-- wide --><board"),
}


def _mirrored(path: Path) -> bytes:
    from io import BytesIO

    from PIL import Image, ImageOps

    out = BytesIO()
    with Image.open(path) as image:
        ImageOps.mirror(image).save(out, "JPEG")
    return out.getvalue()


def test_after_any_change_the_files_are_those_of_a_clean_build(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    cache = tmp_path / "cache"
    build(request(workshop, "out"), store=Store(cache))
    warm = Store(cache)
    for number, (name, change) in enumerate(CHANGES.items()):
        change(workshop)
        store = warm if number % 2 else Store(cache)  # the same process, then a new one
        built = build(request(workshop, "out"), store=store)
        assert not built.up_to_date, name
        assert contents(built.folder) == from_nothing(workshop), name


def test_an_unchanged_kit_is_not_built_again(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    first = build(request(workshop, "out"), store=Store(tmp_path / "cache"))
    times = {p: p.stat().st_mtime_ns for p in first.folder.rglob("*")}
    again = build(request(workshop, "out"), store=Store(tmp_path / "cache"))
    assert (first.up_to_date, again.up_to_date) == (False, True)
    assert {p: p.stat().st_mtime_ns for p in first.folder.rglob("*")} == times
    assert [(m.path, m.pages, m.page_size) for m in again.files] == [
        (m.path, m.pages, m.page_size) for m in first.files
    ]


@pytest.mark.parametrize("how", ["changed", "printed otherwise"])
def test_changed_output_files_are_built_again(how: str, tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    expected = contents(build(request(workshop, "out"), store=Store(tmp_path / "cache")).folder)
    file = tmp_path / "out" / "tidewrack" / "tidewrack-print-a4.pdf"
    if how == "changed":
        file.write_bytes(file.read_bytes() + b"\n")
    else:
        build(request(workshop, "out", backs="none"), store=Store(tmp_path / "cache"))
    built = build(request(workshop, "out"), store=Store(tmp_path / "cache"))
    assert not built.up_to_date
    assert contents(built.folder) == expected


@pytest.mark.parametrize(
    ("change", "row"), [("the first row", "whelk"), ("a row", "razor")], ids=["first", "another"]
)
def test_only_the_face_of_the_changed_row_is_rendered(
    change: str, row: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workshop = Workshop(tmp_path)
    build(request(workshop, "out"), store=Store(tmp_path / "cache"))
    CHANGES[change](workshop)
    rendered: list[str] = []
    laid_out: list[str] = []
    from generator.press.layout.engine import Layout
    from generator.press.pieces.faces import FaceSet

    render, scene = FaceSet._render, Layout.scene

    def noted(self: FaceSet, maker: Any, face: str) -> object:
        rendered.append(f"{maker.piece} {face}")
        return render(self, maker, face)

    def noted_scene(self: Layout, root: Node, name: str, **options: bool) -> Scene:
        laid_out.append(name)
        return scene(self, root, name, **options)

    monkeypatch.setattr(FaceSet, "_render", noted)
    monkeypatch.setattr(Layout, "scene", noted_scene)
    build(request(workshop, "out"), store=Store(tmp_path / "cache"))
    assert rendered == [f"find/{row} front", f"find/{row} back"]
    assert [name for name in laid_out if "/" in name] == [f"find/{row} front"]


def test_a_file_that_passed_preflight_is_not_checked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workshop = Workshop(tmp_path)
    proved: list[str] = []

    def noted(entry: FileEntry, manifest: Manifest, folder: Path, pages: range) -> list[Fault]:
        if entry.path.endswith(".pdf"):
            proved.append(entry.path)
        return page_faults(entry, manifest, folder, pages)

    monkeypatch.setattr(preflight, "page_faults", noted)
    first = build(request(workshop, "out"), store=Store(tmp_path / "cache"))
    assert len(proved) > 1
    proved.clear()
    CHANGES["words of the rulebook"](workshop)
    build(request(workshop, "out"), store=Store(tmp_path / "cache"))
    assert proved == [file.path for file in first.files if "rulebook" in file.path]
    proved.clear()
    monkeypatch.setattr(building, "program", lambda: "another one")
    build(request(workshop, "elsewhere"), store=Store(tmp_path / "cache"))
    assert proved == [file.path for file in first.files if file.path.endswith(".pdf")]


@pytest.mark.parametrize("damage", ["cut", "folder"])
def test_a_damaged_cache_is_silently_rebuilt(damage: str, tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    expected = contents(build(request(workshop, "out"), store=Store(tmp_path / "cache")).folder)
    for path in (tmp_path / "cache" / storing.FORMAT).iterdir():
        content = path.read_bytes()
        path.unlink()
        if damage == "cut":
            path.write_bytes(content[: len(content) // 2])
        else:
            path.mkdir()
    built = build(request(workshop, "again"), store=Store(tmp_path / "cache"))
    assert contents(built.folder) == expected


def test_an_unwritable_cache_is_harmless(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    (tmp_path / "cache").write_text("a file, where a folder is wanted")
    built = build(request(workshop, "out"), store=Store(tmp_path / "cache"))
    assert not built.up_to_date
    assert contents(built.folder) == from_nothing(workshop)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="who owns a folder is told otherwise here")
def test_entries_that_others_could_have_written_are_not_read(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.put("it", [1, 2])
    assert Store(tmp_path).get("it") == [1, 2]
    (tmp_path / storing.FORMAT).chmod(0o777)
    assert Store(tmp_path).get("it") is None


def test_the_cache_is_private_and_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storing, "MAX_BYTES", 5000)
    store = Store(tmp_path)
    for number in range(8):
        store.put(f"thing-{number}", bytes(1000))
        os.utime(tmp_path / storing.FORMAT / f"thing-{number}", (number, number))
    kept = sorted(path.name for path in (tmp_path / storing.FORMAT).iterdir())
    assert kept == ["thing-4", "thing-5", "thing-6", "thing-7"]
    assert (tmp_path / storing.FORMAT).stat().st_mode & 0o077 == 0


def test_a_fault_is_the_same_as_in_a_clean_build(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    build(request(workshop, "out"), store=Store(tmp_path / "cache"))
    workshop.edit(FIND, 'color="accent">{{ row.kind }}', 'color="acent">{{ row.kind }}')
    with pytest.raises(KitError) as cold:
        build(request(workshop, "cold"))
    with pytest.raises(KitError) as cached:
        build(request(workshop, "out"), store=Store(tmp_path / "cache"))
    assert cached.value.faults == cold.value.faults


def test_a_kit_that_changes_during_a_build_is_not_up_to_date(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)

    def edit_row(step: str, done: int, of: int) -> None:
        if step == "paint":
            CHANGES["a row"](workshop)

    build(request(workshop, "out"), edit_row, Store(tmp_path / "cache"))
    built = build(request(workshop, "out"), store=Store(tmp_path / "cache"))
    assert not built.up_to_date
    assert contents(built.folder) == from_nothing(workshop)


def test_the_command_reports_up_to_date_kits_and_accepts_no_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRIMOIRE_CACHE", str(tmp_path / "cache"))
    workshop = Workshop(tmp_path)
    first = workshop.build()
    again, anew = workshop.build(), workshop.build("--no-cache")
    assert [ran.code for ran in (first, again, anew)] == [0, 0, 0]
    assert first.out == anew.out
    assert again.out.splitlines()[0] == (
        f"{first.out.splitlines()[0].removesuffix(')')}, up to date)"
    )


SOAK = bool(os.environ.get("GRIMOIRE_LAW_GAMES"))


@pytest.mark.skipif(not SOAK, reason="builds every kit many times: make soak")
@pytest.mark.parametrize("kit", ["ggt", "grizzled", "grudge", "gruff", "grumbles"])
def test_every_changed_kit_is_built_as_without_a_cache(kit: str, tmp_path: Path) -> None:
    for name, root in (("data", data_root()), ("templates", template_root())):
        for part in ("shared", kit):
            shutil.copytree(root / part, tmp_path / name / part)
    roots = KitSearchPath(tmp_path / "data", tmp_path / "templates")

    def built(out: str, store: Store | None) -> dict[str, bytes]:
        return contents(build(request_for(kit, roots, tmp_path / out), store=store).folder)

    built("out", Store(tmp_path / "cache"))
    files = [path for path in sorted(tmp_path.glob(f"*/{kit}/**/*")) if path.is_file()]
    rows = [p for p in files if p.suffix == ".yaml" and p.parent.name == kit]
    macros = [p for p in files if p.suffix == ".xml"]
    for path in (*rows[:: max(1, len(rows) // 3)], *macros[:: max(1, len(macros) // 3)]):
        text = path.read_text(encoding="utf-8")
        comment = "{# more #}\n" if path.suffix == ".xml" else "# more\n"
        path.write_text(comment + text, encoding="utf-8")
        warm = built("out", Store(tmp_path / "cache"))
        shutil.rmtree(tmp_path / "cold", ignore_errors=True)
        assert warm == built("cold", None), path


def test_unfinished_files_are_not_part_of_a_kit(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    folders = KitSearchPath(workshop.folder / "data", workshop.folder / "templates").find(
        "tidewrack"
    )
    before = kit_sum(folders, Path()), data_sum(folders, Path())
    workshop.write(f"data/tidewrack/{ASIDE}0-0-0", b"half")
    workshop.write(f"data/tidewrack/{ASIDE}1/finds.csv", b"half")
    assert (kit_sum(folders, Path()), data_sum(folders, Path())) == before
    workshop.write("data/tidewrack/more.csv", b"whole")
    assert kit_sum(folders, Path()) != before[0]
    assert data_sum(folders, Path()) != before[1]
