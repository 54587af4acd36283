"""Shipped games and kits, loaded and drawn once for each test process, because that takes a while."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from generator.base.errors import Fault
from generator.engine.game import Game
from generator.engine.of_kit import ExampleRuns, rule_faults
from generator.engine.registry import make_game
from generator.kit.load import Kit, load_kit
from generator.kit.locate import BUILT_IN
from generator.pipeline.check import CheckContext, check_kit
from generator.press.library import papers
from generator.press.manifest import CheckEntry
from generator.press.pieces.faces import FaceSet
from generator.press.request import Ink
from generator.press.templates.style import examples_shown, style_of


@cache
def shipped_game(name: str) -> Game[Any]:
    """The game of a shipped kit.  Playing a game never changes it."""
    kit = shipped_kit(name)
    return make_game(name, kit.file, kit.tables, kit.folders.data)


@cache
def shipped_kit(name: str) -> Kit:
    """A loaded shipped kit."""
    return load_kit(BUILT_IN.find(name))


@cache
def shipped_runs(name: str) -> ExampleRuns:
    """The examples of a shipped kit as played: once, for its rules and for its figures."""
    return ExampleRuns(shipped_kit(name))


@cache
def shipped_examples(name: str) -> Mapping[str, Any]:
    """The examples of a shipped kit and their runs; figures of a rulebook only read them."""
    return examples_shown(shipped_kit(name), shipped_runs(name))


@cache
def shipped_rule_faults(name: str) -> list[Fault]:
    """The faults of a shipped kit's rules and examples, with random games."""
    return rule_faults(shipped_kit(name), shipped_runs(name))


@cache
def shipped_checks(name: str) -> tuple[CheckEntry, ...]:
    """The results of all checks of a shipped kit.  Raises KitError if one fails."""
    context = CheckContext(shipped_kit(name), "full", "")
    context.faces = shipped_faces(name)  # those that it would draw itself
    context.rule_faults = shipped_rule_faults(name)
    return check_kit(context)


def face_set(
    kit: Kit,
    paper: str = "a4",
    ink: Ink = "full",
    examples: Callable[[Kit], Mapping[str, Any]] = examples_shown,
) -> FaceSet:
    """The faces of any kit."""
    sheet = papers(kit.folders.shared)[paper]
    return FaceSet(kit, style_of(kit, ink=ink, paper=sheet, examples=examples))


@cache
def shipped_faces(name: str, paper: str = "a4", ink: Ink = "full") -> FaceSet:
    """The faces of a shipped kit; each is drawn when it is first needed."""
    return face_set(shipped_kit(name), paper, ink, lambda kit: shipped_examples(kit.name))
