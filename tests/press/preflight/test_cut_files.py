"""Preflight of cut files: each fault that would make a machine cut wrong is found."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest
from ezdxf.filemanagement import readfile

from generator import api
from generator.base.errors import CheckFailed
from generator.kit.locate import KitSearchPath
from generator.pipeline.build import build
from generator.press.manifest import CutEntry, read_manifest
from generator.press.preflight import preflight
from generator.press.request import no_progress
from tests.press.running import KITS, Workshop, request_for, run


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The printed parts of Grudge, which has discs, hexagons and folds, for a machine."""
    out = tmp_path_factory.mktemp("cut")
    return api.build("grudge", out=out, only="pieces", cutter="silhouette").folder


@pytest.fixture
def kit(printed: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(printed, tmp_path / "kit"))


def cuts_of(kit: Path) -> tuple[CutEntry, ...]:
    return read_manifest(kit / "manifest.json").cuts


def file_with(kit: Path, text: str, suffix: str) -> Path:
    """The first cut file of that format with such a text in its SVG."""
    for entry in cuts_of(kit):
        svg, dxf = (kit / path for path in entry.paths)
        if text in svg.read_text():
            return svg if suffix == ".svg" else dxf
    raise AssertionError(text)


def faults(kit: Path, slug: str = "proof-cut") -> list[str]:
    return [str(fault) for fault in preflight(kit) if fault.check == slug]


def test_a_build_for_a_machine_passes(kit: Path) -> None:
    assert preflight(kit) == ()
    assert [entry.number for entry in cuts_of(kit)] == [*range(1, len(cuts_of(kit)) + 1)]
    names = [(page.file, page.page) for entry in cuts_of(kit) for page in entry.pages]
    assert len(set(names)) == len(names)


def test_both_files_have_the_same_layers(kit: Path) -> None:
    path = file_with(kit, 'id="fold"', ".svg")
    paths = {
        layer: len(re.findall("<path", body))
        for layer, body in re.findall(r'<g [^>]*id="(\w+)"[^>]*>(.*?)</g>', path.read_text())
    }
    drawing = readfile(path.with_suffix(".dxf"))
    lines: dict[str, int] = {}
    for entity in drawing.modelspace():
        lines[entity.dxf.layer] = lines.get(entity.dxf.layer, 0) + 1
    assert paths == lines
    assert paths["fold"] > 0
    assert paths["marks"] == 3
    assert paths["page"] == 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda text: text.replace('height="297mm"', 'height="296.8mm"'),
            "no cut follows the outline",
        ),
        (
            lambda text: re.sub(r'(id="cut"[^>]*>)<path[^>]*/>', r"\1", text),
            "no cut follows the outline",
        ),
        (
            lambda text: re.sub(
                r'(id="cut"[^>]*>)', r'\1<path d="M 30 30 L 40 30 L 40 40 Z" />', text
            ),
            "1 cut with no piece there",
        ),
        (lambda text: text.replace('id="cut"', 'id="knife"'), "no cut follows the outline"),
        (lambda text: text[: len(text) // 2], "cannot be read as a cut file"),
        (lambda text: re.sub(r' d="M [^"]*"', ' d="M x"', text), "cannot be read as a cut file"),
    ],
)
def test_a_wrong_svg_is_found(kit: Path, change: Callable[[str], str], message: str) -> None:
    path = file_with(kit, 'id="fold"', ".svg")
    before = path.read_text()
    assert change(before) != before
    path.write_text(change(before))
    found = faults(kit)
    assert any(message in fault for fault in found), found
    assert all(path.name in fault for fault in found)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text.replace("\n8\ncut\n", "\n8\nknife\n"), "no cut follows the outline"),
        (lambda text: text.replace("\n70\n1\n", "\n70\n0\n"), "no cut follows the outline"),
        (lambda text: text.replace("SECTION", "SEKTION"), "cannot be read as a cut file"),
    ],
)
def test_a_wrong_dxf_is_found(kit: Path, change: Callable[[str], str], message: str) -> None:
    path = file_with(kit, 'id="fold"', ".dxf")
    before = path.read_text()
    assert change(before) != before
    path.write_text(change(before))
    assert any(message in fault for fault in faults(kit))


def test_a_cut_that_is_half_a_millimetre_off_is_found(kit: Path) -> None:
    path = file_with(kit, 'id="fold"', ".svg")
    text = path.read_text()
    begin = text.index('id="cut"')
    number = re.compile(r"M ([\d.]+)")
    moved = number.sub(lambda found: f"M {float(found[1]) + 0.5:g}", text[begin:], count=1)
    path.write_text(text[:begin] + moved)
    (missing, extra) = faults(kit)
    assert "no cut follows the outline" in missing
    assert "1 cut with no piece there" in extra


def test_a_page_without_its_marks_is_found(tmp_path: Path) -> None:
    roots = KitSearchPath(KITS / "data", KITS / "templates")
    request = request_for("tidewrack", roots, tmp_path, only="counters", cutter="silhouette")
    drawn = "generator.press.imposition.impose.registration_marks"
    with patch(drawn, return_value=None), pytest.raises(CheckFailed) as caught:
        build(request, no_progress)
    found = {fault.message for fault in caught.value.faults if fault.check == "proof-register"}
    assert found == {"has no registration mark where the machine looks"}
    assert not (tmp_path / "tidewrack").exists()


def test_slits_are_cut_within_their_pieces(kit: Path) -> None:
    path = file_with(kit, 'id="hole"', ".svg")
    text = path.read_text()
    holes = text[text.index('id="hole"') : text.index('id="cut"')]
    assert holes.count("<path") == 7  # one in each base
    moved = re.sub(r"M [\d.]+", "M 0.5", holes, count=1)
    path.write_text(text.replace(holes, moved))
    (fault,) = faults(kit)
    assert "1 hole across the edge of a piece" in fault


def test_art_near_a_mark_is_found(kit: Path) -> None:
    manifest = json.loads((kit / "manifest.json").read_text())
    for entry in manifest["cuts"]:
        entry["clear"] = 40
    (kit / "manifest.json").write_text(json.dumps(manifest))
    found = faults(kit, "proof-register")
    assert any("art or words where only a registration mark may be" in fault for fault in found)


def test_files_for_another_paper_stay(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    words = ("--only", "counters", "--cutter", "silhouette")
    assert workshop.build(*words).code == 0
    assert workshop.build(*words, "--paper", "letter").code == 0
    folder = workshop.out / "tidewrack" / "counters"
    names = {path.name for path in (folder / "cut").iterdir()}
    assert {"tidewrack-cut-1-a4.svg", "tidewrack-cut-1-letter.dxf"} <= names
    assert workshop.build(*words[:-2]).code == 0
    names = {path.name for path in folder.rglob("*.svg")}
    assert "tidewrack-cut-1-a4.svg" not in names
    assert "tidewrack-cut-1-letter.svg" in names


def test_all_variants_include_one_that_no_machine_cuts(tmp_path: Path) -> None:
    result = run("build", "grumbles", "--out", tmp_path, "--cutter", "silhouette", "--all-variants")
    assert result.code == 2
    (fault,) = result.faults
    assert "--all-variants includes gutterfold, which no machine cuts" in fault
