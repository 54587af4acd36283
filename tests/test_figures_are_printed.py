"""Law of printed figures: a number of the rules that a record states is printed from that record.

Each number in the table `figures` of a shipped kit is changed by one in a copy of the data.  Then the
rules and the manuscripts of the rulebook and the quick-start sheet are written out before and after.
A line that cites a rule with the figure and says its number must differ.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from generator.base.errors import KitError
from generator.engine.text.rule_texts import RULES, load_rules, with_figures
from generator.kit.load import Kit, load_kit
from generator.kit.locate import BUILT_IN
from generator.kit.tables.records import Table
from generator.kit.words import NUMBERS
from generator.press.rulebook.source_map import markdown_templates
from tests.shipped import face_set, shipped_examples, shipped_kit

KITS = [name for name in BUILT_IN.names() if "figures" in shipped_kit(name).tables]

NOT_IN_RULES: Mapping[str, Mapping[str, str]] = {
    "grudge": {"faces": "the die itself has six sides, and the tables have a row for each"}
}
"""Figures that no rule states, each with the reason."""

OTHER_NUMBERS: Mapping[str, Mapping[str, str]] = {
    "gruff": {"turn-order": "the steps of a turn"},
    "grizzled": {
        "term-round": "the steps of a round",
        "normal": "players",
        "tile-mix": "players",
        "speech-token-spent": "players",
        "chaplain-joins": "players",
    },
    "ggt": {
        "player-count": "players",
        "last-monster": "the number of a step",
        "hex-geometry": "the sides of a hex",
        "damage-difference": "the number of a step",
        "dismember-when": "the number of a step",
        "rip": "the number of a step",
    },
    "grudge": {
        "room-table": "results of the die, and pieces of rooms.yaml",
        "pig-placement": "results of the die, and ranks of the board",
        "starting-edge": "results of the die",
        "over-seven": "results of the die",
        "joker-stays-aside": "the Jokers of two decks",
        "displace-direction": "the directions of a square board",
        "pig-table": "results of the die",
        "troll-sweep": "results of the die",
    },
}
"""Rules that say the number of a figure and mean something else, each with what it counts."""

WORDS = {message.message: number for number, message in enumerate(NUMBERS)}
SMALL = (0, 1, 2)
"""Numbers that are too common in sentences to be searched for without a citation."""


class Figure(NamedTuple):
    """A number of the table `figures`, and how a line of its file states it."""

    kit: str
    id: str
    value: int
    pattern: str


def figures(name: str) -> Iterator[Figure]:
    found = shipped_kit(name).tables["figures"]
    if isinstance(found, Table):
        for row in found:
            pattern = rf"(?<=id: {row['id']}, number: ){row['number']}\b"
            yield Figure(name, row["id"], row["number"], pattern)
    else:
        for id, value in found.items():
            yield Figure(name, id, value, rf"(?m)(?<=^{id}: ){value}$")


FIGURES = [figure for name in KITS for figure in figures(name)]


def numbers(text: str) -> set[int]:
    """The numbers that a text says, in digits or in words."""
    words = re.findall(r"[a-z]+\d*|\d+", text.lower())
    return {int(each) for each in words if each.isdigit()} | {
        WORDS[each] for each in words if each in WORDS
    }


def rules(kit: Kit) -> dict[str, str]:
    """The rules as they are printed."""
    written = load_rules(kit.folders.data / RULES)
    return {slug: rule.text for slug, rule in with_figures(written, kit.tables).items()}


def lines(kit: Kit) -> list[str]:
    """The lines of the rulebook and the quick-start sheet before they are set."""
    book = kit.file.rulebook
    assert book is not None
    faces = face_set(kit, examples=lambda kit: shipped_examples(kit.name))
    sections: dict[str, list[dict[str, str]]] = {}
    written = load_rules(kit.folders.data / RULES)
    for slug, rule in with_figures(written, kit.tables).items():
        sections.setdefault(rule.section, []).append({"slug": slug, "text": rule.text})
    variables = {
        **faces.renderer.style.variables,
        "rules": [{"title": title, "rules": found} for title, found in sections.items()],
        "components": [],
        "options": kit.file.options,
        "large": False,
    }
    templates = markdown_templates(kit.folders.templates)
    names = [name for name in (book.template, book.quick_start) if name]
    found: list[str] = []
    for name in names:
        for line in templates.render(name, variables).splitlines():
            origins = re.findall(r"\ue000(.+?):\d+\ue001", line)
            if all(origin.endswith(name) for origin in origins):  # what an example told is played
                text = re.sub(r"\ue000.+?\ue001", "", line)
                found += re.split(r"(?<=\]\])\s", re.sub(r"^\W*\d\. ", "", text))
    return found


@cache
def printed(name: str) -> tuple[dict[str, str], list[str]]:
    """The rules and the lines of a shipped kit."""
    kit = shipped_kit(name)
    return rules(kit), lines(kit)


def changed(figure: Figure, folder: Path) -> Kit:
    """The kit of a figure with the figure one higher or, at the end of its range, lower."""
    kit = shipped_kit(figure.kit)
    data = folder / figure.kit
    file = data / "figures.yaml"
    text = (kit.folders.data / file.name).read_text("utf-8")
    for other in (figure.value + 1, figure.value - 1):  # the second if the first is out of range
        with suppress(KitError):
            file.write_text(re.sub(figure.pattern, str(other), text, count=1), "utf-8")
            found = load_kit(replace(kit.folders, data=data))
            assert found.tables["figures"] != kit.tables["figures"]
            return found
    raise AssertionError(f"neither {figure.value + 1} nor {figure.value - 1} is allowed")


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with copies of the kits' data, in which files that stay the same are parsed once."""
    folder = tmp_path_factory.mktemp("copies")
    for name in KITS:
        shutil.copytree(shipped_kit(name).folders.data, folder / name)
    return folder


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: f"{figure.kit}-{figure.id}")
def test_a_changed_figure_changes_every_sentence_that_says_it(figure: Figure, copies: Path) -> None:
    kit = changed(figure, copies)
    before, book = printed(figure.kit)
    after = rules(kit)
    stating = {slug for slug, text in before.items() if after[slug] != text}
    assert bool(stating) != (figure.id in NOT_IN_RULES.get(figure.kit, {}))

    stay = set(lines(kit))
    for line in book:
        cited = {slug for slugs in re.findall(r"\[\[(.+?)\]\]", line) for slug in slugs.split(", ")}
        said = re.sub(r"\[\[.+?\]\]", "", line)
        if cited & stating and abs(figure.value) in numbers(said):
            assert line not in stay, f"still says {figure.value}: {line}"


@pytest.mark.parametrize("name", KITS)
def test_no_rule_writes_out_the_number_of_a_figure(name: str) -> None:
    values = {abs(each.value) for each in figures(name)} - {*SMALL}
    found = {
        slug
        for slug, rule in load_rules(shipped_kit(name).folders.data / RULES).items()
        if numbers(re.sub(r"\{\{.*?\}\}", "", rule.text)) & values
    }
    assert found == {*OTHER_NUMBERS.get(name, {})}
