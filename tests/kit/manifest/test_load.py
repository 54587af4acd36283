"""Tests of the loader of `game.yaml`: its contents, and every kind of fault in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.errors import Place
from tests.kit.making import GAME, error_lines, load


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def line_of(text: str, game: str = GAME) -> int:
    return game[: game.index(text)].count("\n") + 1


def test_a_manifest_lists_the_contents_of_a_kit(tmp_path: Path) -> None:
    kit, _ = load(tmp_path)
    assert (kit.title, kit.version, kit.language, kit.players) == ("Herd", "1.0", "en", (2, 4))
    goat, meadow = kit.components
    assert (goat.id, goat.part, goat.each, goat.copies) == ("goat", "cards", "goats", "copies")
    assert (meadow.each, meadow.copies, meadow.back, meadow.two_sided) == (None, 1, None, False)
    assert dict(meadow.variables) == {"marks": ("a", "b")}
    assert list(kit.tables) == ["goats", "shepherds", "meadow"]


def test_every_entry_has_a_line(tmp_path: Path) -> None:
    kit, _ = load(tmp_path)
    assert kit.file == "game.yaml"
    assert kit.place("tables", "goats", "one") == Place("game.yaml", line_of("one: goat"))
    assert kit.components[0].place == Place("game.yaml", line_of("- id: goat"))
    assert kit.components[0].place_of("front") == Place("game.yaml", line_of("front: goat"))
    assert kit.components[1].variables.place == Place("game.yaml", line_of("with: {marks"))


def test_a_palette_has_a_colour_for_each_ink(tmp_path: Path) -> None:
    kit, _ = load(tmp_path)
    assert kit.palette("full") == {"red": "#c0392b", "grass": "#7fb069"}
    assert kit.palette("low") == {"red": "#c0392b", "grass": "#ffffff"}


def test_the_default_determines_the_kind_of_an_option(tmp_path: Path) -> None:
    options = (
        "options:\n"
        "  board: {choices: [plus, saltire], default: plus, says: which stars}\n"
        "  turn-cap: {from: 1, default: 2000}\n"
        "  quick: {default: false}\n"
    )
    kit, _ = load(tmp_path, game=GAME + options)
    assert [option.default for option in kit.options.values()] == ["plus", 2000, False]
    assert kit.options["board"].choices == ("plus", "saltire")


BAD = [
    ("title: Herd\n", "", 1, "title is missing (missing-field)"),
    ("title: Herd", "titel: Herd", 1, 'unknown field "titel"; did you mean "title"?'),
    ('"1.0"', "1.0", 2, 'version must be text, but is the number 1.0; put it in quotes: "1.0"'),
    ("[2, 4]", "[4, 2]", 3, "players must be the fewest and the most players, such as"),
    ("[2, 4]", "2-4", 3, "players must be the fewest and the most players, such as"),
    ("[2, 4]", "[2, 4]\nplayer-counts: [2, 3]", 1, '"player-counts" must go from the fewest to'),
    ("[2, 4]", "[2, 999999999]", 3, "players cannot be more than 100"),
    ("players: [2, 4]", "players: 2\nage: 0", 4, "age must be 1 or more, but is 0"),
    ("#C0392B", "crimson", 5, 'palette.red must be a colour such as "#c0392b", but is "crimson"'),
    ("low:", "lo:", 6, 'unknown field "lo" in palette.grass; did you mean "low"?'),
    (
        "  goats:\n",
        "  goat-cards:\n",
        8,
        "tables.goat-cards must be lower-case letters, digits and",
    ),
    ("  goats:\n", "  row:\n", 8, 'tables.row cannot be "row", a reserved word in'),
    ("goats.yaml", "../goats.yaml", 9, "tables.goats.file must name a file in the kit's folder"),
    ("goats.yaml", "/goats.yaml", 9, "tables.goats.file must name a file in the kit's folder"),
    ("goats.yaml", "goats.json", 8, 'tables.goats has the file "goats.json", whose type is not'),
    ("type: text", "type: txt", 13, 'tables.goats.fields.name.type cannot be the text "txt"'),
    (
        "{type: text}",
        "{typ: text}",
        13,
        'unknown field "typ" in tables.goats.fields.name; did you mean "type"?',
    ),
    (
        "{type: text}",
        "{}",
        13,
        "tables.goats.fields.name.type is missing; state the type of the values",
    ),
    ("to: 5", "too: 5", 14, 'unknown field "too" in tables.goats.fields.fat; did you mean "to"?'),
    (
        "from: 1",
        "from: 9",
        14,
        'tables.goats.fields.fat allows no number: "from" 9 is greater than "to" 5',
    ),
    (
        "default: 2",
        "default: two",
        15,
        "tables.goats.fields.copies has a default that is not a valid",
    ),
    ("to: shepherds", "to: sheperds", 16, 'goats.shepherd: there is no table "sheperds"; did you'),
    ("to: shepherds", "to: meadow", 16, 'goats.shepherd: "meadow" is a single record, not a table'),
    ("name: {", "items: {", 13, "tables.goats.fields.items is a reserved name; choose another"),
    (
        "name: {",
        "nom: {type: id}\n      x: {",
        11,
        'tables.goats.fields gives the type id to the field "nom"',
    ),
    ("name: {", "a-b: {type: text}\n      a_b: {", 11, 'tables.goats.fields has both "a-b" and'),
    (
        "{type: boolean, default: false}",
        "{type: map, values: {type: text}}",
        17,
        'tables.shepherds has the field "last-chance", which does not fit in a cell',
    ),
    (
        "meadow.yaml",
        "meadow.csv",
        23,
        "tables.meadow is a single record, which a CSV file or spreadsheet cannot",
    ),
    ("kind: record", "kind: recrod", 25, 'tables.meadow.kind cannot be the text "recrod"; did you'),
    ("id: meadow", "id: goat", 36, 'the id "goat" appears twice; first on line 30'),
    ("id: meadow", "id: Meadow", 36, "components.Meadow.id must be lower-case letters, digits and"),
    ("    title: Meadow\n", "", 36, "components.meadow.title is missing"),
    ("each: goats", "each: gaots", 33, 'component "goat": there is no table "gaots"; did you mean'),
    ("each: goats", "each: meadow", 33, 'component "goat": "meadow" is a single record, not a'),
    (
        "copies: copies",
        "copies: copies\n    blocks: herd",
        35,
        'component "goat": blocks names "herd", which is no',
    ),
    ("copies: copies", "copies: name", 34, 'component "goat": copies names "name", which is no'),
    ("from: 0, default: 2", "default: 2", 34, 'component "goat": copies names "copies", which can'),
    ("default: 2", "optional: true", 34, 'component "goat": copies names "copies", which a row'),
    (
        "copies: copies",
        "copies: 0",
        34,
        "components.goat.copies must be a whole number of 1 or more, or",
    ),
    (
        "copies: copies",
        'where: "rwo.fat > 2"',
        34,
        'component "goat": the expression `rwo.fat > 2` uses the unknown name "rwo"; did you mean',
    ),
    (
        "    each: goats\n",
        "",
        30,
        'components.goat takes its copies from the field "copies", but has no',
    ),
    ("with: {", 'where: "true"\n    with: {', 36, 'components.meadow has "where", but no table'),
    ("with: {", "two-sided: true\n    with: {", 36, "components.meadow is two-sided, but has no"),
    ("with: {marks", "with: {for", 40, 'components.meadow.with.for cannot be "for", a reserved'),
    ("goat.xml", "a/../../goat.xml", 35, "components.goat.front must name a file in the kit's"),
    ("K-fat:", "K_fat:", 42, "checks.K_fat must be letters, digits and hyphens, such as"),
    ("about: goats", "about: gaots", 44, 'check "K-fat": there is no table "gaots"; did you mean'),
    ("about: goats", "each: meadow", 44, 'check "K-fat": "meadow" is a single record, not a table'),
    (
        "expect: 7",
        "expect: 7\n    from: 3",
        42,
        "checks.K-fat must state what is expected in exactly",
    ),
    (
        "    expect: 7\n",
        "",
        42,
        "checks.K-fat must state what is expected in exactly one way; write expect",
    ),
    ("    find: goats", "    each: goats\n    find: goats", 42, 'checks.K-fat has both "each" and'),
    ('    find: goats | sum(attribute="fat")\n', "", 42, "checks.K-fat has nothing to check; add"),
    ("find: goats |", "find: row |", 45, 'check "K-fat": the expression `row | sum(attribute='),
    ('"fat")', '"fat"', 45, 'check "K-fat": the expression `goats | sum(attribute="fat"` has a'),
    (
        "expect: 7",
        'all:\n      - {find: "1", expect: 1}',
        42,
        'checks.K-fat has an assertion in addition to "all"; move it into the list',
    ),
]


@pytest.mark.parametrize(("old", "new", "line", "message"), BAD)
def test_violations_are_reported_with_their_lines(
    tmp_path: Path, old: str, new: str, line: int, message: str
) -> None:
    assert old in GAME
    lines = error_lines(lambda: load(tmp_path, game=GAME.replace(old, new, 1)))
    assert any(each.startswith(f"game.yaml:{line}: {message}") for each in lines), lines


@pytest.mark.parametrize(
    ("option", "message"),
    [
        (
            "{choices: [plus, cross], default: pluss}",
            'options.x has the default "pluss", which is not one of its choices; '
            'did you mean "plus"? (field-value)',
        ),
        (
            "{default: plus}",
            'options.x has the default "plus", which is not one of its choices; '
            'list it under "choices" (field-value)',
        ),
        (
            "{choices: [plus], default: 3}",
            "options.x has choices, but its default is the number 3 (field-value)",
        ),
        (
            "{from: 1, default: 0}",
            "options.x has the default 0, which is outside 1 or more (out-of-range)",
        ),
        (
            "{default: 1.5}",
            "options.x.default must be text, a whole number, true or false, "
            "but is the number 1.5 (wrong-type)",
        ),
    ],
)
def test_an_option_must_allow_its_default(tmp_path: Path, option: str, message: str) -> None:
    game = f"{GAME}options:\n  x: {option}\n"
    [line] = error_lines(lambda: load(tmp_path, game=game))
    assert line == f"game.yaml:{line_of('  x: {', game)}: {message}"


def test_all_faults_are_reported_together(tmp_path: Path) -> None:
    game = GAME.replace("[2, 4]", "none").replace("{type: text}", "{}").replace("to: 5", "t: 5")
    assert len(error_lines(lambda: load(tmp_path, game=game))) == 5


@pytest.mark.parametrize("text", ["- a list", "only text"])
def test_a_manifest_that_is_not_a_mapping_is_reported(tmp_path: Path, text: str) -> None:
    [line] = error_lines(lambda: load(tmp_path, game=text))
    assert line.startswith("game.yaml:1: must be a mapping, but is ")
