"""Turns a kit into the results of its checks: those stated as data, and those of its game in Python."""

from __future__ import annotations

from generator.base.errors import CheckFailed
from generator.engine.of_kit import is_written
from generator.engine.registry import game_class, package_of
from generator.kit.checks.registry import PythonCheck, registered
from generator.kit.checks.run import CheckResult, run_checks
from generator.kit.load import Kit


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
