"""Tests of upgrade packs: which pieces changed since an older build, to print or to throw away."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

from generator.press.manifest import PieceEntry
from tests.press.running import COUNTERS, FIND, FINDS, GAME, CommandResult, Workshop

OLD = "old/tidewrack/manifest.json"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    workshop = Workshop(tmp_path_factory.mktemp("older"))
    assert workshop.run("build", "tidewrack", "-o", "old").code == 0
    return workshop.folder


@pytest.fixture
def workshop(built: Path, tmp_path: Path) -> Workshop:
    """Tidewrack as version 0.4, beside the build of 0.3."""
    workshop = Workshop(tmp_path)
    shutil.copytree(built / "old", tmp_path / "old")
    workshop.edit(GAME, 'version: "0.3"', 'version: "0.4"')
    return workshop


def upgrade(workshop: Workshop, *words: str) -> CommandResult:
    return workshop.build("--since", OLD, *words)


def printed(workshop: Workshop) -> dict[str, int]:
    """The pieces in the upgrade's manifest and their copies, without the instruction pages."""
    folder = workshop.out / "tidewrack" / "upgrade-0.3-to-0.4"
    data: Any = json.loads((folder / "manifest.json").read_text("utf-8"))
    assert data["options"]["since"] is True
    return {e["id"]: e["copies"] for e in data["pieces"] if e["component"] != "upgrade"}


def text(workshop: Workshop, page: int) -> str:
    file = workshop.out / "tidewrack" / "upgrade-0.3-to-0.4" / "tidewrack-upgrade-a4.pdf"
    document = pypdfium2.PdfDocument(file.read_bytes())
    return " ".join(document[page].get_textpage().get_text_bounded().split())


def test_without_changes_a_message_is_printed_and_nothing_written(workshop: Workshop) -> None:
    ran = upgrade(workshop)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == "no piece has changed since version 0.3: there is nothing to print\n"
    assert workshop.built == []


def test_all_copies_of_a_changed_row_are_printed_with_the_version(workshop: Workshop) -> None:
    workshop.edit(FINDS, "Discard it to look", "Turn it over to look")
    ran = upgrade(workshop)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[1] == "2 pieces to print, 2 to throw away"
    assert printed(workshop) == {"find/razor": 2}
    first = text(workshop, 0)
    assert "From version 0.3 to version 0.4" in first
    assert "Finds: Razor Shell Print 2, throw away 2 · front changed" in first
    assert text(workshop, 2).count("v0.4") == 2


def test_changed_copies_new_pieces_and_removed_pieces_are_listed(workshop: Workshop) -> None:
    workshop.edit(FINDS, "whelk,Whelk,shell,1,2", "whelk,Whelk,shell,1,4")
    workshop.edit(FINDS, "cowrie,Cowrie,shell,2,2", "cowrie,Cowrie,shell,2,1")
    workshop.edit(FINDS, "razor,Razor Shell,shell,1,2", "auger,Auger,shell,1,1")
    ran = upgrade(workshop)
    assert ran.code == 0, ran.err
    assert printed(workshop) == {"find/whelk": 2, "find/auger": 1}
    assert ran.out.splitlines()[1] == "3 pieces to print, 3 to throw away"
    first = text(workshop, 0)
    for words in (
        "Finds: Whelk Print 2 · more copies",
        "Finds: Cowrie throw away 1 of them · fewer copies",
        "Finds: Auger Print 1 · new",
        "Finds: Razor Shell throw away 2 · no longer in the game",
    ):
        assert words in first


def test_a_single_piece_is_counted_in_the_singular(workshop: Workshop) -> None:
    workshop.edit(FINDS, "cowrie,Cowrie,shell,2,2", "cowrie,Cowrie,shell,2,3")
    workshop.edit(FINDS, "whelk,Whelk,shell,1,2", "whelk,Whelk,shell,1,1")
    assert upgrade(workshop).out.splitlines()[1] == "1 piece to print, 1 to throw away"


def test_a_renamed_piece_that_looks_the_same_is_kept(workshop: Workshop) -> None:
    workshop.edit(FINDS, "oar,Half an Oar", "paddle,Half an Oar")
    assert "nothing to print" in upgrade(workshop).out


def test_a_changed_template_changes_all_its_pieces(workshop: Workshop) -> None:
    workshop.edit(FIND, 'size="7" align="center"', 'size="7" align="left"')
    assert upgrade(workshop).code == 0
    assert sum(printed(workshop).values()) == 16
    assert {name.partition("/")[0] for name in printed(workshop)} == {"find"}


def test_an_upgrade_passes_preflight_on_any_paper(workshop: Workshop) -> None:
    workshop.edit(COUNTERS, "name: Gull", "name: Gullet")
    assert upgrade(workshop, "--paper", "letter", "--backs", "none").code == 0
    folder = workshop.out / "tidewrack" / "upgrade-0.3-to-0.4"
    with pikepdf.open(folder / "tidewrack-upgrade-letter.pdf") as pdf:
        assert len(pdf.pages) >= 2


def test_equal_version_numbers_are_reported(workshop: Workshop) -> None:
    workshop.edit(GAME, 'version: "0.4"', 'version: "0.3"')
    workshop.edit(FINDS, "Discard it to look", "Turn it over to look")
    assert (
        'the old and the new kit are both version "0.3": raise "version"' in upgrade(workshop).out
    )


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"kit": "gulls"}, 'is of the kit "gulls", not of "tidewrack"'),
        ({"options": {"ink": "low"}}, "is of a kit printed with ink low; add --ink low"),
        ({"options": {"since": True}}, "is of an upgrade, which has only some of the pieces"),
        ({"pieces": []}, "covers only a part of the kit; name the manifest of the whole kit"),
        ({"no": "such field"}, "is not a manifest"),
    ],
)
def test_a_manifest_that_cannot_be_compared_is_reported(
    change: dict[str, object], says: str, workshop: Workshop
) -> None:
    data = json.loads(workshop.path(OLD).read_text("utf-8"))
    workshop.write(OLD, json.dumps(data | change))
    ran = upgrade(workshop)
    assert (ran.code, len(ran.faults)) == (2, 1)
    assert ran.err.startswith(f"{OLD}: {says}")
    assert workshop.built == []


def test_a_manifest_of_an_older_grimoire_is_reported(workshop: Workshop) -> None:
    data = json.loads(workshop.path(OLD).read_text("utf-8"))
    for piece in data["pieces"]:
        del piece["looks"], piece["version"]
    workshop.write(OLD, json.dumps(data))
    ran = upgrade(workshop)
    assert ran.code == 2
    assert "does not record how the pieces looked: an older version of Grimoire wrote it" in ran.err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--only", "cards"], "--since and --only cannot be combined"),
        (["--all-variants"], "--since and --all-variants cannot be combined"),
    ],
)
def test_since_is_for_whole_kits_only(words: list[str], says: str, workshop: Workshop) -> None:
    assert upgrade(workshop, *words).err == f"{says}; leave one of them out (conflicting-options)\n"


def test_a_folder_is_not_taken_for_a_manifest(workshop: Workshop) -> None:
    ran = workshop.build("--since", "old")
    assert ran.err == "old: this is a folder; name the manifest.json in it (upgrade-manifest)\n"


def test_a_piece_of_an_older_manifest_is_named_by_its_id() -> None:
    entry = PieceEntry(
        "find/green-glass",
        "find",
        "Finds",
        "cards",
        1,
        (44.0, 63.0),
        3.0,
        3.0,
        ("front",),
        None,
        (),
    )
    assert entry.display_name == "Finds: green glass"
    assert replace(entry, label="Green Glass").display_name == "Finds: Green Glass"
    assert replace(entry, id="board").display_name == "Finds"
