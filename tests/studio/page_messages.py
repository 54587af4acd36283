"""The texts of the studio's pages that a catalogue can translate, read from their source."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from generator.kit.words import Message
from generator.publish.request import TITLES
from generator.studio.pages.frame import OFFLINE
from generator.studio.pages.play.free_view import COUNTER, GRIDS
from generator.studio.pages.play.play_view import GUEST_OFFLINE, PACES, STRENGTHS
from generator.studio.pages.print_view import BACKS
from generator.studio.pages.routes import VIEWS
from generator.studio.play.match import PERSON
from tests.readme_steps import ROOT

STEP = re.compile(r'progress\("([a-z ]+)"')
"""The name of a step that a build reports."""
JOB_STEPS = (
    *("draw", "look at page"),
    *("draw the pieces", "set the rules", "play the game", "print on A4", "print on Letter"),
)
"""The names of the steps of a proof, an export, and an export to the web."""
STUDIO = ROOT / "generator/studio"
BRANDS = tuple(title for title in TITLES.values() if title[0].isupper())
"""Names of shops and programs, the same in every language."""


def page_messages() -> set[Message]:
    """All texts of the pages on which people play and print."""
    marked = {each for path in STUDIO.rglob("*.py") for each in marked_in(path)}
    tables = (PACES, GRIDS, BACKS, TITLES)
    listed = [text for table in tables for text in table.values() if text not in BRANDS]
    views = (Message(title, context="view") for title in VIEWS.values())
    players = (Message(name, context="player") for name in (PERSON, "easy", "medium", "hard"))
    steps = STEP.findall((ROOT / "generator/pipeline/build.py").read_text())
    texts = (*listed, *steps, *JOB_STEPS, COUNTER, OFFLINE, GUEST_OFFLINE, STRENGTHS)
    return {*marked, *map(Message, texts), *views, *players}


def marked_in(path: Path) -> Iterator[Message]:
    """The texts in a file that are given to a translator: `_`, `words.text` and `words.count`."""
    for call in ast.walk(ast.parse(path.read_text())):
        match call:
            case ast.Call(ast.Name("_"), [text, *others]):
                kind = "text"
            case ast.Call(ast.Attribute(owner, kind), [text, *others]) if _translates(owner):
                pass
            case ast.Call(ast.Name("count" as kind), [text, *others]):
                pass
            case _:
                continue
        match (kind, text, *others):
            case ("count", ast.Constant(str(one)), ast.Constant(str(many)), *_):
                yield Message(one, many)
            case ("text", ast.Constant(str(one)), ast.Constant(str(context))):
                yield Message(one, context=context)
            case ("text", ast.Constant(str(one))):
                yield Message(one)
            case ("text", ast.IfExp(_, ast.Constant(str(one)), ast.Constant(str(other)))):
                yield from (Message(one), Message(other))


def _translates(owner: ast.expr) -> bool:
    return ast.unparse(owner).rpartition(".")[2] in ("words", "_words")
