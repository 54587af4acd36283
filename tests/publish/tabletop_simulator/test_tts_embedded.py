"""Tests of Tabletop Simulator with `--embed`: files that are found on any computer they are copied to."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.publish.shop_limits import TtsLimits
from tests.press.running import run
from tests.publish.making import ExportCopy, copy_of, exported


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> ExportCopy:
    return exported(
        "tts", TtsLimits, tmp_path_factory.mktemp("embedded"), only="counters", embed=True
    )


SAVE = "Saves/Saved Objects/tidewrack.json"


def test_embedded_files_are_in_the_simulators_folders_and_need_no_url(embedded: ExportCopy) -> None:
    save = (embedded.folder / SAVE).read_text(encoding="utf-8")
    assert embedded.faults() == []
    assert "file:" not in save
    assert str(embedded.folder) not in save
    files = {
        path.relative_to(embedded.folder).parent.as_posix() for path in embedded.folder.rglob("*.*")
    }
    assert {"Mods/Images", "Saves/Saved Objects"} <= files <= {
        "Mods/Images", "Mods/Models", "Saves/Saved Objects", "."
    }  # fmt: skip
    names = [path.name for path in (embedded.folder / "Mods").rglob("*.*")]
    assert len(names) == len(set(names))
    assert all(name.startswith("tidewrack-") for name in names)
    assert all(f'"{name}"' in save for name in names)


def test_a_missing_embedded_file_is_reported(embedded: ExportCopy, tmp_path: Path) -> None:
    copy = copy_of(embedded, tmp_path / "copy")
    next((copy.folder / "Mods/Images").iterdir()).unlink()
    assert {"export-address", "export-file"} <= copy.failed_checks()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--for", "png", "--embed"], "--embed is not for pictures"),
        (
            ["--for", "tts", "--embed", "--url-base", "https://a.example"],
            "--url-base is not for Tab",
        ),
    ],
)
def test_invalid_embedding_is_refused(tmp_path: Path, words: list[str], message: str) -> None:
    result = run("export", "grumbles", *words, "-o", tmp_path)
    assert result.code == 2
    assert message in result.err
