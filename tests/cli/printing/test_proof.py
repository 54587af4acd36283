"""Tests of `grimoire proof`: finished folders, wherever they were built, and after any change."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pikepdf
import pytest

from tests.press.running import Workshop, run


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one finished kit in it."""
    workshop = Workshop(tmp_path_factory.mktemp("proof"))
    assert workshop.build().code == 0
    return workshop.out


@pytest.fixture
def copy(built: Path, tmp_path: Path) -> Path:
    """A finished kit from another place."""
    return Path(shutil.copytree(built / "tidewrack", tmp_path / "kit"))


def test_a_finished_kit_is_checked_with_counts(built: Path) -> None:
    result = run("proof", built)
    assert (result.code, result.err) == (0, "")
    line, *findings = result.out.splitlines()
    for words in ("3 files", "seen in place", "28 backs behind",
                  "worst 0.00 mm off", "2 of 2 PDFs tagged", "a ruler of 50.0 mm"):  # fmt: skip
        assert words in line
    assert [re.sub(r"\d+", "N", each) for each in findings] == [
        "  finding: tidewrack-print-aN.pdf: N of N sides are blank; "
        "--split prints pieces without backs on separate sheets"
    ]


def test_the_proof_is_machine_readable(built: Path) -> None:
    result = run("proof", built, "--json")
    document = json.loads(result.out)
    (one,) = document["proved"]
    assert document["faults"] == one["faults"] == []
    assert (one["kit"], one["backs"], one["worst-back-mm"]) == ("tidewrack", 28, 0.0)
    assert one["ruler-mm"] == pytest.approx(50, abs=0.05)
    assert all("picture" in tags for tags in one["tagged"].values())


def test_the_folder_or_its_manifest_is_enough(copy: Path) -> None:
    assert run("proof", copy).code == 0
    assert run("proof", copy / "manifest.json").code == 0


def test_a_changed_file_is_one_line(copy: Path) -> None:
    file = copy / "tidewrack-print-a4.pdf"
    with pikepdf.open(file, allow_overwriting_input=True) as pdf:
        del pdf.pages[1]
        pdf.save()
    result = run("proof", copy)
    assert result.code == 1
    assert any("tidewrack-print-a4.pdf: has changed since it was built" in f for f in result.faults)
    assert result.out == ""
    document = json.loads(run("proof", copy, "--json").out)
    assert {fault["check"] for fault in document["faults"]} == {"proof-file"}


def test_a_good_kit_next_to_a_bad_one_is_still_checked(built: Path, copy: Path) -> None:
    (copy / "maps" / "shore.svg").unlink()
    result = run("proof", built, copy)
    assert result.code == 1
    assert [line for line in result.out.splitlines() if not line.startswith("  finding: ")] == [
        *result.out.splitlines()[:1]
    ]
    assert "is in the manifest, but cannot be read" in result.err


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "nowhere",
            "nowhere: there is no such folder; name the folder that grimoire build or export wrote",
        ),
        ("empty", "empty: contains no manifest.json, so no kit was built there"),
        ("words.txt", "words.txt: is not the folder of a built kit"),
    ],
)
def test_a_folder_without_a_kit_is_reported(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "words.txt").write_text("words", encoding="utf-8")
    result = run("proof", tmp_path / name)
    assert result.code == 2
    assert message in result.err


def test_an_invalid_manifest_is_reported(copy: Path) -> None:
    (copy / "manifest.json").write_text("{}", encoding="utf-8")
    result = run("proof", copy)
    assert result.code == 2
    assert "is not a manifest" in result.err
    assert json.loads(run("proof", copy, "--json").out)["faults"]


@pytest.mark.parametrize("path", ["../secret.pdf", "/etc/hostname", "a\0b", "link.pdf"])
def test_a_manifest_reaches_no_file_outside_its_folder(path: str, copy: Path) -> None:
    (copy.parent / "secret.pdf").write_text("hunter2")
    (copy / "link.pdf").symlink_to("../secret.pdf")
    manifest = copy / "manifest.json"
    document = json.loads(manifest.read_text())
    document["files"][0]["path"] = path
    manifest.write_text(json.dumps(document))
    result = run("proof", copy)
    assert (result.code, result.out, len(result.faults)) == (2, "", 1)
    assert "points outside the folder" in result.err
    assert "\0" not in result.err


def test_an_export_is_verified_as_it_was_when_it_was_written(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    exported = workshop.run("export", "tidewrack", "--for", "png", "-o", "out")
    assert exported.code == 0, exported.err
    (folder,) = workshop.out.rglob("export-png")
    result = run("proof", workshop.out)
    assert (result.code, result.err) == (0, "")
    assert re.fullmatch(rf"{folder}: \d+ files with \d+ pieces for pictures", result.out.strip())
    (one,) = json.loads(run("proof", folder / "export.json", "--json").out)["proved"]
    assert (one["kit"], one["shop"], one["faults"]) == ("tidewrack", "png", [])
    picture = next(folder.rglob("*.png"))
    picture.write_bytes(picture.read_bytes() + b"x")
    changed = run("proof", folder)
    assert changed.code == 1
    assert "(export-file)" in changed.err
    manifest = folder / "export.json"
    manifest.write_text(manifest.read_text(encoding="utf-8").replace('"png"', '"nobody"', 1))
    assert run("proof", folder).faults == [
        f"{manifest}: names no shop with limits that this Grimoire knows; export the kit again"
        " (not-a-build)"
    ]
