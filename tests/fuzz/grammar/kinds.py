"""Kinds of cases: for each, the file of the ground that is replaced, and the commands to run then."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from hypothesis import strategies as st

from tests.fuzz.case import Case, Content
from tests.fuzz.grammar.binary import any_bytes, fonts, jpegs, pngs
from tests.fuzz.grammar.catalogues import catalogues
from tests.fuzz.grammar.markup import expressions, templates
from tests.fuzz.grammar.stores import stores
from tests.fuzz.grammar.svg import drawings
from tests.fuzz.grammar.tables import csv_tables, sheets_of_text, workbooks
from tests.fuzz.grammar.trees import json_files, texts, yaml_files
from tests.fuzz.ground import CATALOGUE, COMMANDS, FONT, KIT, SAVED, SHEET, STORE, Ground

Files = st.SearchStrategy[Mapping[str, Content]]
Run = Sequence[str]

TEMPLATES = "templates/tidewrack"
GAME = f"{KIT}/game.yaml"


_BADGE = "<drawing width='9' height='9'><text>{{{{ {} }}}}</text></drawing>"


def _file(name: str, content: st.SearchStrategy[bytes]) -> Files:
    return content.map(lambda text: {name: text})


def _yaml(ground: Ground, *names: str) -> Files:
    return st.sampled_from(names).flatmap(lambda name: _file(name, yaml_files(ground.text(name))))


def _templates(ground: Ground) -> Files:
    names = [
        f"{TEMPLATES}/{name}.xml"
        for name in ("find", "find-back", "shore", "counter", "frame", "badge")
    ]
    names.append(f"{TEMPLATES}/rulebook.md.j2")
    files = st.sampled_from(names).flatmap(lambda name: _file(name, templates(ground.text(name))))
    odd = st.sampled_from(names).flatmap(
        lambda name: _file(name, texts(ground.text(name), ground.text(names[0])))
    )
    return st.one_of(files, files, files, odd)


def _expressions(ground: Ground) -> Files:
    def into(text: str, where: str) -> dict[str, Content]:
        quoted = "'" + text.replace("'", "''") + "'"
        check = f"\n  T-x:\n    about: finds\n    {where}: {quoted}\n    expect: 1\n"
        return {GAME: (ground.text(GAME).rstrip() + check).encode()}

    def turns(text: str, where: str) -> dict[str, Content]:
        quoted = "'" + text.replace("'", "''") + "'"
        name = f"{KIT}/turns.yaml"
        return {name: ground.text(name).replace(where, quoted, 1).encode()}

    places = (
        "bag | length > 0",
        "tide == 9",
        "\"bag | sum(attribute='worth')\"",
        "now.tide",
        "now.loses and bag",
    )
    return st.one_of(
        st.builds(into, expressions, st.sampled_from(("find", "each", "sum", "when", "every"))),
        st.builds(turns, expressions, st.sampled_from(places)),
        expressions.map(lambda text: {f"{TEMPLATES}/badge.xml": _BADGE.format(text).encode()}),
    )


def _pictures(ground: Ground) -> Files:
    oar, glass = f"{KIT}/art/oar.jpg", f"{KIT}/art/glass.png"
    return st.one_of(
        _file(glass, pngs()), _file(glass, any_bytes(ground.read(glass))),
        _file(oar, jpegs(ground.read(oar))), _file(oar, pngs()),
    )  # fmt: skip


def _decks(ground: Ground) -> Files:
    return st.one_of(
        _file(f"{KIT}/finds.csv", csv_tables(ground.text(f"{KIT}/finds.csv"))),
        _yaml(ground, f"{KIT}/weather.yaml", f"{KIT}/shore.yaml"),
    )


def _spreadsheets(ground: Ground) -> Files:
    game = ground.text(GAME).replace("counters.xlsx", "counters.ods").encode()
    return st.one_of(
        _file(SHEET, workbooks(ground.read(SHEET))),
        sheets_of_text().map(lambda sheet: {GAME: game, f"{KIT}/counters.ods": sheet}),
    )


def _kits(ground: Ground) -> Files:
    """The manifest and any other file together, and files that no kit should have."""
    plain = [name for name in ground.files() if name.endswith((".yaml", ".xml", ".csv", ".j2"))]
    plain = [name for name in plain if "/mygame/" not in name]
    odd = st.sampled_from(plain).flatmap(
        lambda name: _file(name, texts(ground.text(name), ground.text(GAME)))
    )
    special: st.SearchStrategy[Content] = st.sampled_from((
        {"link": "/dev/zero"}, {"link": "../../../outside/private"}, {"link": "../../../outside"},
        {"link": "loop"}, {"pipe": True}, {"hole": 2**42}, {"link": "finds.csv"},
        b"", b"\xff\xfe", b"\0" * 99,
    ))  # fmt: skip
    names = (
        "loop",
        "junk",
        ".schema",
        "languages/de.po",
        "icons/new.svg",
        "finds.csv",
        "rules.yaml",
        "art/oar.jpg",
    )
    placed = st.builds(lambda name, what: {f"{KIT}/{name}": what}, st.sampled_from(names), special)
    game = _yaml(ground, GAME)
    both = st.builds(lambda one, other: {**one, **other}, game, st.one_of(odd, placed))
    return st.one_of(game, game, odd, placed, both)


KINDS: Mapping[str, tuple[Callable[[Ground], Files], Sequence[Run]]] = {
    "kits": (
        _kits,
        [["check"], ["build"], ["words"], ["schema"], ["simulate"], ["build", "export"]],
    ),
    "templates": (_templates, [["build"], ["check"], ["words"], ["french"]]),
    "expressions": (_expressions, [["check"], ["simulate"], ["play"]]),
    "svg": (lambda ground: _file(f"{KIT}/icons/wave.svg", drawings()), [["build"], ["check"]]),
    "fonts": (lambda ground: _file(FONT, fonts(ground.read(FONT))), [["build"], ["check"]]),
    "pictures": (_pictures, [["build"], ["export"]]),
    "spreadsheets": (_spreadsheets, [["check"], ["build"]]),
    "catalogues": (
        lambda ground: _file(CATALOGUE, catalogues(ground.text(CATALOGUE))),
        [["words"], ["french"], ["check-french"]],
    ),
    "stores": (
        lambda ground: _file(STORE, stores(ground.read(STORE))),
        [["report"], ["more-games", "report"]],
    ),
    "saves": (
        lambda ground: _file(SAVED, json_files(ground.text(SAVED))),
        [["replay"], ["continue"]],
    ),
    "manifests": (
        lambda ground: _file(
            "built/tidewrack/manifest.json",
            json_files(ground.text("built/tidewrack/manifest.json")),
        ),
        [["proof"], ["since"], ["diff"]],
    ),
    "decks": (_decks, [["check"], ["simulate"], ["play"]]),
    "turns": (
        lambda ground: _yaml(ground, f"{KIT}/turns.yaml", f"{KIT}/rules.yaml"),
        [["simulate"], ["play"], ["check"]],
    ),
    "examples": (
        lambda ground: _yaml(ground, f"{KIT}/examples/turns.yaml"),
        [["example"], ["check"]],
    ),
}
"""Name of each kind -> its files, and lists of commands, one of which is run."""


def cases(kind: str, ground: Ground) -> st.SearchStrategy[Case]:
    """The cases of a kind."""
    files, runs = KINDS[kind]
    return st.builds(
        Case,
        st.just(kind),
        files(ground),
        st.sampled_from([[COMMANDS[name] for name in names] for names in runs]),
    )
