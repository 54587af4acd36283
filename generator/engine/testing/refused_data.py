"""Refused data: the faults of a kit whose tables an example changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generator.base.errors import Fault, KitError
from generator.engine.game import Game
from generator.engine.registry import package_of
from generator.kit.checks.registry import registered
from generator.kit.checks.run import run_what_can_be
from generator.kit.tables.changes import with_changes


def data_faults(game: Game[Any], changes: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield what the checks of the kit find in changed tables, then why no game can be made of them.

    Raises KitError for a change of something that is not there.
    """
    tables = with_changes(game.records.tables, changes)
    if game.kit_file is not None:
        python = registered(package_of(type(game)))
        report, broken = run_what_can_be(game.kit_file, tables, python)
        yield from (*report.faults, *broken)
    try:
        type(game)(game.records._replace(tables=tables))
    except KitError as error:
        yield from error.faults
