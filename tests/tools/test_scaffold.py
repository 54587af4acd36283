"""Tests of a new kit: complete for any answers, or not created at all."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from generator.api import simulate
from generator.base import locations
from generator.base.errors import CheckFailed, KitError
from generator.engine.registry import make_game
from generator.kit.load import load_kit
from generator.kit.locate import KitSearchPath
from generator.pipeline.build import build
from generator.pipeline.check import check
from generator.press.imposition.duplex import Backs
from generator.press.library import papers
from generator.press.pieces.faces import FaceSet
from generator.press.pieces.table import draw_table, things_on
from generator.press.scene.alt_text import alt_text
from generator.press.templates.style import style_of
from generator.press.text import system_fonts
from generator.tools import scaffold
from generator.tools.editor_schemas import FOLDER, describe
from generator.tools.scaffold import (
    CreatedKit,
    ScaffoldOptions,
    Starter,
    card_sizes,
    create_kit,
    read_name,
    read_players,
    read_size,
    read_title,
    title_of,
)
from tests.press.running import request_for, run

ROOT = Path(__file__).parents[2]
PAPERS = sorted(papers((locations.data_root() / "shared",)))
BACKS: tuple[Backs, ...] = ("long-edge", "short-edge", "gutterfold", "none")
UNTRANSLATED = ScaffoldOptions("mygame", "My Game")


def create(folder: Path, options: ScaffoldOptions = UNTRANSLATED) -> CreatedKit:
    return create_kit(options, folder)


def files_in(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


@pytest.mark.parametrize("number", range(max(len(PAPERS), len(card_sizes()), len(BACKS))))
def test_a_new_kit_builds_for_all_answers(number: int, tmp_path: Path) -> None:
    options = ScaffoldOptions(
        "mygame",
        ("My Game", 'Say "Hi": #1 & <co>', "L'été à Łódź, {{ 1 }} «%»")[number % 3],
        ((2, 4), (1, 1), (1, 5), (3, 3))[number % 4],
        card_sizes()[number % len(card_sizes())],
        ("csv", "yaml")[number % 2],
    )
    roots = create(tmp_path, options).roots
    file = load_kit(roots.find("mygame")).file
    assert (file.title, file.players) == (options.title, options.players)
    built = build(
        request_for(
            "mygame", roots, tmp_path / "out",
            paper=PAPERS[number % len(PAPERS)], backs=BACKS[number % 4],
            ink=("full", "low")[number % 2],
        )
    )  # fmt: skip
    assert len(built.files) == 2
    pieces = json.loads((built.folder / "manifest.json").read_text(encoding="utf-8"))["pieces"]
    fronts = [
        face
        for piece in pieces
        if piece["component"] == "card"
        for face in piece["faces"]
        if face["face"] == "front"
    ]
    assert len(fronts) == 18


def test_a_new_kit_passes_its_checks_and_one_can_fail(tmp_path: Path) -> None:
    roots = create(tmp_path).roots
    assert "C-deck" in {entry.slug for entry in check("mygame", roots)}
    cards = tmp_path / "data/mygame/cards.csv"
    cards.write_text(cards.read_text().replace("star,4,2,", "star,4,3,"))
    with pytest.raises(CheckFailed, match=r"cards\.csv: .* found 19, expected 18; .*\(C-deck\)"):
        check("mygame", roots)


def test_the_cards_are_the_same_in_yaml(tmp_path: Path) -> None:
    tables = [
        load_kit(
            create(tmp_path / kind, ScaffoldOptions("a", "A", table=kind)).roots.find("a")
        ).tables
        for kind in ("csv", "yaml")
    ]
    assert list(tables[0]["cards"]) == list(tables[1]["cards"])
    assert len(tables[0]["cards"]) == 9


def test_yaml_files_name_existing_schemas(tmp_path: Path) -> None:
    roots = create(tmp_path, ScaffoldOptions("mygame", "My Game", table="yaml")).roots
    described = describe(roots.find("mygame"))
    assert [each.file.name for each in described if each.has_line] == [
        "game.yaml", "cards.yaml", "kinds.yaml", "figures.yaml",
    ]  # fmt: skip
    for each in described:
        schema = tmp_path / "data/mygame" / FOLDER / each.name
        assert json.loads(schema.read_text(encoding="utf-8")) == each.schema


def test_the_title_font_has_the_letters_of_the_title(tmp_path: Path) -> None:
    titles = {"a": "Stars", "b": "Gwiaździste", "c": "Звёзды"}
    for name, title in titles.items():
        create(tmp_path, ScaffoldOptions(name, title))
    roots = KitSearchPath(tmp_path / "data", tmp_path / "templates")
    assert [load_kit(roots.find(name)).file.fonts["title"] for name in titles] == [
        "Fredoka One", "Source Sans Pro Black", "Source Sans Pro Black",
    ]  # fmt: skip


@pytest.mark.parametrize("like", scaffold.STARTERS)
def test_every_starter_has_fonts_for_the_letters_of_its_title(
    tmp_path: Path, like: Starter
) -> None:
    kit = load_kit(
        create(tmp_path, replace(UNTRANSLATED, like=like, title="שועל")).roots.find("mygame")
    )
    assert kit.file.fonts["fallback-1"] == "Amatic SC"


@pytest.mark.parametrize("like", scaffold.STARTERS)
def test_every_file_of_a_starter_is_used_and_listed(tmp_path: Path, like: Starter) -> None:
    created = create(tmp_path, replace(UNTRANSLATED, like=like))
    starter = locations.data_root() / "shared" / scaffold.STARTERS[like].folder
    names = {path.name for path in starter.rglob("*/*") if path.is_file()} - {"cards.yaml"}
    assert {path.name for path in created.files} == names
    assert all(path.is_file() and "«" not in path.read_text() for path in created.files)


@pytest.mark.parametrize("number", range(4))
def test_a_roll_and_write_is_printed_and_played(number: int, tmp_path: Path) -> None:
    players = ((2, 4), (1, 1), (1, 5), (3, 3))[number]
    options = ScaffoldOptions("mygame", "My Game", players, like="roll-and-write")
    roots = create(tmp_path, options).roots
    assert "C-windows" in {entry.slug for entry in check("mygame", roots)}
    built = build(
        request_for(
            "mygame", roots, tmp_path / "out", paper=("a4", "letter")[number % 2],
            ink=("full", "low")[number // 2], large_print=number == 3,
        )
    )  # fmt: skip
    manifest = json.loads((built.folder / "manifest.json").read_text(encoding="utf-8"))
    copies = {piece["component"]: piece["copies"] for piece in manifest["pieces"]}
    assert (copies["sheet"], copies["die"]) == (players[1], 2)
    with contextlib.chdir(tmp_path):
        for seats in players:
            for bot, games in (
                ("greedy", 1),
                ("random", 9),
            ):  # one shows that positions have values
                tally = simulate("mygame", games=games, players=seats, bots=[bot])
                assert (tally.games, tally.unfinished) == (games, [])
                assert set(tally.rules) == {"turn", "end", "players"}


def test_alone_a_roll_and_write_is_won_by_points(tmp_path: Path) -> None:
    create(tmp_path, ScaffoldOptions("mygame", "My Game", (1, 1), like="roll-and-write"))
    figures = tmp_path / "data/mygame/figures.yaml"
    wins = []
    with contextlib.chdir(tmp_path):
        for points in (1, 999):
            figures.write_text(figures.read_text().replace("alone: 40", f"alone: {points}"))
            wins.append(simulate("mygame", games=3, players=1, bots=["greedy"]).wins)
            figures.write_text(figures.read_text().replace(f"alone: {points}", "alone: 40"))
    assert [each.total() for each in wins] == [3, 0]


def test_the_table_of_a_roll_and_write_shows_what_is_written(tmp_path: Path) -> None:
    options = ScaffoldOptions("mygame", "My Game", (2, 2), like="roll-and-write")
    kit = load_kit(create(tmp_path, options).roots.find("mygame"))
    game = make_game("mygame", kit.file, kit.tables, kit.folders.data)
    state, _ = game.start(3)
    renderer = FaceSet(kit, style_of(kit, paper=papers(kit.folders.shared)["a4"])).renderer

    def words() -> list[str]:
        scene = draw_table(renderer, state.view(0), game.people(state), 0)
        assert {name for thing in things_on(scene) for name in thing.names} >= {"attic", "cellar"}
        return alt_text(scene).split()

    assert words().count("0") == 2  # the totals
    for _ in range(2):
        state.apply(state.legal_moves()[0])  # the turn, and the sum of the dice
    number = str(sum(state.view(0)["named"][die] for die in ("first", "second")))
    before = words().count(number)
    state.apply("attic")
    assert words().count(number) == before + 1


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--size", "mini"), "--size cannot be combined with --like roll-and-write"),
        (("--table", "yaml"), "sizes and tables of their own"),
        (("--turns",), "this game has its turns"),
        (("--from-kit", "gruff"), "--like cannot be combined with --from-kit"),
    ],
)
def test_options_for_cards_are_refused_for_other_games(
    tmp_path: Path, words: tuple[str, ...], says: str
) -> None:
    result = run("new", "mygame", "--in", tmp_path, "--like", "roll-and-write", *words)
    assert result.code == 2
    assert says in result.err
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("there", ["data/mygame", "templates/mygame", "data/mygame/game.yaml"])
def test_existing_files_are_never_overwritten(there: str, tmp_path: Path) -> None:
    (tmp_path / there).parent.mkdir(parents=True)
    (tmp_path / there).write_text("mine")
    before = files_in(tmp_path)
    with pytest.raises(KitError, match=r"mygame: exists already, .*; choose another name"):
        create(tmp_path)
    assert files_in(tmp_path) == before
    assert (tmp_path / there).read_text() == "mine"


def test_a_second_kit_is_created_next_to_the_first(tmp_path: Path) -> None:
    create(tmp_path)
    assert create(tmp_path, ScaffoldOptions("other", "Other")).roots.names() == ["mygame", "other"]


@pytest.mark.parametrize("taken", ["data", "templates"])
def test_an_unwritable_kit_leaves_nothing_behind(taken: str, tmp_path: Path) -> None:
    (tmp_path / taken).write_text("a file where a folder is needed")
    with pytest.raises(KitError, match="cannot be written"):
        create(tmp_path)
    assert files_in(tmp_path) == [taken]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("My Game!", 'did you mean "my-game"?'),
        ("../x", 'did you mean "x"?'),
        ("", 'such as "my-game"'),
        ("a/b", "lower-case letters, digits and hyphens"),
        ("-a", 'did you mean "a"?'),
        ("grumbles", "Grimoire already uses the name"),
        ("shared", "Grimoire already uses the name"),
        ("nul", "that is reserved on Windows"),
        ("lpt1", "that is reserved on Windows"),
        ("x" * 81, "that is longer than 80 characters"),
    ],
)
def test_a_name_must_be_valid_in_files_and_templates(
    name: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(KitError) as error:
        read_name(name, tmp_path)
    assert message in str(error.value)


def test_answers_are_parsed_in_common_spellings() -> None:
    assert [read_players(text) for text in ("2-4", " 3 ", "1 to 6", "2–5")] == [
        (2, 4), (3, 3), (1, 6), (2, 5),
    ]  # fmt: skip
    assert read_title("  My\tGame \n") == "My Game"
    assert (read_size("Poker "), title_of("star-fish-2")) == ("poker", "Star Fish 2")
    assert {"poker", "bridge", "mini", "tarot", "square-card"} <= set(card_sizes())


@pytest.mark.parametrize(
    "text", ["", "many", "4-2", "0-3", "0", "2-", "-4", "2.5", "2-4-6", "9999"]
)
def test_invalid_numbers_of_players_are_refused(text: str) -> None:
    with pytest.raises(KitError, match='is not a number of players; write "2-4"'):
        read_players(text)


@pytest.mark.parametrize("source", [None, "cards.csv"])
@pytest.mark.parametrize(
    ("written", "attributes"),
    [
        ("63x88", 'width="63mm" height="88mm"'),
        ("63x88mm", 'width="63mm" height="88mm"'),
        ("88.5mm × 63 mm", 'width="88.5mm" height="63mm"'),
        ("2.5x3.5in", 'width="2.5in" height="3.5in"'),
        ("44 x 125", 'width="44mm" height="125mm"'),
        ("Bridge", 'size="bridge"'),
    ],
)
def test_cards_can_have_any_measures(
    tmp_path: Path, written: str, attributes: str, source: str | None
) -> None:
    (tmp_path / "cards.csv").write_text("Name,Cost\nOwl,2\n")
    table = ["--from", str(tmp_path / source)] if source else []
    run("new", "mygame", "--in", str(tmp_path), "--size", written, *table)
    for face in ("card", "card-back"):
        drawn = (tmp_path / f"templates/mygame/{face}.xml").read_text()
        assert f"<card {attributes} fill=" in drawn


def test_impossible_card_sizes_are_refused() -> None:
    with pytest.raises(
        KitError, match=r"known: poker \(63\.5 x 88\.9 mm\), .*; or write .* 63x88mm"
    ):
        read_size("a4")
    for size in ("30x40", "63x88cm", "2.5x3.5"):
        with pytest.raises(KitError, match=r"each side must be from 44 to 125 mm"):
            read_size(size)
    with pytest.raises(KitError, match='did you mean "poker"'):
        read_size("pokr")


@pytest.mark.parametrize(
    ("title", "remedy"),
    [
        ("日本", "install a font with these letters, or choose a plainer title"),
        ("Wow" * 60, "choose a shorter or a plainer one"),
        ("_never closed", "choose a shorter or a plainer one"),
        ("\u202e\x07", "such as"),
    ],
)
def test_an_unprintable_title_is_refused_and_nothing_is_written(
    title: str, remedy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system_fonts, "_folders", tuple)
    with pytest.raises(KitError, match=f"title .*; {remedy}"):
        create(tmp_path, ScaffoldOptions("mygame", read_title(title)))
    assert files_in(tmp_path) == []


def test_in_a_pipe_it_asks_nothing_and_shows_the_next_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("new", "mygame")
    assert (result.code, result.err) == (0, "")
    *files, last = result.out.splitlines()
    assert [file for file in files if not Path(file).is_file()] == []
    assert last == "now build it: grimoire build mygame"
    result = run("new", "mygame")
    assert (result.code, len(result.faults)) == (2, 1)
    data = json.loads(run("new", "other", "--in", "a b", "--players", 3, "--json").out)
    assert data["next"] == ("grimoire build other --data 'a b/data' --templates 'a b/templates'")
    assert all(Path(file).is_file() for file in data["files"])
    assert "fault" in run("new", "other", "--size", "huge", "--json").out


def terminal_output(folder: Path, *lines: str) -> str:
    """The terminal output of `grimoire new` for these typed lines."""
    pty = pytest.importorskip("pty", reason="a terminal of one's own needs Unix")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "generator", "new", "mygame"]
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "dumb"}
    new = subprocess.Popen(
        command, cwd=folder, env=surroundings,
        stdin=theirs, stdout=subprocess.DEVNULL, stderr=theirs,
    )  # fmt: skip
    os.close(theirs)
    os.write(ours, "".join(f"{line}\n" for line in lines).encode())
    shown = b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        shown += part
    os.close(ours)
    assert new.wait() == 0
    return shown.decode()


def test_on_a_terminal_three_questions_repeat_until_answers_are_valid(tmp_path: Path) -> None:
    shown = terminal_output(tmp_path, "Stars", "a few", "2-6", "")
    assert [shown.count(word) for word in ("Title [", "Players [", "Size of")] == [1, 2, 1]
    assert '"a few" is not a number of players' in shown
    file = load_kit(KitSearchPath(tmp_path / "data", tmp_path / "templates").find("mygame")).file
    assert (file.title, file.players) == ("Stars", (2, 6))
    assert 'size="poker"' in (tmp_path / "templates/mygame/card.xml").read_text()
