"""Checks of a kit, in the order they are run: its data, then `CHECKS`, a table of functions.

A check function takes the `CheckContext` of the kit and returns what has been shown, in one
sentence; "" if the check does not apply to the kit, or is reported with another one.  It raises
KitError or CheckFailed with all faults found.  The faults of all checks are reported together, but
those that follow from faults of the data: the checks that find them are left out (`KitError.left_out`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

from generator.base.errors import (
    CheckFailed,
    Fault,
    KitError,
    Place,
    counted,
    errors_at,
    outcome_of,
    some_of,
)
from generator.base.side_by_side import can_share, side_by_side
from generator.engine.registry import checks_of, class_of_kit, has_rules, is_written
from generator.i18n import in_language
from generator.i18n.pseudo import PSEUDO
from generator.kit.checks.registry import PythonCheck
from generator.kit.checks.run import CheckReport, run_checks, run_possible_checks
from generator.kit.load import Kit, load_manifest
from generator.kit.locate import BUILT_IN, KitFolders, KitSearchPath
from generator.kit.manifest.load import FaultyChecks, KitFile
from generator.kit.tables.load import DanglingReferences, load_tables
from generator.kit.tables.records import Table
from generator.press.cache.build_cache import cached_check
from generator.press.library import papers
from generator.press.pieces.faces import FaceSet
from generator.press.pieces.piece import Part
from generator.press.pieces.table import TEMPLATE as TABLE
from generator.press.pieces.table import draw_table
from generator.press.pieces.warnings import (
    check_resolution,
    different_cuts,
    loose_marks,
    marked_backs,
)
from generator.press.request import Ink
from generator.press.templates.style import possible_examples_shown, style_of

if TYPE_CHECKING:
    from generator.engine.of_kit import ExampleRuns
    from generator.press.manifest import CheckEntry
    from generator.press.rulebook.compose import Book


class CheckContext:
    """A kit as the checks see it: in one ink, and in one language if it is not the kit's own.

    With `faults` in its data nothing is played, since games would show them again.
    """

    def __init__(self, kit: Kit, ink: Ink, language: str) -> None:
        self.original, self.ink, self.language = kit, ink, language
        self.faults: Sequence[Fault] = ()
        self.paper = papers(kit.folders.shared)["a4"]

    @cached_property
    def kit(self) -> Kit:
        """The kit in that language.  Raises as `in_language` does."""
        return in_language(self.original, self.language, all_faults=True)

    @cached_property
    def rule_faults(self) -> list[Fault]:
        """Faults in which the kit's rules, examples and printed data contradict each other."""
        from generator.engine.of_kit import rule_faults  # slow to import

        return rule_faults(self.original, self.runs)

    @cached_property
    def faces(self) -> FaceSet:
        """The faces, in which a template that looks up a wrong example fails, but no other."""
        runs = self.runs if self.kit is self.original else None
        why = KitError(self.faults) if self.faults else None
        examples = partial(possible_examples_shown, runs=runs, why=why)
        return FaceSet(
            self.kit, style_of(self.kit, ink=self.ink, paper=self.paper, examples=examples)
        )

    @cached_property
    def runs(self) -> ExampleRuns:
        """The examples, each played once for all checks."""
        from generator.engine.of_kit import ExampleRuns  # slow to import

        return ExampleRuns(self.original)

    @cached_property
    def drawn(self) -> tuple[tuple[Part, ...], list[Fault]]:
        """All pieces that can be drawn, as parts, and the faults of the others."""
        return self.faces.possible_parts(with_map_pieces=True)

    def without_consequences(self, error: KitError) -> KitError:
        """An error without what `faults` bring about: themselves, and faults of their rows' pieces."""
        rows = [f"({place})" for place in _rows_at(self.original, self.faults)]
        known = {(fault.place, fault.message) for fault in self.faults}
        return type(error)(
            fault
            for fault in error.faults
            if (fault.place, fault.message) not in known
            and not any(row in fault.item for row in rows)
        )

    @property
    def all_parts(self) -> tuple[Part, ...]:
        """All parts that can be drawn, with the pieces that only generated maps use."""
        return self.drawn[0]

    @cached_property
    def book(self) -> Book | None:
        """The rulebook, if the kit has one; its quick-start sheet is composed as well."""
        from generator.press.rulebook.of_kit import compose_book, rulebook_context  # slow to import

        book = self.kit.file.rulebook
        if not book:
            return None
        parts, undrawn = self.faces.possible_parts()
        if undrawn and not parts:
            raise KitError(undrawn)  # reported with the faces; a list of pieces would miss them all

        def composed(quick_start: bool) -> Book:
            manuscript = rulebook_context(self.faces, parts, self.paper, quick_start=quick_start)
            return compose_book(self.faces, manuscript)

        sheet = outcome_of(composed, True) if book.quick_start else None
        whole = outcome_of(composed, False)
        if isinstance(sheet, KitError) or isinstance(whole, KitError):
            raise _together(_errors_in([sheet, whole]))
        return whole


def check(
    name: str, search_path: KitSearchPath = BUILT_IN, ink: Ink = "full", language: str = ""
) -> tuple[CheckEntry, ...]:
    """Run every check of a kit: its data, its rules, all its faces in one ink, its rulebook.

    In another `language` the catalogue is checked too, and everything is drawn and set in its
    words; in the pseudo-language (`PSEUDO`) the checks show whether everything can be translated.
    Raises KitError or CheckFailed with the faults of all checks.
    """
    kit, faults = _load(search_path.find(name))
    return check_kit(CheckContext(kit, ink, language), faults)


def check_kit(context: CheckContext, errors: Iterable[KitError] = ()) -> tuple[CheckEntry, ...]:
    """`check` a loaded kit; `errors` are those that did not prevent it from being loaded."""
    data = outcome_of(check_data, context.original)
    context.faults = data.faults if isinstance(data, KitError) else ()
    if can_share():
        with suppress(Exception):  # reported by the check that it hinders
            context.drawn  # noqa: B018  # what most checks look at
    outcomes = side_by_side([partial(outcome_of, run, context) for run in CHECKS.values()])
    found = [*errors, *_errors_in([data])]
    left_out = []
    for slug, outcome in zip(CHECKS, outcomes, strict=True):
        if isinstance(outcome, KitError):
            found.append(context.without_consequences(outcome))
            if len(found[-1].faults) < len(outcome.faults):
                left_out.append(slug)
    if found or isinstance(data, KitError):
        raise _together(found, _in_words(left_out))
    from generator.press.manifest import CheckEntry  # slow to import

    shown = [*data, *zip(CHECKS, map(str, outcomes), strict=True)]
    return tuple(CheckEntry(slug, description, True) for slug, description in shown if description)


def _together(errors: Sequence[KitError], left_out: str = "") -> KitError:
    """One error with the faults of all, each fault once."""
    distinct: dict[object, Fault] = {}
    for fault in chain.from_iterable(error.faults for error in errors):
        # one template line may fail for many pieces
        distinct.setdefault((fault.place, fault.message) if fault.place else fault, fault)
    refused = any(error.faults and not isinstance(error, CheckFailed) for error in errors)
    error = (KitError if refused else CheckFailed)(distinct.values())
    error.left_out = left_out
    return error


def _in_words(slugs: Sequence[str]) -> str:
    return f"{counted(len(slugs), 'check')} ({some_of(slugs, 60)})" if slugs else ""


def _without_data(folders: KitFolders, file: KitFile | None, *, dangling: bool) -> str:
    """The checks left out for faulty tables, in words; with `dangling` references those of the data run."""
    if file is None:
        return "every check"
    has = {"rules": has_rules(folders), "faces": True, "eyes": True, "rulebook": file.rulebook}
    slugs = [slug for slug in CHECKS if has.get(slug)]
    if not dangling:
        with suppress(KitError):
            slugs = [*(each.slug for each in written_checks(Kit(folders, file, {}))), *slugs]
        slugs = [*file.checks, *slugs]
    return _in_words(slugs)


def _independent(report: CheckReport, dangling: KitError) -> Iterator[Fault]:
    """The faults of the checks that have nothing to do with a dangling reference."""
    places = {fault.place for fault in dangling.faults}
    for result in report.results:
        if places.isdisjoint(fault.place for fault in result.faults):
            yield from result.faults


def _rows_at(kit: Kit, faults: Iterable[Fault]) -> Iterator[Place]:
    """The first lines of the rows in which the faults are."""
    rows = [row.place for table in kit.tables.values() if isinstance(table, Table) for row in table]
    for at in (fault.place for fault in faults):
        before = [row for row in rows if at and row.file == at.file and _line(row) <= _line(at)]
        yield from before[-1:]


def _line(place: Place) -> int:
    return place.line or 0


def _errors_in(outcomes: Iterable[object]) -> list[KitError]:
    return [each for each in outcomes if isinstance(each, KitError)]


def _load(folders: KitFolders) -> tuple[Kit, list[KitError]]:
    """Load a kit; return it without the checks that make no sense, with the errors of these.

    Raises KitError for data of which no kit can be made, with what is wrong in the other files.
    """
    errors: list[KitError] = []
    file: KitFile | None = None
    try:
        try:
            file = load_manifest(folders)
        except FaultyChecks as error:
            errors.append(error)
            file = error.kit
        return Kit(folders, file, load_tables(file.tables, folders.data)), errors
    except KitError as error:
        errors.append(error)
        if isinstance(error, DanglingReferences) and file:
            kit = Kit(folders, file, error.tables)
            with suppress(KitError):  # a missing row may keep pieces from being counted
                report, _ = run_possible_checks(kit.file, kit.tables, written_checks(kit))
                errors.append(CheckFailed(_independent(report, error)))
        from generator.engine.of_kit import text_errors  # slow to import

        left_out = _without_data(folders, file, dangling=isinstance(error, DanglingReferences))
        raise _together([*errors, *text_errors(folders)], left_out) from None


def written_checks(kit: Kit) -> tuple[PythonCheck, ...]:
    """The checks that the kit's game has in Python."""
    if not is_written(kit.folders):
        return ()
    return checks_of(class_of_kit(kit.name, kit.file, kit.folders.games))


@cached_check("checks")
def check_data(kit: Kit) -> list[tuple[str, str]]:
    """Run the checks that a kit's data state and those that its game has in Python.

    Returns their slugs and what they demand.  Raises CheckFailed with the faults of all checks,
    KitError for a check that cannot be evaluated.
    """
    report = run_checks(kit.file, kit.tables, written_checks(kit))
    if not report.passed:
        raise CheckFailed(report.faults)
    return [(each.slug, each.description) for each in report.results]


def _check_rules(context: CheckContext) -> str:
    if not has_rules(context.original.folders):
        return ""
    if context.faults:
        raise CheckFailed(context.faults)
    from generator.pipeline.board_grids import board_grid_faults  # slow to import

    if faults := [*context.rule_faults, *board_grid_faults(context.original)]:
        raise CheckFailed(faults)
    return "the rules, the examples and the printed data agree, and no game gets stuck"


def _describe_language(context: CheckContext) -> str:
    from generator.i18n.catalogue import check_catalogues, locale_of  # slow to import

    file = context.original.file
    with errors_at(file.place("language")):
        locale_of(file.language)
    check_catalogues(context.original.folders.data)
    return f"all text is translated ({context.kit.file.language})" if context.language else ""


def _check_faces(context: CheckContext) -> str:
    if context.drawn[1]:
        raise KitError(context.drawn[1])
    kit, parts = context.kit, context.all_parts
    if wrong := [*marked_backs(kit, parts), *different_cuts(kit, parts)]:
        raise CheckFailed(wrong)
    _draw_table(context)
    resolution = check_resolution(context.faces, context.all_parts)
    return "; ".join(
        filter(None, ("every face can be drawn", resolution, loose_marks(context.kit)))
    )


def _draw_table(context: CheckContext) -> None:
    """Draw the kit's own table at the start of a game, as it is seen by all and by a player.

    Raises KitError with the line of the template.
    """
    folders = context.original.folders
    own_table = (folders.templates[0] / TABLE).is_file() and has_rules(folders)
    if context.faults or not own_table:
        return
    try:
        game = context.runs.game
    except KitError:  # reported with the rules
        return
    state, _ = game.start()
    for seat in (None, 0):
        draw_table(context.faces.renderer, state.view(seat), game.people(state), seat)


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
