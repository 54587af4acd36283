"""Tests of importing Squib projects: data, boxes, pictures, and a page with what was not imported."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from PIL import Image

from generator.base.errors import KitError
from generator.kit.load import load_kit
from generator.kit.tables.records import Table
from generator.pipeline.check import check
from generator.press.scene.items import Path as Path_
from generator.press.scene.items import Stroke
from generator.press.svg.importer import import_svg
from generator.tools.from_deck.new_kit import new_from_design
from generator.tools.from_squib.literals import parse
from generator.tools.from_squib.project import Project, read_project
from generator.tools.from_squib.type_sizes import point_scale
from generator.tools.from_squib.values import TooManySteps, Unknown
from generator.tools.scaffold import CreatedKit

LAYOUT = """\
frame: &frame
  x: 75
  width: 675
title: {<<: *frame, y: 0.3in, height: 100, align: center, valign: !ruby/symbol middle, font: Serif bold 12}
effect:
  extends: title
  y: += 13mm
  height: 1in
  font: Sans italic 9
  align: left
cost: {extends: [title], x: += 1cm, y: 2in, width: /= 2}
"""
CARDS = """Name,Effect,Cost,Art,Kind,Qty
Bog Witch,"Draw <b>two</b> cards & :drop:",3,witch.png,Spell,2
Lamp,,+1,lamp.svg,Thing,1
Mire,Lose a turn.,07,gone.png,Spell,3
"""
DECK = """\
require 'squib'
require_relative 'lib/words'
data = Squib.csv file: 'data/cards.csv'
costs = data['Cost'].map { |c| "Cost #{c}" }
at = {}
data.kind.each_with_index { |kind, i| (at[kind] ||= []) << i }

Squib::Deck.new cards: data['Name'].size, layout: 'layout.yml' do
  background color: '#f4ecd8'
  rect layout: 'cut'
  %w(Name).each { |key| text str: data[key], layout: :title }
  text str: data['Effect'], layout: 'effect', markup: true do |embed|
    embed.svg key: ':drop:', file: 'drop.svg', width: 20, height: 20
  end
  text str: costs, layout: :cost, color: :dark_blue, font: 'Sans italic'
  text str: shout('spell'), range: at['Spell'], x: 80, y: 900, font: 'Nowhere Sans 9'
  png file: data['Art'], x: 150, y: 700, width: 200, height: :scale
  circle x: 400, y: 1000, radius: 20, fill_color: :red, stroke_width: 0
  grid x: 1
  curve x1: 3 if ENV['PROOF']
  sparkle str: data['Name']
  use_layout file: 'hands.yml'
  save_pdf file: 'fronts.pdf', trim: 37.5
end

backs = Squib::Deck.new(cards: 1) do
  background color: :navy
  text str: "The Mire\\u2014", x: 75, y: 400, width: :deck, align: :center, font: 'Sans 20', color: :white
  save_png prefix: 'back_'
end
"""
WORDS = "def shout(word, mark = '!')\n  \"#{word.upcase}#{mark}\"\nend\n"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20"/></svg>'


def project(folder: Path, **scripts: str) -> Path:
    """A small Squib project."""
    source = folder / "mire"
    for name in ("data", "lib", "img"):
        (source / name).mkdir(parents=True)
    (source / "config.yml").write_text("img_dir: img\n")
    (source / "layout.yml").write_text(LAYOUT)
    (source / "data/cards.csv").write_text(CARDS)
    (source / "lib/words.rb").write_text(WORDS)
    Image.new("RGB", (300, 150), "green").save(source / "img/witch.png")
    for name in ("lamp", "drop"):
        (source / f"img/{name}.svg").write_text(SVG)
    for script, words in (scripts or {"deck": DECK}).items():
        (source / f"{script}.rb").write_text(words)
    return source


def imported(source: Path, folder: Path) -> CreatedKit:
    design, fonts = read_project(source)
    return new_from_design("mire", design, fonts, folder)


def test_an_imported_project_passes_every_check(tmp_path: Path) -> None:
    source = project(tmp_path)
    roots = imported(source, tmp_path).roots
    kit = load_kit(roots.find("mire"))
    (component,) = kit.file.components
    assert (component.id, component.copies) == ("fronts", "qty")
    rows = kit.tables["fronts"]
    assert isinstance(rows, Table)
    assert [(row.id, row.cost, row.qty) for row in rows] == [
        ("bog-witch", "3", 2),
        ("lamp", "+1", 1),
        ("mire", "07", 3),
    ]
    assert not [
        entry for entry in check("mire", roots) if entry.slug == "faces" and not entry.passed
    ]
    front = (tmp_path / "templates/mire/fronts.xml").read_text()
    for part in (
        '<card width="63.5mm" height="88.9mm" bleed="3.17mm"',
        '<rect fill="#f4ecd8"/>',
        ">{{ row.name }}</text>",
        ">_Cost {{ row.cost }}_</text>",
        'src="art/{{ row.art }}" x="12.7mm" y="59.27mm" width="16.93mm" height="8.47mm"',
        '{% if row.kind == "Spell" %}<text x="6.77mm" y="76.2mm"',
        ">SPELL!</text>{% endif %}",
        'color="#00008b"',
        '<ellipse cx="33.87mm" cy="84.67mm" r="1.69mm" fill="#ff0000" stroke="none"/>',
    ):
        assert part in front, part
    boxes = (tmp_path / "templates/mire/boxes.yaml").read_text()
    assert 'effect: {x: "6.35mm", y: "20.62mm", width: "57.15mm", height: "25.4mm"}' in boxes
    assert 'cost: {x: "16.35mm", y: "50.8mm", width: "28.57mm", height: "8.47mm"}' in boxes
    back = (tmp_path / "templates/mire/fronts-back.xml").read_text()
    assert "The Mire—</text>" in back
    table = (tmp_path / "data/mire/fronts.csv").read_text()
    assert "_Draw *two* cards & :drop:_" in table
    assert (tmp_path / "data/mire/icons/drop.svg").read_text() == SVG
    assert (tmp_path / "data/mire/art/gone.png").is_file()


def test_unsupported_lines_are_listed_on_one_page(tmp_path: Path) -> None:
    imported(project(tmp_path), tmp_path)
    page = (tmp_path / "data/mire/IMPORT.md").read_text()
    for line in (
        "- `deck.rb:10`: the line of the cut: Grimoire prints crop marks, and checks the safe zone",
        "- `deck.rb:19`: grid: draw it with <squaregrid> or <path>",
        "- `deck.rb:20`: the condition `ENV['PROOF']` is not known; what is under it is carried over",
        "- `deck.rb:22`: the layout 'hands.yml' was not found",
        "- `deck.rb:21`: `sparkle str: data['Name']` is not understood",
        "no font file of *Nowhere Sans* beside the script: Source Sans Pro is used instead",
        "Pictures that were not found, with a grey one in `art/` for each: `gone.png`.",
        "- **fronts**: 3 cards of 63.5 × 88.9 mm",
    ):
        assert line in page, line


STYLED = """\
data = Squib.csv file: 'data\\cards.csv'
Squib::Deck.new(cards: 3) do
  text str: "Two\\nlines", x: 100, y: 300, spacing: 12.5, font: 'Sans 10', angle: Math::PI
  text str: 'Edged', x: 100, y: 500, stroke_width: 3, stroke_color: :mire, color: 'white'
  text str: 'A <span foreground="red">red</span> <span fgcolor="mire">bog</span>', markup: true
  text(str: '(D) now', x: 100, y: 700) { |embed| embed.svg key: '(D)', file: 'img\\drop.svg' }
  rect width: 200, height: 100, fill_color: :mire
  circle x: 80, fill_color: 'mire2'
  circle x: 90, fill_color: 'mire2'
end
"""


def test_styles_and_names_of_the_project_are_imported(tmp_path: Path) -> None:
    """Spacing, outlines, colours of config.yml and of spans, constants, and paths of Windows."""
    source = project(tmp_path, deck=STYLED)
    (source / "config.yml").write_text("img_dir: img\ncustom_colors:\n  mire: '#334411'\n")
    imported(source, tmp_path)
    front = (tmp_path / "templates/mire/deck.xml").read_text()
    for part in (
        'turn="180" font="body" size="10..6" align="left" valign="top" color="#000000" leading="1.55"',
        'color="#ffffff" rim="0.25mm #334411"',
        '>A [red]{{ "{" }}#ff0000} [bog]{{ "{" }}#334411}</text>',
        ">:drop: now</text>",
        'fill="#334411"',
    ):
        assert part in front, part
    page = (tmp_path / "data/mire/IMPORT.md").read_text()
    message = "the colour 'mire2' is not known; black is used instead"
    assert f"- `deck.rb:8, 9`: {message}\n" in page
    assert str(tmp_path) not in page + front + (tmp_path / "data/mire/game.yaml").read_text()


def test_text_beyond_the_trim_is_omitted_and_text_at_its_edge_kept(tmp_path: Path) -> None:
    words = (
        "Squib::Deck.new(cards: 2) do\n"
        "  text str: 'Seen', x: 100, y: 100\n"
        "  text str: %w(low lower), x: 100, y: 1090\n"
        "  text str: 'Edge', font: 'Sans 60'\n"
        "end\n"
    )
    imported(project(tmp_path, deck=words), tmp_path)
    front = (tmp_path / "templates/mire/deck.xml").read_text()
    assert ">Seen</text>" in front
    assert "low" not in front
    assert 'decor="yes">Edge</text>' in front
    page = (tmp_path / "data/mire/IMPORT.md").read_text()
    assert "`deck.rb:3`: a text that starts beyond the cut is left out" in page
    assert "- `deck.xml:5`: a text reaches beyond the cut, so it is marked `decor`." in page


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("[1, nil, 'a', :b, 2.5, true]", [1, None, "a", "b", 2.5, True]),
        ("%w(a b).map(&:upcase).zip([1, 2])", [["A", 1], ["B", 2]]),
        ("{ a: 1, 'b' => 2 }.map { |k, v| \"#{k}#{v}\" }", ["a1", "b2"]),
        ("[3, 1, 2].sort_by { |n| -n }.each_with_index.map { |n, i| n * i }", [0, 2, 2]),
        ("(1..3).to_a.reject(&:even?) + [4] * 2", [1, 3, 4, 4]),
        ("'a_b'.gsub('_', ' ').gsub(/[a-z]/) { |c| c.upcase }", "A B"),
        ("<<~TEXT\n  one\n    two\nTEXT\n", "one\n  two\n"),
        ("case 4\nwhen 1..3 then 'low'\nelse 'high'\nend", "high"),
        ("x = nil\nx ||= 5\nx += 2\nx > 6 ? 'yes' : 'no'", "yes"),
        (
            "def f(a, b = 2, c: 3)\n  return a if a > 9\n  a + b + c\nend\n[f(1), f(1, 1, c: 1), f(10)]",
            [6, 3, 10],
        ),
        ("n = []\n3.times { |i| next if i == 1\n n << i }\nn", [0, 2]),
        (
            "t = Squib.csv data: \"Name,Kind\\nOwl,Bird\"\nt.row(0)['Kind'] + t.columns.last",
            "BirdKind",
        ),
        ("Squib.csv(data: \"Name\\nOwl\").col?('Wings')", False),
        ("(1..5).each_slice(2).to_a", [[1, 2], [3, 4], [5]]),
        ("n = []\n[1, 2, 3].each_slice(2) { |part| n << part.sum }\nn", [3, 3]),
        ("n = []\n[1, 2, 4].each_cons(2) { |a, b| n << b - a }\nn", [1, 2]),
        ("{ a: 1 }.transform_values { |n| n + 1 }", {"a": 2}),
        ("'%09999d' % 1", Unknown("%")),
        ("File.read('/etc/passwd')", Unknown("File.read('/etc/passwd')")),
        ("`ls`", Unknown("`ls`")),
        ("eval('1')", Unknown("eval('1')")),
    ],
)
def test_plain_ruby_is_evaluated_and_nothing_is_run(
    tmp_path: Path, words: str, value: object
) -> None:
    evaluator = Project(tmp_path).ruby
    assert evaluator.value(parse(words.encode())) == value


@pytest.mark.parametrize(
    "words",
    [
        "Squib::Deck.new(cards: 2) do text str: 'a' end end end }",
        "def f(n)\n f(n)\nend\nSquib::Deck.new { text str: f(1) }\nf(1)",
        "Squib::Deck.new(cards: 999999) { rect }",
        "Squib::Deck.new { 99999999.times { |i| rect x: i } }",
        "Squib::Deck.new(cards: cards_of('x'), width: 'wide') { text str: %w(a), layout: 3 }",
        "x = {}\nx[x] = x\nSquib::Deck.new { text str: x, range: [1, 'a', nil], font: '', color: '(0,0)@' }",
        "Squib::Deck.new { polygon n: 0, x: nil\n star\n line x1: 'a'\n png file: '../../up.png' }",
        'Squib::Deck.new { text str: "{{ x }} {% if %} \\u{1F600} <b", markup: true, angle: 0.5, x: -900 }',
        "\xff\x00 Squib::Deck.new do",
    ],
)
def test_no_script_causes_a_traceback(tmp_path: Path, words: str) -> None:
    """Each is either imported as far as it is understood, or refused with a message of one line."""
    source = project(tmp_path, deck=words)
    with contextlib.suppress(KitError):
        imported(source, tmp_path)
    written = [(tmp_path / "data").exists(), (tmp_path / "data/mire/IMPORT.md").is_file()]
    assert written in ([False, False], [True, True])


def test_built_in_layouts_of_squib_are_supported(tmp_path: Path) -> None:
    """A file of the same name next to the script takes precedence."""
    words = "Squib::Deck.new(layout: 'economy.yml') do\n text str: 'Lamp', layout: 'title'\n"
    source = project(tmp_path, deck=words + " text str: 'a', layout: :credits\nend")
    boxes = read_project(source)[0].boxes
    assert boxes["title"] == {"x": "7.62mm", "y": "7.62mm", "width": "53.76mm", "height": "4.23mm"}
    assert boxes["credits"]["y"] == "86.78mm"
    (source / "economy.yml").write_text("title: {x: 300, y: 30, width: 60, height: 30}\n")
    assert read_project(source)[0].boxes["title"]["x"] == "25.4mm"


def test_a_table_read_by_ruby_becomes_the_table_of_the_deck(tmp_path: Path) -> None:
    words = """\
data = CSV.read('data/cards.csv', headers: true, converters: :numeric)
Squib::Deck.new(cards: data['Name'].size) do
  text str: data['Name']
  svg file: data['Art'].map { |art| art == 'lamp.svg' ? art : GameIcons.get(art).file }
end
"""
    (deck,) = (design := read_project(project(tmp_path, deck=words))[0]).decks
    assert (deck.cards, deck.copies, deck.columns["Kind"]) == (
        3,
        "Qty",
        ["Spell", "Thing", "Spell"],
    )
    assert [element.cards for element in deck.front] == [None, (False, True, False)]
    assert [note.message for note in design.notes] == [
        "svg: file is `GameIcons.get(art)`, whose value is not known; download each icon from "
        "game-icons.net (most icons CC BY 3.0: credit who drew them), put it beside the script, "
        "write its file in place of the call under file:, and import the script again"
    ]


def test_long_names_and_lists_are_parsed_in_linear_time(tmp_path: Path) -> None:
    """Each of these would take minutes if every part of it were compared with every other."""
    grown = "(0..39999).to_a.uniq.reject { |n| n % 2 == 0 }.size"
    assert Project(tmp_path).ruby.value(parse(grown.encode())) == 20_000
    words = f"Squib::Deck.new {{ rect\n save_png prefix: '{'_-' * 40_000}x' }}"
    (deck,) = read_project(project(tmp_path, deck=words))[0].decks
    assert deck.name == "deck"


def test_a_folder_without_decks_is_reported(tmp_path: Path) -> None:
    with pytest.raises(KitError, match="has no script that makes a deck"):
        read_project(project(tmp_path, other="puts 1"))
    with pytest.raises(KitError, match="there is no such folder"):
        read_project(tmp_path / "nowhere")


def test_a_script_of_a_subfolder_finds_the_files_of_its_project(tmp_path: Path) -> None:
    source = project(tmp_path, **{"lib/deck": DECK.replace("lib/words", "words")})
    (deck,) = read_project(source / "lib/deck.rb")[0].decks
    assert deck.cards == 3
    assert deck.columns["Name"] == ["Bog Witch", "Lamp", "Mire"]


def test_characters_without_a_font_are_reported(tmp_path: Path) -> None:
    words = "Squib::Deck.new { text str: 'Hit ⚡ 💣', x: 100, y: 100 }\n"
    imported(project(tmp_path, deck=words), tmp_path)
    assert ">Hit ? ?</text>" in (tmp_path / "templates/mire/deck.xml").read_text()
    page = (tmp_path / "data/mire/IMPORT.md").read_text()
    assert "- A ? replaces each of ⚡ 💣, which no font here has" in page


def test_drawings_are_imported_as_far_as_printable(tmp_path: Path) -> None:
    source = project(tmp_path)
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">'
    (source / "img/lamp.svg").write_text(
        f'{head}<style>.a{{fill:#00000;filter:url(#f)}}</style><text>Lamp</text><path class="a" '
        'style="stroke:red;marker-end:url(#m)" stroke-dashoffset="3" d="M2 2h9v9z"/></svg>'
    )
    roots = imported(source, tmp_path).roots
    drawn = import_svg(tmp_path / "data/mire/art/lamp.svg").items
    assert [(item.fill, item.stroke) for item in drawn if isinstance(item, Path_)] == [
        ("#000000", Stroke("#ff0000", 1))
    ]
    page = (tmp_path / "data/mire/IMPORT.md").read_text()
    assert "the picture lamp.svg is drawn without what cannot be printed (<text> cannot be" in page
    assert load_kit(roots.find("mire"))
    (source / "img/lamp.svg").write_text(f"{head}<text>Lamp</text></svg>")
    (tmp_path / "other").mkdir()
    imported(source, tmp_path / "other")
    page = (tmp_path / "other/data/mire/IMPORT.md").read_text()
    assert "the picture lamp.svg cannot be read (draws nothing); a grey one takes its place" in page


@pytest.mark.parametrize(
    ("lock", "sizes", "point"),
    [
        ("", "font: 'Sans 30'", 0.32),
        ("", "font: 'Sans 9'", 1),
        ("", "", 1),
        ("", "font_size: 40, a: 1\n  text font: \"Sans bold 8\"\n  text font: 'A, B 36'", 0.32),
        ("    squib (0.9.1)\n", "font: 'Sans 9'", 0.32),
        ("    squib (0.14.0)\n", "font: 'Sans 30'", 1),
        ("    squib (1.0)\n", "font: 'Sans 30'", 1),
    ],
)
def test_type_has_the_printed_size_of_its_squib_version(
    tmp_path: Path, lock: str, sizes: str, point: float
) -> None:
    (tmp_path / "Gemfile.lock").write_text(lock)
    script = tmp_path / "deck.rb"
    script.write_text(f"text str: 'a', {sizes}\n")
    assert point_scale(tmp_path, [script], 300) == point


def test_the_default_type_size_is_12_points_in_every_squib_version(tmp_path: Path) -> None:
    words = "Squib::Deck.new { text str: 'A'; %s}\n" % (
        "text str: 'B', font: 'Sans 40', y: 300;" * 4
    )
    imported(project(tmp_path, deck=words), tmp_path)
    front = (tmp_path / "templates/mire/deck.xml").read_text()
    assert 'size="12..' in front
    assert 'size="12.8..' in front
    note = "sizes of type are those of Squib before 0.14: 36 is 11.5 points"
    assert note in (tmp_path / "data/mire/IMPORT.md").read_text()


def test_nested_unclosed_literals_end_the_parsing() -> None:
    with pytest.raises(TooManySteps):
        parse(b"%(" * 20_000)
    assert parse(b"x = %w(a b c)\n" * 20_000).named_child_count == 20_000
