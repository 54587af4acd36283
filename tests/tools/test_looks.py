"""Tests of looks: each draws the starter's cards and any spreadsheet's, legible in both inks."""

from __future__ import annotations

import re
import shutil
from functools import partial
from pathlib import Path

import pytest

from generator.base import locations
from generator.base.errors import KitError
from generator.i18n.pseudo import PSEUDO
from generator.kit.load import load_kit
from generator.kit.locate import KitSearchPath
from generator.pipeline.check import check
from generator.press.library import fonts
from generator.press.pieces.faces import FaceSet
from generator.press.request import Ink
from generator.press.scene.alt_text import alt_text
from generator.press.scene.items import GlyphRun, walk
from generator.press.templates.style import style_of
from generator.tools.from_table.new_kit import new_from_table
from generator.tools.looks import DEFAULT_LOOK, HUES, look_names, looks, read_look, sound_look
from generator.tools.sample_faces import look_faces
from generator.tools.scaffold import ScaffoldOptions, create_kit, read_size
from tests.press.running import run
from tests.readme_steps import ROOT

LOOKS = locations.data_root() / "shared/looks"
OTHERS = look_names()[1:]
SIZES = ("poker", "mini", "88x63mm", "44x44mm")
ATTACK = "When it attacks it deals *1 damage* to each other creature and draw a card. "
TABLES = {
    "ten": "Name,Type,Cost,ATK,DEF,Rules {Text},Flavor Text,Art,Edition (odd),Tame,Qty\n"
    f"Ember Fox,Fire,2,1,3,{ATTACK},It burned.,fox.png,First,yes,3\n"
    f"Frost Giant,Ice,7,5,5,{ATTACK * 2},,,Second,no,1\n"
    "Moss,Earth,0,0,7,,Quick step.,moss.png,First,yes,2\n",
    "one": "Word\nLighthouse\nFox\n",
    "question": f"Question,Points\n{ATTACK},3\n{ATTACK * 2},5\n",
    "suits": "Suit,Rank\nKites,A\nKites,10\nKites,7\nBells,A\nBells,10\n",
    "two-sided": "Name,Colour,Text,Back Title,Back Text\nSun,#ffcc00,Shine.,Dusk,It gets dark.\n"
    "Sea,#003355,Roll.,,\n",
}


def imported(folder: Path, table: str, look: str, size: str = "") -> KitSearchPath:
    source = folder / "deck.csv"
    source.write_text(TABLES[table])
    return new_from_table("mygame", source, folder, look=look, size=size).roots


def warnings(roots: KitSearchPath, ink: Ink) -> list[str]:
    """What a check of the kit warns of; it raises an error for faults."""
    return [entry.says for entry in check("mygame", roots, ink) if "warning" in entry.says]


@pytest.mark.parametrize("look", OTHERS)
@pytest.mark.parametrize("size", SIZES)
def test_the_starter_is_drawn_in_each_look_and_size(look: str, size: str, tmp_path: Path) -> None:
    title = ("The Lantern Deck", "L'été à Łódź", "My Game")[SIZES.index(size) % 3]
    options = ScaffoldOptions("mygame", title, (1, 4), read_size(size), look=look)
    roots = create_kit(options, tmp_path).roots
    ink: Ink = ("full", "low")[(SIZES.index(size) + OTHERS.index(look)) % 2]
    assert warnings(roots, ink) == []
    if size == "poker":
        check("mygame", roots, language=PSEUDO)  # with longer words and accents


@pytest.mark.parametrize("look", OTHERS)
@pytest.mark.parametrize("table", TABLES)
def test_any_columns_are_drawn_in_each_look(look: str, table: str, tmp_path: Path) -> None:
    size = ("", "mini", "88x63mm")[(list(TABLES).index(table) + OTHERS.index(look)) % 3]
    roots = imported(tmp_path, table, look, read_size(size) if size else "")
    ink: Ink = ("full", "low")[(list(TABLES).index(table) + OTHERS.index(look)) % 2]
    assert warnings(roots, ink) == []
    front = (tmp_path / "templates/mygame/card.xml").read_text()
    back = (tmp_path / "templates/mygame/card-back.xml").read_text()
    for name in load_kit(roots.find("mygame")).file.tables["cards"].fields:
        assert f"row.{name.replace('-', '_')}" in front + back or name == "id"
    assert "«" not in front + back
    assert not re.search(r"\n\n +\S", front + back)


@pytest.mark.parametrize("look", OTHERS)
def test_a_long_text_leaves_room_for_the_corner_and_the_sign(look: str, tmp_path: Path) -> None:
    source = tmp_path / "deck.csv"
    row = f"Oak,Wood,,oak.png,5,6,{ATTACK * 6}\n"
    source.write_text(f"Name,Type,Cost,Art,HP,Def,Text\n{row}Elm,Fire,12,,1,2,{ATTACK * 3}\n{row}")
    made = new_from_table("mygame", source, tmp_path, look=look, size="mini")  # which draws all
    assert "Cards: 3 cards" in made.messages


@pytest.mark.parametrize("title", ["Лиса", "שועל", "Lis"])
def test_a_title_is_printed_in_letters_that_a_look_lacks(title: str, tmp_path: Path) -> None:
    made = create_kit(ScaffoldOptions("mygame", title, look="storybook"), tmp_path / "new")
    source = tmp_path / "deck.csv"
    source.write_text(TABLES["one"])
    table = new_from_table("mygame", source, tmp_path, title=title, look="storybook")
    for roots in (made.roots, table.roots):
        roles = load_kit(roots.find("mygame")).file.fonts
        assert ("fallback-1" in roles) is (title != "Lis")


def test_a_card_without_a_sign_shows_the_first_letter_of_its_name(tmp_path: Path) -> None:
    source = tmp_path / "deck.csv"
    source.write_text(
        "Name,Cost\n„Würde eher“,1\n«Oui»,2\n¿Qué?,3\n10 lives,4\n…,5\n", encoding="utf-8"
    )
    roots = new_from_table("mygame", source, tmp_path, look="modern").roots
    kit = load_kit(roots.find("mygame"))
    faces = FaceSet(kit, style_of(kit))
    pieces = [piece for part in faces.parts() for piece in part.pieces]
    signs = [
        {
            item.text
            for item, _ in walk(piece.front.items)
            if isinstance(item, GlyphRun) and item.size > 30
        }
        for piece in pieces
    ]
    assert signs == [{"W"}, {"O"}, {"Q"}, {"10"}, {"…"}]


def test_the_default_look_takes_the_place_of_no_file() -> None:
    assert look_names()[0] == DEFAULT_LOOK == ScaffoldOptions("a", "A").look
    assert [path.name for path in (LOOKS / DEFAULT_LOOK).iterdir()] == ["look.yaml"]


@pytest.mark.parametrize("look", OTHERS)
def test_a_look_has_all_hues_and_fonts_with_all_styles(look: str) -> None:
    palette = (LOOKS / look / "palette.yaml").read_text()
    names = re.findall(r"^  ([\w-]+):", palette, re.MULTILINE)
    assert {*HUES, *(f"{hue}-pale" for hue in HUES)} <= {*names}
    book = fonts((locations.data_root() / "shared",))
    styles = {"regular", "bold", "italic", "bold-italic"}  # texts may be *bold* and _italic_
    assert {*book.files[sound_look(look).body]} == styles
    assert all(map(book.font(sound_look(look).title_font("Gwiaździste")).has, "Gwiaździste"))


def test_what_varies_by_kind_is_no_colour_alone(tmp_path: Path) -> None:
    imported(tmp_path, "suits", "modern")
    front = (tmp_path / "templates/mygame/card.xml").read_text()
    kinds = '{% set kinds = {_("Kites"): ("blue", "star"), _("Bells"): ("red", "gem")} %}'
    assert kinds in front
    assert ":{{ sign }}: {{ row.suit }}</text>" in front


@pytest.mark.parametrize("look", look_names())
def test_a_look_is_shown_by_two_fronts_and_a_back(look: str) -> None:
    first, other, back = look_faces(look)
    assert "Falling Star" in alt_text(first)
    assert alt_text(first) != alt_text(other)
    assert "My Game" in alt_text(back)


def test_an_unknown_look_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(KitError, match=r'"huge"; known: banner, classic, .* \(option-value\)'):
        read_look("huge")
    monkeypatch.chdir(tmp_path)
    refused = run("new", "mygame", "--look", "storybok")
    assert (refused.code, refused.out) == (2, "")
    assert refused.err == 'there is no look "storybok"; did you mean "storybook"? (option-value)\n'
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--like", "hex-map"), "--look cannot be combined with --like hex-map"),
        (("--from-kit", "gruff"), "--look cannot be combined with --from-kit"),
        (("--rules", "games"), "--rules cannot be combined with other options"),
    ],
)
def test_a_look_is_for_cards_to_be_drawn(
    words: tuple[str, ...], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    refused = run("new", "mygame", "--look", "night", *words)
    assert (refused.code, refused.err.startswith(says)) == (2, True)


def test_a_look_is_refused_for_other_games_from_a_program_too(tmp_path: Path) -> None:
    options = ScaffoldOptions("mygame", "My Game", (3, 5), like="trick-taking", look="night")
    with pytest.raises(KitError, match=r"cannot be combined .*\(conflicting-options\)"):
        create_kit(options, tmp_path)
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("source", ["", "deck.csv"])
@pytest.mark.parametrize(
    ("file", "text", "expected"),
    [
        ("look.yaml", "says: Dark.\ntitles: []\nbody: Caladea\n", ":2: titles: "),
        ("look.yaml", "says: Dark.\ntitles: [Comic]\nbody: Caladea\n", ': there is no font family "Comic"'),
        ("palette.yaml", None, ": there is no such file"),
        ("palette.yaml", "palette:\n  blue: '#002'\n", ":1: lacks the colours blue-pale, red"),
        ("templates/card.xml", None, ": there is no such file"),
        ("templates/card.xml", "«% if card %»\n<card/>", ":2: Unexpected end of template"),
        ("templates/card.xml", "<card>\n«nothing»</card>", ":2: 'nothing' is undefined"),
        ("templates/card.xml", "<card «size»>\n<blob/></card>", ": there is no element <blob>"),
        ("templates/card-back.xml", '<card «size» fill="gloom"/>', ': there is no colour "gloom"'),
        ("sky.xml", None, ": there is no such file"),
    ],
)  # fmt: skip
def test_a_damaged_look_is_one_line_with_its_file(
    source: str,
    file: str,
    text: str | None,
    expected: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shutil.copytree(locations.data_root() / "shared", tmp_path / "data/shared")
    damaged = tmp_path / "data/shared/looks/night" / file
    damaged.unlink()
    if text is not None:
        damaged.write_text(text, encoding="utf-8")
    (tmp_path / "deck.csv").write_text("Name,Text\nOwl,Hoot.\n")
    monkeypatch.setattr(locations, "data_root", lambda: tmp_path / "data")
    options = ScaffoldOptions("mygame", "Stars", look="night")
    make = partial(create_kit, options)
    if source:
        make = partial(new_from_table, "mygame", tmp_path / source, look="night")
    with pytest.raises(KitError) as caught:
        make(folder=tmp_path / "new")
    assert str(caught.value).startswith(f"{damaged}{expected}")
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "new/data").exists()


@pytest.mark.parametrize(
    ("file", "text", "expected"),
    [
        ("look.yaml", "says: Dark.\ntitles: []\nbody: Caladea\n", ":2: titles: "),
        ("templates/card.xml", "<card «size»>\n<blob/></card>", ": there is no element <blob>"),
    ],
    ids=["description", "card"],
)
def test_a_damaged_look_hides_no_other(
    file: str, text: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(locations.data_root() / "shared", tmp_path / "data/shared")
    damaged = tmp_path / "data/shared/looks/night" / file
    damaged.write_text(text, encoding="utf-8")
    monkeypatch.setattr(locations, "data_root", lambda: tmp_path / "data")
    look_faces.cache_clear()
    unreadable = [name for name, each in looks().items() if isinstance(each, KitError)]
    assert unreadable == (["night"] if file == "look.yaml" else [])
    assert len(look_faces("modern")) == 3
    with pytest.raises(KitError) as caught:
        look_faces("night")
    assert str(caught.value).startswith(f"{damaged}{expected}")


@pytest.mark.parametrize(
    ("rows", "gap"),
    [
        ("Name,Type\nOwl,Bird\n", '<group height="2mm"/>'),
        ("Name,Text\nOwl,Hoot.\nFox,\n",
         '{% if not (row.text is not none) %}<group height="2mm"/>{% endif %}'),
        ("Name,Text\nOwl,Hoot.\n", ""),
    ],
)  # fmt: skip
def test_a_name_that_nothing_follows_keeps_away_from_the_frame(
    rows: str, gap: str, tmp_path: Path
) -> None:
    (tmp_path / "deck.csv").write_text(rows)
    new_from_table("mygame", tmp_path / "deck.csv", tmp_path, look="night")
    lines = (tmp_path / "templates/mygame/card.xml").read_text().splitlines()
    assert [line.strip() for line in lines if '<group height="2mm' in line] == (
        [gap] if gap else []
    )


def test_the_command_takes_a_look_with_and_without_a_spreadsheet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("deck.csv").write_text(TABLES["one"])
    assert run("new", "mygame", "--look", "night", "--json").code == 0
    assert run("new", "deck", "--from", "deck.csv", "--look", "night").code == 0
    for name in ("mygame", "deck"):
        manifest = load_kit(KitSearchPath(Path("data"), Path("templates")).find(name)).file
        assert manifest.fonts["title"] == "Amatic SC Bold"
        assert 'fill="linear(90, night, dusk)"' in Path(f"templates/{name}/card.xml").read_text()


def test_every_look_is_explained_in_the_guide() -> None:
    guide = (ROOT / "docs/howto/use-a-spreadsheet.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^\| `(\w+)` \|", guide, re.MULTILINE)) == sorted(look_names())
