"""Tests of sites of kits: their pages, the game they show, and every fault."""

from __future__ import annotations

import json
import re
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from lxml import html

from generator.base.atomic_output import staging
from generator.base.errors import CheckFailed, KitError
from generator.engine.bots import bots_named
from generator.engine.of_kit import game_of, game_of_kit
from generator.engine.playthrough import play
from generator.engine.save_file import SavedGame
from generator.i18n.translate import translated
from generator.kit.load import load_kit
from generator.kit.locate import KitSearchPath
from generator.press.library import papers
from generator.press.pieces.faces import FaceSet
from generator.press.request import no_progress
from generator.publish.export import export
from generator.publish.job import ExportJob
from generator.publish.manifest import ExportBundle
from generator.publish.request import ExportRequest
from generator.publish.web import game as game_module
from generator.publish.web.export import pieces_page
from generator.publish.web.game import game_page
from generator.publish.web.site import Site
from tests.publish.making import LANTERNS, SIXTH, ExportCopy, lanterns_in, site_of_lanterns
from tests.publish.test_exporting import sums
from tests.shipped import face_set, shipped_faces, shipped_kit

EVIL = "</title><img src=x onerror=alert(1)>"


def page(folder: Path, name: str) -> html.HtmlElement:
    return document((folder / name).read_bytes())


def document(content: bytes) -> html.HtmlElement:
    return html.document_fromstring(content.decode())


def words(element: html.HtmlElement) -> str:
    return " ".join(element.text_content().split())


def test_pages_link_to_each_other(web: ExportCopy) -> None:
    assert [str(fault) for fault in web.faults()] == []
    files = [each["path"] for each in web.manifest()["files"]]
    names = ["index.html", "rulebook.html", "pieces.html", "game.html"]
    assert sorted(name for name in files if name.endswith(".html")) == sorted(names)
    for name in names:
        assert page(web.folder, name).xpath("//header//nav/a/@href") == names


def test_a_kit_without_rules_has_no_game_and_without_a_rulebook_no_rules(tmp_path: Path) -> None:
    roots = KitSearchPath(LANTERNS / "data", LANTERNS / "templates")
    steps: list[tuple[str, int, int]] = []
    request = ExportRequest("lanterns", "web", roots, tmp_path)
    result = export(request, lambda *step: steps.append(step))
    named = [step for step, *_ in steps]
    assert [each for each in named if each.startswith("print")] == [
        "print on A4",
        "print on Letter",
    ]
    assert all(done < of for _, done, of in steps)
    assert result.notes == ("open index.html; to publish it, upload the folder to any web host",)
    folder = result.folder
    assert sorted(each.name for each in folder.glob("*.html")) == ["index.html", "pieces.html"]
    assert page(folder, "index.html").xpath("//header//nav/a/@href") == [
        "index.html",
        "pieces.html",
    ]
    wanted = ExportRequest("lanterns", "web", roots, tmp_path, game=Path("x.json"))
    with pytest.raises(KitError, match="Lanterns on the Hill has no rules"):
        export(wanted)


def test_files_to_print_have_a_title_and_a_size(web: ExportCopy) -> None:
    entries = page(web.folder, "index.html").xpath("//ul[@class='downloads']/li")
    texts = {entry.find("a").get("href"): words(entry) for entry in entries}
    pages = {each["path"]: each.get("pages") for each in web.manifest()["files"]}
    book = "print/tidewrack/tidewrack-rulebook-letter.pdf"
    assert texts[book].startswith(f"Rulebook, Letter {pages[book]} page")
    sheets = texts["print/tidewrack/tidewrack-print-a4.pdf"]
    assert re.fullmatch(r"Print and cut, A4 \d+ sheets, both sides, 0\.\d MB", sheets)
    assert "mm, 0." in texts["print/tidewrack/maps/shore.svg"]


def test_every_piece_has_both_faces_and_its_text(web: ExportCopy) -> None:
    pieces = {each["id"]: each for each in web.manifest()["pieces"]}
    shown = page(web.folder, "pieces.html")
    for piece in pieces.values():
        assert shown.get_element_by_id(piece["front"].partition("#")[2]) is not None
    whelk = shown.get_element_by_id("piece-find--whelk")
    assert words(whelk.find("h2")) == "Whelk"
    assert words(whelk.find("p")) == "2 × · 63.5 × 88.9 mm"
    assert [each.get("aria-label") for each in whelk.iter("svg")] == ["Whelk", "Whelk, back"]
    assert "Whelk" in words(whelk.find("details/p"))


@pytest.mark.parametrize(
    ("change", "check"),
    [
        (lambda text: text.replace('href="pieces.html"', 'href="parts.html"'), "export-screen"),
        (lambda text: text.replace("<main", '<img src="https://example.org/x.png" alt=""><main'),
         "export-screen"),
        (lambda text: text + " " * 30_000_000, "export-size"),
    ],
)  # fmt: skip
def test_a_broken_page_is_reported(web: ExportCopy, change: object, check: str) -> None:
    path = web.folder / "index.html"
    assert callable(change)
    web.write("index.html", change(path.read_text(encoding="utf-8")).encode())
    assert web.failed_checks() == {check}


def test_a_broken_file_to_print_is_reported(web: ExportCopy) -> None:
    name = "print/tidewrack/tidewrack-rulebook-letter.pdf"
    web.write(name, (web.folder / name).read_bytes()[:-2000])
    assert "proof-file" in web.failed_checks()


def test_a_game_is_narrated_and_drawn_as_played(lanterns: Path, tmp_path: Path) -> None:
    shown_game = page(lanterns, "game.html")
    frames = json.loads(shown_game.get_element_by_id("data").text)
    moves = shown_game.xpath("//ol[@class='moves']/li")
    game = game_of(lanterns_in(tmp_path).find("lanterns"))
    steps = []
    for step in play(game, bots_named(["greedy"], 4), 1):
        steps.append(
            [each.text for each in game.narrate([e for e in step.events if e.only is None])]
        )
    assert len(frames) == len(moves) == len(steps) > 10
    for move, sentences in zip(moves, steps, strict=True):
        shown = [words(each) for each in move.findall("p")]
        assert len(shown) == max(len(sentences), 1)
        assert all(
            sentence.startswith(" ".join(text.split()))
            for sentence, text in zip(shown, sentences, strict=False)
        )
    links = {link.partition("#")[2] for link in shown_game.xpath("//ol[@class='moves']//a/@href")}
    assert links
    assert links <= set(page(lanterns, "rulebook.html").xpath("//@id"))


def test_private_information_of_a_seat_is_not_shown(tmp_path: Path) -> None:
    faces = shipped_faces("grizzled")
    game = game_of_kit(faces.kit)
    secret, public, moves, end = [], [], [], {}
    for step in islice(play(game, bots_named(["greedy"], 2), 1), 12):
        moves += [step.move] if step.move else []
        secret += [game.describe(event) for event in step.events if event.only is not None]
        seen = [event for event in step.events if event.only is None]
        public += [" ".join(each.text.split()) for each in game.narrate(seen)]
        end = step.state.to_data()
    saved = tmp_path / "game.json"
    saved.write_text(SavedGame("grizzled", 2, {}, 1, moves, end).text(), encoding="utf-8")
    request = ExportRequest("grizzled", "web", game=saved)
    paper = papers(faces.kit.folders.shared)["a4"]
    with staging(tmp_path / "out") as stage:
        job = ExportJob(request, faces.kit, faces, (), (), paper, ExportBundle(stage), no_progress)
        content, note = game_page(Site(job, []), frozenset())
    lines = words(document(content).xpath("//ol[@class='moves']")[0])
    assert note == ""
    assert len(secret) > 3
    assert [sentence for sentence in secret if sentence in lines] == []
    assert [sentence for sentence in public if sentence not in lines] == []


def test_a_game_is_shown_up_to_the_drawing_budget(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_module, "MAX_STEPS", 1)
    faces = shipped_faces("grizzled")
    paper = papers(faces.kit.folders.shared)["a4"]
    with staging(tmp_path / "out") as stage:
        request = ExportRequest("grizzled", "web")
        job = ExportJob(request, faces.kit, faces, (), (), paper, ExportBundle(stage), no_progress)
        content, note = game_page(Site(job, []), frozenset())
    assert note == "the game is shown up to its move 0"
    assert len(document(content).xpath("//li[@data-move]")) == 1


def shown_game(out: Path, request: ExportRequest, faces: FaceSet) -> tuple[bytes, str]:
    paper = papers(faces.kit.folders.shared)["a4"]
    with staging(out) as stage:
        job = ExportJob(request, faces.kit, faces, (), (), paper, ExportBundle(stage), no_progress)
        return game_page(Site(job, []), frozenset())


def test_without_a_seed_the_first_game_that_ends_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_module, "MAX_MOVES", 24)
    faces = face_set(load_kit(SIXTH.find("tidewrack")))

    def shown(seed: int | None) -> tuple[bytes, str]:
        return shown_game(tmp_path, ExportRequest("tidewrack", "web", SIXTH, seed=seed), faces)

    assert shown(1)[1] == "the game is shown up to its move 24"
    ended = shown(2)
    assert ended[1] == ""
    assert shown(None) == ended


def test_a_game_names_the_seats_in_the_language_of_the_page(tmp_path: Path) -> None:
    german = face_set(translated(shipped_kit("grumbles"), "de"))
    content, _ = shown_game(tmp_path, ExportRequest("grumbles", "web", seed=2), german)
    named = document(content).xpath("//li[@data-move]/b/text()")
    assert {*named} == {"Aufbau", "Rot", "Grün"}


def test_texts_of_a_kit_are_never_markup(lanterns: Path) -> None:
    for name in ("index.html", "pieces.html", "rulebook.html", "game.html"):
        content = page(lanterns, name)
        assert content.xpath("//img | //main//b/b | //@onerror") == []
    titles = [words(each) for each in page(lanterns, "pieces.html").iter("h2")]
    assert EVIL in titles


def test_the_same_kit_gives_the_same_site(lanterns: Path, tmp_path: Path) -> None:
    assert sums(site_of_lanterns(tmp_path)) == sums(lanterns)


def test_a_saved_game_is_shown_instead(tmp_path: Path) -> None:
    roots = lanterns_in(tmp_path)
    game = game_of(roots.find("lanterns"))
    moves, end = [], {}
    for number, step in enumerate(play(game, bots_named(["random"], 4), 5)):
        moves += [step.move] if step.move else []
        end = step.state.to_data()
        if number == 4:
            break
    saved = tmp_path / "game.json"
    text = SavedGame("lanterns", 2, {}, 5, moves, end).text()
    saved.write_text(text, encoding="utf-8")
    wanted = ExportRequest("lanterns", "web", roots, tmp_path / "out", game=saved)
    folder = export(wanted).folder
    assert len(json.loads(page(folder, "game.html").get_element_by_id("data").text)) == 5
    saved.write_text(text.replace(moves[0], "no such move", 1), encoding="utf-8")
    before = sums(folder)
    with pytest.raises((CheckFailed, KitError), match="no such move"):
        export(wanted)
    assert sums(folder) == before


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ({"seed": 3, "game": Path("x.json")}, "--seed is not for the web"),
        ({"only": "cards"}, "--only is not for the web"),
        ({"game": Path("x.json")}, "x.json: there is no such file"),
        ({"shop": "png", "seed": 3}, "--seed is not for pictures"),
    ],
)
def test_an_invalid_request_is_reported(
    wanted: dict[str, Any], message: str, tmp_path: Path
) -> None:
    request = ExportRequest(
        "tidewrack", **{"shop": "web", "roots": SIXTH, "out": tmp_path, **wanted}
    )
    with pytest.raises(KitError, match=re.escape(message)):
        export(request)
    assert list(tmp_path.iterdir()) == []


def test_sizes_have_the_decimal_mark_of_the_language(tmp_path: Path) -> None:
    faces = face_set(translated(shipped_kit("grumbles"), "de"))
    parts, paper = faces.parts(), papers(faces.kit.folders.shared)["a4"]
    request = ExportRequest("grumbles", "web")
    with staging(tmp_path / "out") as stage:
        bundle = ExportBundle(stage)
        job = ExportJob(request, faces.kit, faces, parts, parts, paper, bundle, no_progress)
        content = pieces_page(Site(job, []))
    lines = document(content).xpath("//article/p/text()")
    assert "2 × · 63,5 × 88,9 mm" in lines
