"""Tests of generated maps: a game makes a row, which is drawn into a separate folder."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from generator.base.errors import KitError
from generator.base.option import Option
from generator.engine import of_kit
from generator.engine.events import JsonValue
from generator.engine.game import Game, NewMap
from generator.engine.options import Options
from generator.engine.rng import Rng
from generator.kit.load import load_kit
from generator.kit.locate import KitSearchPath
from generator.pipeline.build import build
from generator.pipeline.check import check
from generator.press.pieces import generated_maps
from generator.press.preflight import preflight
from generator.press.request import MapRequest
from tests.press.running import CommandResult, request_for, run

MANIFEST = """
title: Wilds
version: "1"
players: [2, 4]
palette: {grass: "#b0d890", lake: "#90c0e0"}
tables:
  wilds:
    file: wilds.yaml
    one: wild
    fields:
      id: {type: id}
      name: {type: text}
      cell: {type: integer, from: 1, to: 60}
      rows: {type: list, of: {type: text}}
checks:
  W-lake:
    says: every wild has a lake
    each: wilds
    find: "'~' in row.rows[0]"
    expect: true
components:
  - {id: token, title: Tokens, part: tokens, front: token.xml, copies: 4}
  - {id: wild, title: Wilds, part: maps, each: wilds, front: wild.xml, made: true}
"""
WILD = """
{% set side = row.rows | length * row.cell %}
<board width="{{ side }}" height="{{ side }}" fill="grass">
  {% for line in row.rows %}{% set y = loop.index0 * row.cell %}{% for sign in line if sign == "~" %}
    <rect y="{{ y }}" width="{{ row.cell }}" height="{{ row.cell }}" fill="lake"/>
  {% endfor %}{% endfor %}
  <text x="5" y="5" height="8" size="12">{{ row.name }}</text>
</board>
"""
STATED = """
- {id: home, name: Home, cell: 10, rows: ["~.", ".."]}
"""


class Wilderness:
    """A game with the attributes that `grimoire maps` needs; its maps have as many rows as requested."""

    name = "wilds"
    seats = range(2, 5)
    seats_rule = "players"
    map_options: Mapping[str, Option] = {
        "rows": Option(4, low=2, high=12),
        "lakes": Option("few", ("few", "many")),
    }
    change: Mapping[str, Any] = {}
    player_count = Game.player_count

    def new_map(self, seed: int, players: int, options: Options) -> NewMap:
        count = options["rows"]
        assert isinstance(count, int)
        signs = Rng(seed).shuffled("~." * count)[:count]
        rows = ["~" + "".join(signs[1:]), *["." * count] * (count - 1)]
        row: dict[str, JsonValue] = {
            "id": f"made-{seed}",
            "name": f"Made {seed}",
            "cell": 30,
            "rows": rows,
        }
        says = (f"It is for {players}.", f"Of lakes it has {options['lakes']}.")
        return NewMap("wild", {**row, **self.change}, says)


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Wilderness:
    wilderness = Wilderness()
    monkeypatch.setattr(generated_maps, "has_rules", lambda folders: folders.name == "wilds")
    monkeypatch.setattr(of_kit, "game_of_kit", lambda kit: wilderness)
    return wilderness


@pytest.fixture
def roots(tmp_path: Path) -> KitSearchPath:
    for name, words in (
        ("data/wilds/game.yaml", MANIFEST),
        ("data/wilds/wilds.yaml", STATED),
        ("templates/wilds/wild.xml", WILD),
        ("templates/wilds/token.xml", '<card width="20" height="20" fill="lake"/>'),
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(words, encoding="utf-8")
    return KitSearchPath(tmp_path / "data", tmp_path / "templates")


def maps(roots: KitSearchPath, *words: object) -> CommandResult:
    assert roots.data
    where = ["--data", roots.data, "--templates", roots.templates, "-o", roots.data.parent / "out"]
    return run("maps", "wilds", *words, *where)


def refusal(roots: KitSearchPath, wish: MapRequest, out: Path) -> str:
    with pytest.raises(KitError) as caught:
        build(request_for("wilds", roots, out, backs="none", only="maps", map=wish))
    assert not out.exists()
    return str(caught.value)


def test_a_generated_map_is_drawn_and_checked_in_its_own_folder(
    game: Wilderness, roots: KitSearchPath, tmp_path: Path
) -> None:
    ran = maps(roots, "--seed", 7)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[-2:] == ["It is for 2.", "Of lakes it has few."]
    folder = tmp_path / "out" / "wilds" / "maps-seed-7"
    assert sorted(path.name for path in folder.iterdir()) == [
        "made-7.yaml", "manifest.json", "wild-made-7.svg", "wilds-maps-a4.pdf"
    ]  # fmt: skip
    assert preflight(folder) == ()
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["options"]["seed"] == 7
    assert [(piece["id"], piece["copies"]) for piece in manifest["pieces"]] == [("wild/made-7", 1)]
    assert {"slug": "W-lake", "says": "every wild has a lake", "passed": True} in manifest["checks"]
    with pypdfium2.PdfDocument(folder / "wilds-maps-a4.pdf") as pdf:
        assert "Made 7" in pdf[0].get_textpage().get_text_bounded()


def test_a_large_generated_map_is_tiled(
    game: Wilderness, roots: KitSearchPath, tmp_path: Path
) -> None:
    ran = maps(roots, "--random", "--players", 3, "--option", "rows=10", "--option", "lakes=many")
    assert (ran.code, ran.out.splitlines()[-1]) == (0, "Of lakes it has many.")
    folder = tmp_path / "out" / "wilds" / "maps-seed-1-players-3-lakes-many-rows-10"
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    tiles = [face["tile"]["name"] for face in manifest["pieces"][0]["faces"]]
    assert tiles == ["A1", "A2", "B1", "B2"]
    assert manifest["options"]["option-rows"] == "10"
    assert preflight(folder) == ()


def test_the_same_seed_gives_the_same_files(
    game: Wilderness, roots: KitSearchPath, tmp_path: Path
) -> None:
    wish = MapRequest(3)
    folders = [
        build(request_for("wilds", roots, tmp_path / name, only="maps", map=wish)).folder
        for name in ("one", "other")
    ]
    for file in folders[0].iterdir():
        assert file.read_bytes() == (folders[1] / file.name).read_bytes()


def test_a_game_may_build_its_row_from_any_plain_values(
    game: Wilderness, roots: KitSearchPath, tmp_path: Path
) -> None:
    game.change = {"rows": ("~.", "..")}
    folder = build(
        request_for("wilds", roots, tmp_path / "out", only="maps", map=MapRequest(5))
    ).folder
    assert "rows: [~., ..]" in (folder / "made-5.yaml").read_text(encoding="utf-8")


def test_remarks_are_in_the_json_output(game: Wilderness, roots: KitSearchPath) -> None:
    data = json.loads(maps(roots, "--seed", 2, "--json").out)
    assert data["built"][0]["says"] == ["It is for 2.", "Of lakes it has few."]


@pytest.mark.parametrize("stated", ["list", "mapping", "nothing"])
def test_the_row_can_be_pasted_into_its_table(
    game: Wilderness, roots: KitSearchPath, tmp_path: Path, stated: str
) -> None:
    assert roots.data
    table = roots.data / "wilds" / "wilds.yaml"
    table.write_text(
        {
            "list": STATED,
            "mapping": 'home: {name: Home, cell: 10, rows: ["~."]}\n',
            "nothing": "[]",
        }[stated],
        encoding="utf-8",
    )
    words = ["~", "yes", "null", "1e3", "0x1F", "- a: b", "#2222", " ", "‘ü’ \"'", "long " * 40]
    game.change = {"rows": ["~.", *words], "name": "007"}
    folder = build(
        request_for("wilds", roots, tmp_path / "out", only="maps", map=MapRequest(5))
    ).folder
    text = (folder / "made-5.yaml").read_text(encoding="utf-8")
    assert text.startswith("# The map made from seed 5: a row for wilds.yaml.\n")
    before = "" if stated == "nothing" else table.read_text(encoding="utf-8")
    table.write_text(before + text, encoding="utf-8")
    wilds: Any = load_kit(roots.find("wilds")).tables["wilds"]
    assert wilds["made-5"].rows == ("~.", *words)
    assert wilds["made-5"].name == "007"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"cell": 61}, 'the map made from seed 7: wild "Made 7": cell 61 is outside 1..60'),
        ({"id": "home"}, 'the id "home" appears twice; first on line 2'),
        ({"moor": 1}, 'the map made from seed 7: wild "Made 7": unknown field "moor"'),
        ({"rows": ["."]}, 'the map made from seed 7: wild "Made 7": '),
        ({"name": "long " * 90}, "(the map made from seed 7): the text is "),
    ],
)
def test_an_invalid_row_is_reported_with_its_seed(
    game: Wilderness, roots: KitSearchPath, tmp_path: Path, change: Mapping[str, Any], says: str
) -> None:
    game.change = change
    assert says in refusal(roots, MapRequest(7), tmp_path / "out")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--seed", 7, "--players", 5], "wilds is for 2 to 4 players, not 5 (players)"),
        (["--seed", 7, "--option", "row=3"], 'map: no option "row"; did you mean "rows"?'),
        (["--seed", 7, "--option", "rows=99"], "map: rows must be 2..12, not 99"),
        (["--random", "--option", "lakes"], '--option "lakes" has no value'),
        (["--players", 3], "--players, --option and --keep are only for a generated map"),
        (["--seed", "x"], "--seed must be a whole number"),
        (["--seed", -1], "--seed must be 0 or more"),
        ([], 'Wilds has no "maps"; its game generates them: add --random'),
    ],
)
def test_invalid_requests_are_refused_in_plain_words(
    game: Wilderness, roots: KitSearchPath, words: list[object], says: str
) -> None:
    ran = maps(roots, *words)
    assert ran.code == 2
    assert says in ran.err
    assert len(ran.faults) == 1


def test_a_kit_without_rules_generates_no_maps(roots: KitSearchPath) -> None:
    ran = maps(roots, "--random")
    assert ran.code == 2
    assert "Wilds cannot generate maps" in ran.err
    assert "leave out --random and --seed" in run("maps", "grumbles", "--random").err


@pytest.mark.parametrize(
    ("component", "says"),
    [("moor", "which is not a component; known: token, wild"), ("token", "which has no table")],
)
def test_a_map_of_another_component_is_refused(
    game: Wilderness, roots: KitSearchPath, tmp_path: Path, component: str, says: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    new_map = game.new_map
    monkeypatch.setattr(game, "new_map", lambda *w: new_map(*w)._replace(component=component))
    assert says in refusal(roots, MapRequest(), tmp_path / "out")


def test_a_generated_component_is_not_printed_but_its_rows_are_checked(
    roots: KitSearchPath, tmp_path: Path
) -> None:
    built = build(request_for("wilds", roots, tmp_path / "out"))
    assert [file.path for file in built.files] == ["wilds-print-a4.pdf"]
    assert check("wilds", roots)
    assert roots.templates
    (roots.templates / "wilds" / "wild.xml").write_text("<board/>")
    assert build(request_for("wilds", roots, tmp_path / "out"))
    with pytest.raises(KitError, match="<board> needs a size"):
        check("wilds", roots)


def test_a_generated_component_needs_a_table(roots: KitSearchPath) -> None:
    assert roots.data
    manifest_file = roots.data / "wilds" / "game.yaml"
    manifest_file.write_text(
        MANIFEST.replace("copies: 4}", "copies: 4, made: true}"), encoding="utf-8"
    )
    with pytest.raises(KitError, match='has "made", but no table'):
        load_kit(roots.find("wilds"))
