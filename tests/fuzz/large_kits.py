"""Large kits: Tidewrack at about a megabyte, each large in one respect only."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Mapping

from PIL import Image

from tests.fuzz.case import Content
from tests.fuzz.ground import CATALOGUE, KIT, Ground

Files = Mapping[str, Content]
GAME, FINDS, TURNS, RULES = (
    f"{KIT}/{name}" for name in ("game.yaml", "finds.csv", "turns.yaml", "rules.yaml")
)
FIND, SHORE, BOOK, BOXES = (
    f"templates/tidewrack/{name}"
    for name in ("find.xml", "shore.xml", "rulebook.md.j2", "boxes.yaml")
)
_COLUMNS = "id,name,kind,worth,copies,text,picture"


def _numbered(text: str, count: int, between: str = "") -> str:
    """A text repeated so many times, with its number for each `@`."""
    return between.join(text.replace("@", str(number)) for number in range(count))


def _into(file: str, *changes: tuple[str, str]) -> Callable[[Ground], Files]:
    """A replacement of text in a file."""

    def made(ground: Ground) -> Files:
        text = ground.text(file)
        for old, new in changes:
            assert old in text, f"{old!r} stands nowhere in {file}"
            text = text.replace(old, new, 1)
        return {file: text.encode()}

    return made


def _after(file: str, mark: str, more: str) -> Callable[[Ground], Files]:
    return _into(file, (mark, mark + more))


def _end(file: str, more: str) -> Callable[[Ground], Files]:
    return lambda ground: {file: (ground.text(file).rstrip("\n") + "\n" + more).encode()}


def _file(file: str, text: str) -> Callable[[Ground], Files]:
    return lambda ground: {file: text.encode()}


def _all(*parts: Callable[[Ground], Files]) -> Callable[[Ground], Files]:
    return lambda ground: {name: file for part in parts for name, file in part(ground).items()}


def _card(body: str) -> Callable[[Ground], Files]:
    return _after(FIND, '<card size="poker" color="ink">', body)


def _board(body: str) -> Callable[[Ground], Files]:
    return _after(SHORE, 'color="ink">', body)


def _book(text: str) -> Callable[[Ground], Files]:
    return lambda ground: {BOOK: f"{ground.text(BOOK)}\n\n{text}\n".encode()}


def _rows(rows: Iterable[str]) -> Callable[[Ground], Files]:
    """More finds, without the check of their number."""
    more = _after(FINDS, "\n", "".join(f"{row},,\n" for row in rows))
    return _all(
        more, _into(GAME, ("sum: finds.copies\n    expect: 16", "sum: finds.copies\n    from: 1"))
    )


def _table(name: str, fields: str, rows: str, file: str = "csv") -> Callable[[Ground], Files]:
    """Another table, of which nothing is printed."""
    stated = f"tables:\n  {name}:\n    file: {name}.{file}\n    fields:\n      id: {{type: id}}\n{fields}"
    return _all(_into(GAME, ("tables:\n", stated)), _file(f"{KIT}/{name}.{file}", rows))


def _game(turns: str, cards: int = 0, players: str = "[2, 4]") -> Callable[[Ground], Files]:
    """Another game: other turns, a deck with this many more cards, and no examples."""
    rows = (f"n{n},Card {n},shell,1,{min(9, cards - 9 * n)}" for n in range(-(-cards // 9)))
    more = _rows(list(rows))

    def seated(ground: Ground) -> Files:
        return {GAME: bytes(more(ground)[GAME]).replace(b"[2, 4]", players.encode())}  # type: ignore[arg-type]

    deck = "piles:\n  deck: {of: finds, copies: copies}\n  jetsam: {hidden: false}\n"
    end = "end: [{turns: 10000, rule: walk}]\n"
    return _all(
        more,
        seated,
        _file(TURNS, f"rule: walk\nwinner: all\n{deck}{end}{turns}\n"),
        _file(f"{KIT}/examples/turns.yaml", "kit: tidewrack\nexamples: []\n"),
        _file(BOOK, "# Tidewrack\n\nSome play. [[players]] They walk. [[walk]]\n"),
        _file(RULES, "".join(f"{slug}: {{section: A, text: They play.}}\n" for slug in _CITED)),
    )


def _picture(ground: Ground) -> Files:
    buffer = io.BytesIO()
    picture = Image.effect_noise((600, 600), 80).convert("RGB").resize((6000, 6000))
    picture.save(buffer, "JPEG", quality=4)
    return {f"{KIT}/art/oar.jpg": buffer.getvalue()}


def _flat_picture(ground: Ground) -> Files:
    buffer = io.BytesIO()
    Image.new("RGBA", (6000, 6000), (9, 90, 200, 128)).save(buffer, "PNG")
    return {f"{KIT}/art/glass.png": buffer.getvalue()}


def _languages(ground: Ground) -> Files:
    return {
        f"{KIT}/languages/{a}{b}.po": ground.read(CATALOGUE) for a in "abcdefgh" for b in "lmnop"
    }


def _columns(ground: Ground) -> Files:
    head, *rows = ground.text(FINDS).splitlines()
    wide = [f"{head},{_numbered('f@', 99, ',')}", *(row + "," * 99 for row in rows)]
    return {FINDS: "\n".join(wide).encode()}


def _templates(ground: Ground) -> Files:
    one = b"{{ row.name[:0] }}" * 60
    return {f"templates/tidewrack/t{number}.xml": one for number in range(900)}


_MANY_FIELDS = _numbered("      f@: {type: text, optional: true}\n", 99)
_SMALL = "{id: {type: id}, name: {type: text}, low: {type: integer}, high: {type: integer}"
_REST = "tide: {type: integer}, loses: {type: boolean}}"
_TABLE = f"  t@: {{file: weather.yaml, fields: {_SMALL}, {_REST}}}\n"
_PART = "  - {id: c@, title: C@, part: counters, front: badge.xml, with: {arg: {letter: a}}}\n"
_SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 99 99">{}</svg>'
_FIND = "range(1000) | map('string') | join | length"
_WORK = f'  T-n@: {{says: s, about: finds, find: "{_FIND}", expect: 2890}}\n'
_EXAMPLE = "  - {id: e@, title: t, says: s, rules: [walk], expect: {legal: [step]}}\n"

_CITED = ("players", "walk")
_COUNTERS = "counters:\n" + _numbered("  k@:\n", 100)
_COUNT = "{{ everyone.k1 | length }}"

LARGE: Mapping[str, Callable[[Ground], Files]] = {
    "small": lambda ground: {},
    "comment": _card("{#" + "long words " * 90_000 + "#}"),
    "text-that-does-not-fit": _board("<text size='12..4'>" + "sea shore " * 4_900 + "</text>"),
    "texts-that-fit": _board(("<text size='12..4'>" + "sea " * 900 + "</text>") * 200),
    "one-word": _board("<text size='12..4'>" + "w" * 49_000 + "</text>"),
    "accents": _board("<text size='4'>e" + "\u0301" * 24_000 + "</text>"),
    "bold-and-plain": _board("<text size='12..4'>" + "*a* _b_ " * 6_000 + "</text>"),
    "icons-in-text": _board("<text size='12..4'>" + ":wave: " * 7_000 + "</text>"),
    "elements": _board("<rect x='1mm' width='2mm' height='2mm' fill='sea'/>" * 18_000),
    "elements-of-cards": _card("<rect width='2mm' height='2mm'/>" * 1_900),
    "texts": _board("<text size='5' height='3mm'>a</text>" * 5_900),
    "groups": _board("<group x='1' clip='box'>" * 90 + "<rect/>" * 20_000 + "</group>" * 90),
    "rows": _board("<row>" * 80 + "<rect/>" * 9_000 + "</row>" * 80),
    "shadows": _board("<rect width='90%' height='90%' shadow='1mm 1mm 1mm ink'/>" * 900),
    "glows": _card("<rect width='90%' height='90%' glow='1mm ink'/>" * 900),
    "seen-through": _board("<rect opacity='50%' blend='multiply' fill='sea'/>" * 9_000),
    "seen-through-cards": _card("<rect opacity='50%' blend='multiply' fill='sea'/>" * 900),
    "gradients": _board("<rect fill='linear(0, sea, sand)'/>" * 9_000),
    "masks": _card("<rect fill='sea' mask='linear(0, sea, sand)'/>" * 900),
    "path": _board(
        "<path stroke='ink' d='M0 0 " + "a3 3 0 0 1 2 2 a3 3 0 0 1 -2 -2 " * 30_000 + "'/>"
    ),
    "polygon": _board("<polygon fill='sea' points='" + "1,2 30,4 " * 90_000 + "'/>"),
    "cells": _board(
        "<hexgrid cell='0.4mm'>" + _numbered("<cell at='@,0'/><cell at='@,1'/>", 390) + "</hexgrid>"
    ),
    "outputs": _card("{{ row.name }}" * 60_000),
    "shortest-outputs": _card("{{a}}" * 190_000),
    "loops": _card(
        "{% for a in range(90) %}{% for b in range(90) %}{{ a }}{% endfor %}{% endfor %}"
    ),
    "ifs": _card("{% if row.worth == 99 %}x{% endif %}" * 25_000),
    "sets": _card(_numbered("{% set v@ = @ %}", 40_000)),
    "macros": _card(_numbered("{% macro m@() %}{% endmacro %}", 25_000)),
    "imports": _card(_numbered("{% import 'badge.xml' as b@ %}", 25_000)),
    "nested-ifs": _card("{% if 1 %}" * 40_000 + "{% endif %}" * 40_000),
    "nested-elements": _board("<group>" * 40_000 + "</group>" * 40_000),
    "nested-brackets": _card("{{ " + "(" * 200_000 + "1" + ")" * 200_000 + " }}"),
    "sums": _card("{{ 1" + " + 1" * 200_000 + " }}"),
    "templates": _all(_card(_numbered("{% include 't@.xml' %}", 900)), _templates),
    "boxes": _end(BOXES, _numbered("b@: {extends: art, y: += 1mm}\n", 16_000)),
    "chained-boxes": _end(
        BOXES,
        "b0: {extends: art}\n"
        + "".join(f"b{n}: {{extends: b{n - 1}}}\n" for n in range(1, 24_000)),
    ),
    "cells-of-csv": _table(
        "more",
        _numbered("      f@: {type: integer}\n", 15),
        "id," + _numbered("f@", 15, ",") + "\n" + _numbered("r@" + ",1" * 15 + "\n", 1_000),
    ),
    "many-cells": _table(
        "more",
        _numbered("      f@: {type: integer}\n", 99),
        "id," + _numbered("f@", 99, ",") + "\n" + _numbered("r@" + ",1" * 99 + "\n", 4_500),
    ),
    "columns": _all(
        _into(
            GAME,
            ("optional: true}\n  counters:", "optional: true}\n" + _MANY_FIELDS + "  counters:"),
        ),
        _columns,
    ),
    "yaml-rows": _table(
        "more", "      name: {type: text}\n", _numbered("- {id: r@, name: Row @}\n", 19_000), "yaml"
    ),
    "references": _table(
        "more", "      to: {type: ref, to: more}\n", "id,to\n" + _numbered("r@,r0\n", 60_000)
    ),
    "tables": _into(GAME, ("tables:\n", "tables:\n" + _numbered(_TABLE, 990))),
    "long-names": _rows(f"n{n},{'Longname' * 6_000},shell,1,1" for n in range(20)),
    "cards": _rows(f"n{n},Card {n},shell,1,1" for n in range(500)),
    "title": _into(GAME, ("title: Tidewrack", "title: " + "Tidewrack" * 90_000)),
    "palette": _after(GAME, "palette:\n", _numbered("  p@: '#aabbcc'\n", 30_000)),
    "credits": _after(GAME, "credits:\n", _numbered("  - Somebody @\n", 50_000)),
    "components": _after(GAME, "components:\n", _numbered(_PART, 990)),
    "options": _end(GAME, "options:\n" + _numbered("  o@: {choices: [a, b], default: a}\n", 200)),
    "checks": _end(
        GAME, _numbered("  T-n@: {says: s, about: finds, sum: finds.copies, expect: 16}\n", 9_000)
    ),
    "heavy-checks": _end(GAME, _numbered(_WORK, 2_000)),
    "covers": _end(
        GAME,
        _numbered("  T-n@: {says: s, covers: weather, by: [low, high], die: [1, 9999]}\n", 9_000),
    ),
    "spaces": _file(
        f"{KIT}/shore.yaml",
        "name: Long\ncells:\n" + "".join(f"  {n % 4},{n // 4}: sea\n" for n in range(12)),
    ),
    "more-spaces": _file(
        f"{KIT}/shore.yaml", "name: Long\ncells:\n" + _numbered("  @,0: sea\n", 40_000)
    ),
    "rules": _end(RULES, _numbered("r@:\n  section: A turn\n  text: Do nothing.\n", 5_000)),
    "sections": _end(RULES, _numbered("r@:\n  section: Part @\n  text: Do nothing.\n", 5_000)),
    "paragraph": _book("Words of the rules, and more of them. " * 6_000),
    "paragraphs": _book("Words of the rules.\n\n" * 3_900),
    "long-paragraphs": _book(("Words of the rules, and more of them. " * 60 + "\n\n") * 98),
    "headings": _book(_numbered("\n## Part @\n\nwords\n", 1_900)),
    "links": _book(_numbered("[rule](#rule-walk)\n\n", 3_900)),
    "book-tables": _book(_numbered("\n| a | b |\n|---|---|\n| @ | x |\n", 1_900)),
    "book-table": _book("| a | b |\n|---|---|\n" + _numbered("| @ | x |\n", 9_000)),
    "wide-table": _book("|" + "a|" * 30_000 + "\n|" + "-|" * 30_000 + "\n|" + "b|" * 30_000),
    "lists": _book(_numbered("- item @\n", 18_000)),
    "nested-lists": _book("".join("  " * n + "- a\n" for n in range(400))),
    "quotes": _book(">" * 100_000 + " a\n"),
    "stars": _book("*a **b " * 30_000),
    "star-rows": _book("*" * 200_000 + "a"),
    "brackets": _book("[" * 100_000 + "](" * 50_000),
    "backticks": _book("".join("`" * n + " " for n in range(600))),
    "definitions": _book(_numbered("[a@]: http://x.org/@\n", 9_000)),
    "entities": _book("&amp;" * 40_000),
    "word-of-book": _book("w" * 200_000),
    "figures": _book("\n```figure\ntemplate: badge.xml\narg: {letter: a}\n```\n" * 990),
    "catalogue": _end(CATALOGUE, _numbered('\nmsgid "m@"\nmsgstr "n@"\n', 20_000)),
    "languages": _languages,
    "svg": _file(
        f"{KIT}/icons/wave.svg", _SVG.format('<path d="M1 1h9v9z" fill="#000"/>' * 19_900)
    ),
    "svg-path": _file(
        f"{KIT}/icons/wave.svg",
        _SVG.format(f'<path d="M9 9{"a3 3 0 0 1 2 2a3 3 0 0 1 -2 -2" * 30_000}"/>'),
    ),
    "svg-uses": _file(
        f"{KIT}/icons/wave.svg",
        _SVG.format('<path id="p" d="M1 1h9v9z"/>' + '<use href="#p"/>' * 19_900),
    ),
    "svg-nested": _file(
        f"{KIT}/icons/wave.svg",
        _SVG.format("<g>" * 90 + "<rect width='9' height='9'/>" * 19_000 + "</g>" * 90),
    ),
    "picture": _picture,
    "flat-picture": _flat_picture,
    "icon-files": lambda ground: {
        f"{KIT}/icons/i{n}.svg": ground.read(f"{KIT}/icons/wave.svg") for n in range(3_000)
    },
    "files": lambda ground: {f"{KIT}/notes/{n}.txt": b"a" for n in range(20_000)},
    "fonts": _after(GAME, "font-files: {", _numbered("F@: {regular: small.ttf}, ", 2_000)),
    "used-fonts": _into(
        GAME,
        ("font-files: {", "font-files: {" + _numbered("F@: {regular: small.ttf}, ", 990)),
        ("small: Small", "small: Small, " + _numbered("r@: F@", 990, ", ")),
    ),
    "examples": lambda ground: {
        f"{KIT}/examples/more.yaml": (
            "kit: tidewrack\nexamples:\n" + _numbered(_EXAMPLE, 1_000)
        ).encode()
    },
    "spaces-of-turns": _into(TURNS, ("[pier,", "[pier, " + _numbered("s@, ", 9_000))),
    "piles": _after(TURNS, "piles:\n", _numbered("  p@:\n", 5_000)),
    "steps": _after(TURNS, "turn:\n", "  - {gain: tide, by: 0, rule: walk}\n" * 900),
    "long-game": _game(
        "counters: {tide: {shared: true}}\nturn: [{repeat: 300, do: [{gain: tide, by: 1}]}]"
    ),
    "spoken-game": _game(
        "counters: {tide: {shared: true}}\n"
        "turn: [{repeat: 300, do: [{say: '{{ who }} waits {{ tide + 1 }}'}]}]"
    ),
    "counters": _game(f"{_COUNTERS}turn: [{{gain: k1, by: 1}}]", players="[100, 100]"),
    "everyones": _game(
        f"{_COUNTERS}turn: [{{repeat: 300, do: [{{say: '{_COUNT}'}}]}}]", players="[100, 100]"
    ),
    "told-of-everyone": _game(
        f"{_COUNTERS}turn: [{{draw: deck, into: jetsam, number: 5000, says: '{_COUNT}'}}]",
        4_800,
        players="[100, 100]",
    ),
    "hidden-cards": _game(
        "hands: {bag: }\nturn: [{choose: {one: {do: [{draw: deck, into: bag}]}, two: }}]", 4_800
    ),
    "seen-cards": _game(
        "hands: {bag: }\nturn: [{draw: deck, into: bag, number: 400}, {show: bag, who: all},\n"
        " {look: deck, number: 5000}, {choose: {one: , two: }}]",
        4_800,
        players="[100, 100]",
    ),
    "cards-on-table": _game(
        "rows: {market: {number: 90, from: deck, deal: 10}}\nturn: [{choose: {one: , two: }}]", 900
    ),
    "cards-to-pick": _game(
        "turn: [{draw: deck, into: jetsam, number: 5000}, {pick: jetsam, as: one}]", 4_800
    ),
    "choices": _game(
        "counters: {tide: }\nturn:\n  - choose:\n"
        + _numbered("      c@: {when: tide >= 0, do: [{gain: tide, by: '@ % 7'}]}\n", 900)
    ),
    "decisions": _game(
        "counters: {tide: }\nturn: [{choose: {"
        + _numbered("c@: {do: [{gain: tide, by: 1}]}, ", 20)
        + "}}]"
    ),
    "players": _into(GAME, ("players: [2, 4]", "players: [2, 999999999]")),
}
"""Name -> the files that are put into the ground."""
