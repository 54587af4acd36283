"""Kept tables: the games in progress and the keys of their seats, in files, to go on after a restart.

The files hold hidden hands and the keys of seats, so no other user of the computer may read them.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Protocol

from pydantic import BaseModel, ConfigDict, Field

from generator.base.atomic_output import make_private, write_whole
from generator.base.errors import KitError
from generator.base.text_files import read_bytes
from generator.studio.play.free_layout import SEATS
from generator.studio.worker import Urgency, Worker


class KeptTable(BaseModel):
    """What is kept of a table."""

    model_config = ConfigDict(extra="forbid", strict=True)

    keys: dict[str, int] = Field(min_length=SEATS, max_length=SEATS)
    """The seat that each key opens."""
    game: str
    """The content of the file that *Save* writes."""
    seats: list[str] = []
    """Who plays each seat; none at a free table."""
    away: list[int] = []
    """The seats whose players have screens of their own."""


class Keeping(Protocol):
    """A table that is kept."""

    worker: Worker
    file: Path | None
    """Where it is kept; None for nowhere."""
    kept: object
    """The version that the file holds."""

    @property
    def version(self) -> object: ...

    def to_keep(self) -> KeptTable: ...


def kept_table(file: Path | None) -> KeptTable | None:
    """The table that was kept in a file; None if there is none, or none that can be read."""
    with suppress(KitError, ValueError):
        if file and file.is_file():
            make_private(file)  # an earlier version left it open to all
            kept = KeptTable.model_validate_json(read_bytes(file, file.name))
            if sorted(kept.keys.values()) == [*range(SEATS)]:
                return kept
    return None


async def keep(table: Keeping) -> None:
    """Write what has changed at a table since it was kept last."""
    if table.file and table.kept != table.version:
        await table.worker.run(Urgency.CHECK, lambda: _write(table))  # where its bots move


def _write(table: Keeping) -> None:
    assert table.file
    table.kept = table.version
    with suppress(KitError):  # a full disk must not end the game
        make_private(table.file)
        write_whole(table.file, table.to_keep().model_dump_json().encode(), private=True)
