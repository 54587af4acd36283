"""Tests of the diff of two versions of a kit: piece by piece, in text and in pictures."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from generator.press.manifest import read_manifest
from generator.tools.compare.compare import PageChange, changed_pages
from generator.tools.compare.crop import OUTLINE_COLOR, Pages, changed_words, outline_differences
from tests.press.running import COUNTER, FINDS, GAME, CommandResult, Workshop, run

BACK = "templates/tidewrack/find-back.xml"
EDITS = [
    (GAME, 'version: "0.3"', 'version: "0.4"'),
    (FINDS, "Discard it to look", "Turn it over to look"),
    (FINDS, "whelk,Whelk,shell,1,2", "whelk,Whelk,shell,1,3"),
    (FINDS, "cowrie,Cowrie,shell,2,2", "cowrie,Cowrie,shell,2,1"),
    (FINDS, "figurehead,Figurehead,wood,5,1", "spar,Spar,wood,5,1"),
    (COUNTER, '<icon name="wave" inset="6.5mm" fill="accent"/>',
     '<icon name="wave" inset="6.5mm" fill="ink"/>'),
]  # fmt: skip
TOLD = [
    "Finds: Razor Shell: front changed",
    "Counters: Crab: back changed",
    "Counters: Gull: back changed",
    "Finds: Whelk: 3 copies, not 2",
    "Finds: Cowrie: 1 copy, not 2",
    "Finds: Spar: added, 1 copy",
    "Finds: Figurehead: removed, 1 copy",
    "Rulebook, page 1: changed",
    "Rulebook, page 3: changed",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two versions: sources in `old` and `new`, built in their `out`."""
    folder = tmp_path_factory.mktemp("versions")
    for name in ("old", "new"):
        workshop = Workshop(folder / name)
        for edit in EDITS if name == "new" else ():
            workshop.edit(*edit)
        assert workshop.build().code == 0
    return folder


def diff(folder: Path, old: str, new: str, *words: object) -> CommandResult:
    return run("diff", folder / old, folder / new, "-o", folder / "diff.pdf", *words)


def pages(path: Path) -> list[str]:
    document = pypdfium2.PdfDocument(path.read_bytes())
    try:
        return [" ".join(p.get_textpage().get_text_bounded().split()) for p in document]
    finally:
        document.close()


def test_built_folders_are_compared_in_text_and_pictures(folder: Path) -> None:
    result = diff(folder, "old/out/tidewrack", "new/out/tidewrack")
    assert (result.code, result.err) == (0, "")
    first, *lines, last = result.out.splitlines()
    assert first == (
        "tidewrack: 0.3 → 0.4: 3 changed, 2 in different quantities, 1 added, 1 removed, "
        "2 pages of the rulebook"
    )
    assert [line.strip() for line in lines] == TOLD
    assert last.endswith("diff.pdf")
    text = pages(folder / "diff.pdf")
    assert len(text) == 4  # the list, two pages of pieces, the rulebook's
    assert "Finds: Razor Shell front changed" in text[0]
    assert "Discard it → Turn it over" in text[1]
    assert "Finds: Spar added, 1 copy" in text[2]
    assert "Rulebook, page 3" in text[3]


def test_sources_are_built_separately_and_compared_by_field(folder: Path) -> None:
    before = sorted(path.name for path in folder.iterdir())
    result = diff(folder, "old", "new", "--kit", "tidewrack", "--json", "--no-cache")
    assert (result.code, result.err) == (0, "")
    data = json.loads(result.out)
    assert data["versions"] == ["0.3", "0.4"]
    assert data["rulebook"] == [{"before": 1, "after": 1}, {"before": 3, "after": 3}]
    razor, *_ = data["pieces"]
    assert (razor["kind"], razor["before"], razor["copies"]) == ("changed", "find/razor", [2, 2])
    assert razor["fields"] == [{
        "name": "text",
        "before": "Discard it to look at two hidden finds.",
        "after": "Turn it over to look at two hidden finds.",
    }]  # fmt: skip
    assert sorted(path.name for path in folder.iterdir()) == sorted({*before, "diff.pdf"})


def test_identical_versions_are_reported_without_files(folder: Path, tmp_path: Path) -> None:
    built = folder / "old/out/tidewrack"
    result = run("diff", built, built, "-o", tmp_path / "none.pdf")
    assert result.code == 0
    assert result.out.endswith(": nothing has changed\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("nowhere", "new", "there is no such folder"),
        ("old/templates", "new", "is neither a built kit nor a folder with the data of one"),
        ("old/out", "new/out", "name one of its kits with --kit: tidewrack"),
    ],
)
def test_a_folder_that_is_not_a_version_is_refused(
    folder: Path, old: str, new: str, message: str
) -> None:
    result = diff(folder, old, new)
    assert result.code == 2
    assert message in result.err
    assert len(result.faults) == 1


def altered(folder: Path, tmp_path: Path, old: str, new: str) -> Path:
    """A copy of the old build with changes in its manifest."""
    copy = tmp_path / "tidewrack"
    shutil.copytree(folder / "old/out/tidewrack", copy)
    text = (copy / "manifest.json").read_text("utf-8")
    assert old in text
    (copy / "manifest.json").write_text(text.replace(old, new), "utf-8")
    return copy


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"kit": "tidewrack"', '"kit": "driftwood"', "compare two versions of one kit"),
        ('"ink": "full"', '"ink": "low"', "ink differs; build both with the same options"),
        ('"looks": [', '"looks": [], "was": [', "is not a manifest"),
        ('"component": "how-to"', '"component": "other"', "holds only some pieces of the kit"),
    ],
)
def test_incomparable_versions_are_refused(
    folder: Path, tmp_path: Path, old: str, new: str, message: str
) -> None:
    other = altered(folder, tmp_path, old, new)
    result = run("diff", other, folder / "new/out/tidewrack", "-o", tmp_path / "diff.pdf")
    assert result.code == 2
    assert message in result.err


def test_a_missing_printed_file_is_reported(folder: Path, tmp_path: Path) -> None:
    copy = altered(folder, tmp_path, '"kit"', '"kit"')
    (copy / "tidewrack-print-a4.pdf").unlink()
    result = run("diff", copy, folder / "new/out/tidewrack", "-o", tmp_path / "diff.pdf")
    assert result.code == 2
    assert "cannot be read, but the manifest lists it" in result.err
    assert not (tmp_path / "diff.pdf").exists()


def test_a_face_is_cut_out_of_its_page_upright_and_complete(folder: Path) -> None:
    built = folder / "old/out/tidewrack"
    manifest = read_manifest(built / "manifest.json")
    by_id = {piece.id: piece for piece in manifest.pieces}
    pages = Pages(built)
    whelk = pages.face(by_id["find/whelk"], "front")
    assert whelk is not None
    assert whelk.height / whelk.width == pytest.approx(88.9 / 63.5, rel=0.01)
    assert pages.words(by_id["find/razor"], "front")[:2] == ["Razor", "Shell"]
    shore = pages.face(by_id["shore"], "front")
    assert shore is not None
    size = by_id["shore"].size
    assert shore.width / shore.height == pytest.approx(size[0] / size[1], rel=0.01)
    pages.close()


def test_a_face_looks_the_same_wherever_it_lies(folder: Path) -> None:
    faces = []
    for name in ("old", "new"):
        built = folder / name / "out/tidewrack"
        pages = Pages(built)
        net = next(p for p in read_manifest(built / "manifest.json").pieces if p.id == "find/oar")
        faces.append(pages.face(net, "front"))
        pages.close()
    assert faces[0] is not None
    assert faces[1] is not None
    assert outline_differences(faces[0], faces[1])[2] < 0.002


def test_a_line_is_drawn_around_what_differs_and_nothing_else() -> None:
    plain, spotted = Image.new("RGB", (60, 40), "white"), Image.new("RGB", (60, 40), "white")
    spotted.paste("black", (20, 10, 30, 20))
    before, after, share = outline_differences(plain, spotted)
    assert share == 100 / 2400
    marked = before.getcolors()
    assert marked is not None
    assert {color for _, color in marked} == {(255, 255, 255), OUTLINE_COLOR}
    assert after.getpixel((25, 15)) == (0, 0, 0)
    assert before.getpixel((2, 2)) == (255, 255, 255)
    assert outline_differences(plain, Image.new("RGB", (10, 10)))[2] == 1.0


def test_unchanged_words_between_two_changes_join_them() -> None:
    before = ["Discard", "it", "to", "look", "at", "two", "finds"]
    after = ["Turn", "it", "over", "to", "look", "at", "all"]
    assert changed_words(before, after) == [("Discard it", "Turn it over"), ("two finds", "all")]
    assert changed_words(before, before) == []


def test_an_added_rulebook_page_changes_no_other_page() -> None:
    assert list(changed_pages(["a", "b", "c"], ["a", "new", "b", "c"])) == [PageChange(None, 2)]
    assert list(changed_pages(["a", "b", "c"], ["a", "x"])) == [
        PageChange(2, 2),
        PageChange(3, None),
    ]


def test_other_type_changes_no_words_and_is_shown_on_a_few_pieces(
    folder: Path, tmp_path: Path
) -> None:
    workshop = Workshop(tmp_path / "restyled")
    workshop.edit(GAME, "body: Source Sans Pro}", "body: Caladea}")
    assert workshop.build().code == 0
    result = diff(folder, "old/out/tidewrack", str(workshop.out / "tidewrack"), "--json")
    assert len(json.loads(result.out)["pieces"]) > 9
    shown = pages(folder / "diff.pdf")
    text = " ".join(shown)
    assert "Finds: Whelk front changed" in text
    assert "and 8 more like these: no word on them has changed" in text
    assert text.count("→") == len(shown)  # in each heading, between the versions


EMPTY = pikepdf.Dictionary()


def test_a_picture_that_is_shown_again_is_stored_once(folder: Path, tmp_path: Path) -> None:
    workshop = Workshop(tmp_path / "restyled")
    workshop.edit(BACK, 'fill="sea"', 'fill="sand"')
    assert workshop.build().code == 0
    diff(folder, "old/out/tidewrack", str(workshop.out / "tidewrack"))
    with pikepdf.open(folder / "diff.pdf") as pdf:
        pictures = {
            name.objgen
            for page in pdf.pages
            for name in page.get("/Resources", EMPTY).get("/XObject", EMPTY).values()
            if name["/Subtype"] == "/Image"
        }
    assert len(pictures) == 2  # before and after, for three of the pieces
