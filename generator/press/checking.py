"""Turns a kit into the results of its checks: those stated as data, and those of its game in Python."""

from __future__ import annotations

from generator.errors import CheckFailed
from generator.model.checks import CheckResult, run_checks
from generator.model.written import PythonCheck, registered
from generator.press.loading import Kit
from generator.press.playing import is_written
from generator.rules.discover import game_class, package_of


def check_kit(kit: Kit) -> tuple[CheckResult, ...]:
    """Run every check of a kit.

    Raises CheckFailed with the faults of all checks, KitError for a check that makes no sense.
    """
    written: tuple[PythonCheck, ...] = ()
    if is_written(
        kit.folders
    ):  # asking for its game loads its modules, which register their checks
        written = registered(package_of(game_class(kit.name, kit.folders.games)))
    report = run_checks(kit.file, kit.tables, written)
    if not report.passed:
        raise CheckFailed(report.faults)
    return report.results
