"""Turns a kit into the results of its checks: those stated as data, and those of its game in Python."""

from __future__ import annotations

import importlib
import importlib.util

from generator.errors import CheckFailed
from generator.model.checks import CheckResult, registered, run_checks
from generator.press.loading import Kit

GAMES = "generator.games"


def check_kit(kit: Kit) -> tuple[CheckResult, ...]:
    """Run every check of a kit.

    Raises CheckFailed with the faults of all checks, KitError for a check that makes no sense.
    """
    package = f"{GAMES}.{kit.name}"
    if kit.name.isidentifier() and importlib.util.find_spec(package):
        importlib.import_module(package)  # its modules register their checks
    report = run_checks(kit.file, kit.tables, registered(package))
    if not report.passed:
        raise CheckFailed(report.faults)
    return report.results
