"""Tests of `grimoire export`: files, messages, exit codes, JSON."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.base.locations import data_root
from generator.base.text_files import read_text
from generator.publish.export import SHOPS, export
from generator.publish.request import TITLES, ExportRequest
from generator.publish.shop_limits import TgcLimits, load_limits
from tests.press.running import FIND, Workshop, run
from tests.publish.making import SHARED, SIXTH, TIDEWRACK, ExportCopy, with_products_only


def sums(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_every_shop_has_a_title_an_exporter_and_limits_with_source_and_date() -> None:
    assert set(SHOPS) == set(TITLES)
    for shop in SHOPS:
        text = (SHARED[0] / "shops" / f"{shop}.yaml").read_text(encoding="utf-8")
        assert "\nsource: " in text
        assert "\ndate: 20" in text


def test_the_same_kit_gives_the_same_bytes_and_lists_them_all(
    png_export: ExportCopy, tmp_path: Path
) -> None:
    again = export(ExportRequest("tidewrack", "png", SIXTH, tmp_path))
    assert sums(again.folder) == sums(png_export.folder)
    listed = {entry["path"] for entry in png_export.manifest()["files"]}
    assert listed | {"export.json"} == set(sums(png_export.folder))
    assert png_export.manifest()["limits"]["dpi"] == 300


def test_limits_are_reported_in_millimetres(tgc_export: ExportCopy) -> None:
    limits = tgc_export.manifest()["limits"]
    assert (limits["safe"], limits["products"]["poker-deck"]["trim"]) == (
        "3.175mm", ["63.5mm", "88.9mm"]
    )  # fmt: skip


def test_one_part_can_be_exported_at_another_resolution(tmp_path: Path) -> None:
    result = run(
        "export", "tidewrack", "--for", "png", "--only", "counters", "--dpi", "100", *TIDEWRACK,
        "-o", tmp_path, "--json",
    )  # fmt: skip
    data = json.loads(result.out)
    assert (result.code, result.err, data["faults"]) == (0, "", [])
    assert [each["path"] for each in data["files"]] == [
        "counter/crab-front.png",
        "counter/crab-back.png",
        "counter/gull-front.png",
        "counter/gull-back.png",
        "pieces.csv",
        "index.html",
    ]
    assert data["folder"] == str(tmp_path / "tidewrack" / "export-png" / "counters")


def test_the_stages_are_told_where_there_is_no_terminal(tmp_path: Path) -> None:
    words = ("--for", "png", "--only", "counters", "--dpi", "50", *TIDEWRACK, "-o", tmp_path)
    result = run("export", "tidewrack", *words, stages=True)
    assert result.code == 0
    assert result.err.splitlines() == [f"tidewrack: {step}" for step in ("load", "draw", "prove")]
    assert run("export", "tidewrack", *words, "--json", stages=True).err == ""


def test_another_language_has_its_own_folder(tmp_path: Path) -> None:
    wanted = ExportRequest("grumbles", "png", out=tmp_path, dpi=36, only="pieces", language="de")
    result = export(wanted)
    assert result.folder == tmp_path / "grumbles" / "de" / "export-png" / "pieces"
    listed = json.loads((result.folder / "export.json").read_text(encoding="utf-8"))
    assert listed["options"]["language"] == "de"
    english = export(replace(wanted, language=""))
    assert english.folder.parent.parent == tmp_path / "grumbles"
    rows = [(each.folder / "pieces.csv").read_text(encoding="utf-8") for each in (result, english)]
    assert "grumble/push,Schub," in rows[0]
    assert "grumble/push,Push," in rows[1]


def test_missing_translations_stop_an_export(tmp_path: Path) -> None:
    wanted = ExportRequest("gruff", "png", out=tmp_path, dpi=36, language="fr")
    with pytest.raises(KitError, match="into this language yet: fr"):
        export(wanted)
    assert not list(tmp_path.iterdir())


def test_pieces_that_the_shop_does_not_accept_are_reported(tmp_path: Path) -> None:
    roots = with_products_only(tmp_path)
    where = ["--data", roots.data, "--templates", roots.templates]
    result = run("export", "tidewrack", "--for", "tgc", *where, "-o", tmp_path)
    first, *rest = result.out.splitlines()
    assert result.code == 0
    assert first.endswith("export-tgc: 16 files, for The Game Crafter")
    assert rest[0].startswith("left out: 11 × Counters; nearest is Large Circle Chit")
    assert rest[1].startswith("note: order.csv lists everything")
    assert len(rest) == 2  # all text is far enough from the cut


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["tidewrak", "--for", "png"], 'there is no kit "tidewrak"'),
        (["tidewrack"], "Missing option '--for'"),
        (
            ["tidewrack", "--for", "lulu"],
            "'lulu' is not one of 'print-shop', 'tgc', 'drivethru', 'mpc', 'tts', 'cgs', 'screentop', "
            "'tabletopia', 'pcio', 'png', 'showcase', 'pitch', 'playtest', 'web'",
        ),
        (["tidewrack", "--for", "png", "--only", "card"], 'no "card"; did you mean "cards"?'),
        (["tidewrack", "--for", "png", "--dpi", "5"], "--dpi 5 is outside 36..1200"),
        (["tidewrack", "--for", "tts", "--dpi", "71"], "--dpi 71 is outside 72..1200"),
        (["tidewrack", "--for", "png", "--dpi", "0"], "--dpi must be 1 or more"),
        (["tidewrack", "--for", "tgc", "--dpi", "300"], "--dpi is not for The Game Crafter"),
        (["tidewrack", "--for", "png", "--url-base", "https://a.b"], "--url-base is not for pict"),
        (["tidewrack", "--for", "tts", "--url-base", "a b"], '--url-base "a b" is not an address'),
        (
            ["tidewrack", "--for", "drivethru", "--only", "board"],
            "DriveThruCards has no product for the pieces of Tidewrack; nearest is Tarot",
        ),
    ],
)
def test_an_invalid_request_is_one_line_and_writes_no_files(
    words: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("export", *words, *TIDEWRACK)
    assert (result.code, result.out, len(result.faults)) == (2, "", 1)
    assert says in result.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("shop", ["png", "showcase", "print-shop", "web", "tts"])
def test_a_kit_without_pieces_has_nothing_to_export(tmp_path: Path, shop: str) -> None:
    (tmp_path / "data/bare").mkdir(parents=True)
    (tmp_path / "templates/bare").mkdir(parents=True)
    (tmp_path / "data/bare/game.yaml").write_text(
        "title: Bare\nsummary: Nothing yet.\nversion: '1'\nplayers: [1, 2]\n"
        "tables: {cards: {file: cards.csv, fields: {id: {type: id}}}}\n"
        "components: [{id: card, title: Cards, part: cards, each: cards, front: card.xml}]\n"
    )
    (tmp_path / "data/bare/cards.csv").write_text("id\n")
    (tmp_path / "templates/bare/card.xml").write_text('<card size="poker"/>')
    folders = ["--data", tmp_path / "data", "--templates", tmp_path / "templates"]
    result = run("export", "bare", "--for", shop, *folders, "-o", tmp_path / "out")
    assert (result.code, len(result.faults)) == (2, 1)
    assert "Bare has no pieces; add rows to its tables" in result.err
    assert not (tmp_path / "out").exists()


def test_a_picture_of_too_many_pixels_is_refused_before_it_is_drawn(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    text = (SHARED[0] / "shops" / "png.yaml").read_text(encoding="utf-8")
    workshop.write(
        "data/shared/shops/png.yaml", text.replace("pixels: 120000000", "pixels: 1000000")
    )
    result = workshop.run("export", "tidewrack", "--for", "png", "-o", "out")
    assert (result.code, len(result.faults), workshop.out.exists()) == (2, 1, False)
    assert 'the picture of "shore front" would have 1,' in result.err
    assert "lower the resolution with --dpi" in result.err


def test_an_undrawable_kit_leaves_the_last_export_unchanged(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    words = ["tidewrack", "--for", "png", "--only", "counters", "-o", "out"]
    assert workshop.run("export", *words).code == 0
    before = sums(workshop.out)
    workshop.write(FIND, "<card>")
    assert workshop.run("export", *words).code == 2
    assert sums(workshop.out) == before


def test_files_that_an_export_no_longer_has_are_removed(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    words = ["tidewrack", "--for", "png", "--only", "counters", "-o", "out"]
    assert workshop.run("export", *words).code == 0
    workshop.edit("data/tidewrack/counters.yaml", "id: crab", "id: prawn")
    result = workshop.run("export", *words)
    assert "crab-front.png, which an earlier export made" in result.out
    assert [path for path in workshop.built if "crab" in path] == []


def test_a_users_limits_take_precedence_and_their_faults_have_lines(tmp_path: Path) -> None:
    (tmp_path / "shops").mkdir()
    own = tmp_path / "shops" / "tgc.yaml"
    text = (SHARED[0] / "shops" / "tgc.yaml").read_text(encoding="utf-8")
    own.write_text(text.replace("dpi: 300", "dpi: 150"), encoding="utf-8")
    assert load_limits((tmp_path, *SHARED), "tgc", TgcLimits).dpi == 150
    own.write_text(text.replace("safe: 0.125in", "safe: wide"), encoding="utf-8")
    with pytest.raises(KitError) as caught:
        load_limits((tmp_path, *SHARED), "tgc", TgcLimits)
    line = next(at for at, each in enumerate(text.splitlines(), 1) if each.startswith("safe"))
    (fault,) = caught.value.faults
    assert (fault.place and fault.place.line, "safe must be a length" in fault.message) == (
        line,
        True,
    )


def test_every_verification_can_fail() -> None:
    tests = "".join(
        path.read_text(encoding="utf-8") for path in Path(__file__).parent.rglob("*.py")
    )
    explained = read_text(data_root() / "ERRORS.md", "ERRORS.md")
    verifications = re.findall(r"^\| `(export-[a-z]+)`", explained, re.MULTILINE)
    assert len(verifications) > 20
    assert [slug for slug in verifications if tests.count(f'"{slug}"') == 0] == []
