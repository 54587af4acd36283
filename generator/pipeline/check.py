"""Checks of a kit, in the order they are run: its data, then `CHECKS`, a table of functions.

A check function takes the `CheckContext` of the kit and returns what has been shown, in one
sentence; "" if the check does not apply to the kit, or is reported with another one.  It raises
KitError or CheckFailed with all faults found.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property, partial
from typing import TYPE_CHECKING, TypeAlias

from generator.base.errors import CheckFailed, Fault, KitError
from generator.base.side_by_side import can_share, side_by_side
from generator.engine.registry import game_class, has_rules, is_written, package_of
from generator.i18n import in_language
from generator.i18n.pseudo import PSEUDO
from generator.kit.checks.registry import PythonCheck, registered
from generator.kit.checks.run import run_checks, run_possible_checks
from generator.kit.load import Kit, load_kit, load_manual
from generator.kit.locate import BUILT_IN, KitFolders, KitSearchPath
from generator.kit.tables.load import DanglingReferences
from generator.press.cache.build_cache import cached_check
from generator.press.library import papers
from generator.press.manifest import CheckEntry
from generator.press.pieces.faces import FaceSet
from generator.press.pieces.piece import Part
from generator.press.pieces.warnings import check_resolution, loose_marks
from generator.press.request import Ink
from generator.press.templates.style import examples_shown, style_of

if TYPE_CHECKING:
    from generator.engine.of_kit import ExampleRuns
    from generator.press.rulebook.compose import Book


class CheckContext:
    """A kit as the checks see it: in one ink, and in one language if it is not the kit's own."""

    def __init__(self, kit: Kit, ink: Ink, language: str) -> None:
        self.original, self.ink, self.language = kit, ink, language
        self.paper = papers(kit.folders.shared)["a4"]

    @cached_property
    def kit(self) -> Kit:
        """The kit in that language.  Raises as `in_language` does."""
        return in_language(self.original, self.language)

    @cached_property
    def rule_faults(self) -> list[Fault]:
        """Faults in which the kit's rules, examples and printed data contradict each other."""
        from generator.engine.of_kit import rule_faults  # slow to import

        return rule_faults(self.original, self.runs)

    @cached_property
    def faces(self) -> FaceSet:
        runs = self.runs if self.kit is self.original else None
        examples = partial(examples_shown, runs=runs)
        return FaceSet(
            self.kit, style_of(self.kit, ink=self.ink, paper=self.paper, examples=examples)
        )

    @cached_property
    def runs(self) -> ExampleRuns:
        """The examples, each played once for all checks."""
        from generator.engine.of_kit import ExampleRuns  # slow to import

        return ExampleRuns(self.original)

    @cached_property
    def all_parts(self) -> tuple[Part, ...]:
        """All parts, with the pieces that only generated maps use."""
        return self.faces.parts(with_map_pieces=True)

    @cached_property
    def book(self) -> Book | None:
        """The rulebook, if the kit has one; its quick-start sheet is composed as well."""
        from generator.press.rulebook.of_kit import compose_book, rulebook_context  # slow to import

        book = self.kit.file.rulebook
        if not book:
            return None
        parts = self.faces.parts()
        if book.quick_start:
            sheet = rulebook_context(self.faces, parts, self.paper, quick_start=True)
            compose_book(self.faces, sheet)
        return compose_book(self.faces, rulebook_context(self.faces, parts, self.paper))


def check(
    name: str, search_path: KitSearchPath = BUILT_IN, ink: Ink = "full", language: str = ""
) -> tuple[CheckEntry, ...]:
    """Run every check of a kit: its data, its rules, all its faces in one ink, its rulebook.

    In another `language` the catalogue is checked too, and everything is drawn and set in its
    words; in the pseudo-language (`PSEUDO`) the checks show whether everything can be translated.
    Raises KitError or CheckFailed with the faults of the first check that found some.
    """
    return check_kit(CheckContext(_load(search_path.find(name)), ink, language))


def check_kit(context: CheckContext) -> tuple[CheckEntry, ...]:
    """`check` a loaded kit."""
    passed = list(check_data(context.original))
    if can_share():
        with suppress(Exception):  # reported by the check that it hinders
            context.all_parts  # noqa: B018  # what most checks look at
    descriptions = side_by_side([partial(run, context) for run in CHECKS.values()])
    for slug, description in zip(CHECKS, descriptions, strict=True):
        if description:
            passed.append(CheckEntry(slug, description, True))
    return tuple(passed)


def _load(folders: KitFolders) -> Kit:
    """Load the kit; if only dangling references prevent it, report what its checks find as well."""
    try:
        return load_kit(folders)
    except DanglingReferences as error:
        kit = Kit(folders, load_manual(folders), error.tables)
        data_faults: tuple[Fault, ...] = ()
        with suppress(KitError):  # a missing row may keep pieces from being counted
            data_faults = run_possible_checks(kit.file, kit.tables, written_checks(kit))[0].faults
        raise KitError([*error.faults, *data_faults]) from None


def written_checks(kit: Kit) -> tuple[PythonCheck, ...]:
    """The checks that the kit's game has in Python."""
    if not is_written(kit.folders):
        return ()
    # the checks of a game are registered when its modules are loaded
    return registered(package_of(game_class(kit.name, kit.folders.games)))


def check_data(kit: Kit) -> tuple[CheckEntry, ...]:
    """Run the checks that a kit's data state and those that its game has in Python.

    Raises CheckFailed with the faults of all checks, KitError for a check that cannot be evaluated.
    """
    return tuple(CheckEntry(slug, description, True) for slug, description in _data_checks(kit))


@cached_check("checks")
def _data_checks(kit: Kit) -> list[tuple[str, str]]:
    """The checks that a kit passes: their slugs and what they demand."""
    report = run_checks(kit.file, kit.tables, written_checks(kit))
    if not report.passed:
        raise CheckFailed(report.faults)
    return [(each.slug, each.description) for each in report.results]


def _check_rules(context: CheckContext) -> str:
    if not has_rules(context.original.folders):
        return ""
    if context.rule_faults:
        raise CheckFailed(context.rule_faults)
    return "the rules, the examples and the printed data agree, and no game gets stuck"


def _describe_language(context: CheckContext) -> str:
    return f"all text is translated ({context.kit.file.language})" if context.language else ""


def _check_faces(context: CheckContext) -> str:
    resolution = check_resolution(context.faces, context.all_parts)
    return "; ".join(
        filter(None, ("every face can be drawn", resolution, loose_marks(context.kit)))
    )


def _check_accessibility(context: CheckContext) -> str:
    from generator.press.accessibility.color_only import check_accessibility  # slow to import

    description = "all text is legible, and nothing depends on colour alone"
    if not check_accessibility(context.kit, context.faces, context.all_parts):
        description += "; too many pieces look alike to compare every pair"
    return description


def _check_rulebook(context: CheckContext) -> str:
    from generator.press.accessibility.legibility import book_legibility_faults  # slow to import

    if context.book is None:
        return ""
    if faults := book_legibility_faults(context.book.pages, context.book.players):
        raise CheckFailed(faults)
    return "the rulebook can be laid out, and states every rule"


def _check_translation(context: CheckContext) -> str:
    context.kit.words.check()
    return ""  # reported as "words"


def _check_translatable(context: CheckContext) -> str:
    if context.language != PSEUDO:
        return ""
    from generator.i18n.coverage import check_translatable  # slow to import

    check_translatable(context.kit, context.all_parts, context.book, context.ink)
    return "all text can be translated, and has room to grow"


Check: TypeAlias = Callable[[CheckContext], str]

CHECKS: Mapping[str, Check] = {
    "rules": _check_rules,
    "words": _describe_language,
    "faces": _check_faces,
    "eyes": _check_accessibility,
    "rulebook": _check_rulebook,
    "translated": _check_translation,
    "reach": _check_translatable,
}
