"""Tuning plan: the number of a kit to change, the values to try, and the games that try them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from generator.base.atomic_output import copy_folder, scratch, write_whole
from generator.base.errors import Fault, KitError
from generator.base.text_files import shown_name
from generator.engine.of_kit import game_of
from generator.engine.simulation.run import GameRecord, Plan, play_all
from generator.engine.simulation.workers import Workers
from generator.kit.edit.tables import TableFile, TableRow, find_cell
from generator.kit.load import load_manifest
from generator.kit.locate import KitFolders
from generator.kit.tables.field_types import IntegerField
from generator.lab.named_component import NamedComponent
from generator.lab.tune import Count, Target, Tuning, Value, steps, tune

MAX_STEPS = 6
"""Most steps up and down from a number whose values to try are not named."""


class TunedCell(NamedTuple):
    """The cell whose value is tuned."""

    table: TableFile
    row: TableRow
    field: str
    value: Value

    @classmethod
    def find(cls, folders: KitFolders, table: str, id: str, field: str) -> TunedCell:
        """The cell of a kit, with `id` "" in a table without rows.

        Raises KitError, which lists the alternatives.
        """
        file, row = find_cell(load_manifest(folders), folders.data, table, id, field)
        text = row.cells[field]
        value = file.fields[field].from_cell(text)
        return cls(file, row, field, value if isinstance(value, (int, float)) else text)

    @property
    def place(self) -> str:
        return f"{self.row.place}: {self.field}"

    def candidates(self, values: str = "") -> Iterable[Sequence[Value]]:
        """The named values ("2,3,5"), or the numbers around a whole one, nearest first.

        Raises KitError.
        """
        spec = self.table.fields[self.field]
        if values:
            tried = [spec.from_cell(word.strip()) for word in values.split(",")]
            return [[value if isinstance(value, (int, float)) else str(value)] for value in tried]
        if isinstance(spec, IntegerField) and isinstance(self.value, int):
            return steps(self.value, _whole(spec.low), _whole(spec.high), MAX_STEPS)
        hint = "name the values to try, such as 1.5,2,2.5"
        raise KitError(f"{self.field} is not a whole number", hint=hint, check="option-value")


@dataclass(frozen=True)
class TuningPlan:
    """A plan: what is changed, in which games, and what should come of it.

    Raises KitError for a component that the game does not count.
    """

    games: Plan
    """How each game is played."""
    number: int
    """Number of games with each value."""
    seed: int
    folders: KitFolders
    cell: TunedCell
    candidates: Iterable[Sequence[Value]]
    """The values to try, nearest first."""
    target: Target
    of: NamedComponent | None = None
    """The component whose seats' wins are counted; without it, those of `who`."""

    def __post_init__(self) -> None:
        if self.of:
            self.of.check(self.games.game)

    @property
    def who(self) -> str:
        """Whose wins are counted: "Red wins", "the players win"."""
        game = self.games.game
        if self.of:
            return f"seats win with {game.component_title(self.of.item)} ({self.of.usage})"
        return first_winner(self.games)

    def run(self, workers: Workers, watch: Callable[[Value, int], None]) -> Iterator[Tuning]:
        """Play, and yield the tuning after each value.

        `watch` is called with a value and the number of games finished with it since the last call.
        Raises KitError if no game can be played with the present value, or none shows any seat to
        count.
        """
        with scratch() as aside:

            def play(value: Value) -> Iterator[GameRecord]:
                watch(value, 0)
                edited = _with_value(self.folders, self.cell, value, aside)
                own_name = partial(_own_name, copy=edited.data, data=self.folders.data)
                try:
                    plan = replace(self.games, game=game_of(edited))
                except KitError as error:
                    raise KitError(
                        [_in_own_file(each, own_name) for each in error.faults]
                    ) from error
                seeds = range(self.seed, self.seed + self.number)

                def finished(_: int, records: Sequence[GameRecord]) -> None:
                    watch(value, len(records))

                for _, record in play_all([plan], [seeds], workers, finished):
                    yield replace(record, error=own_name(record.error))

            yield from tune(play, self._count, self.cell.value, self.candidates, self.target)

    @property
    def _count(self) -> Count:
        if not self.of:
            return lambda record: (record.worth[0], 1)
        usage, item = self.of

        def count(record: GameRecord) -> tuple[float, int]:
            seats = record.parts.get(usage, {}).get(item, ())
            return sum(record.worth[seat] for seat in seats), len(seats)

        return count


def first_winner(games: Plan) -> str:
    """Whose wins are counted if no component is named."""
    game = games.game
    if game.cooperative or games.players == 1:
        return "the players win"
    return f"{game.seat_names(games.players)[0]} wins"


def _whole(limit: float | None) -> int | None:
    return None if limit is None else int(limit)


def _with_value(folders: KitFolders, cell: TunedCell, value: Value, aside: Path) -> KitFolders:
    """The kit's folders with another value in a copy of its data.  Raises KitError."""
    copy = aside / folders.name
    if not copy.exists():
        copy_folder(folders.data, copy)
    content = cell.table.content
    if value != cell.value:
        content = cell.table.with_cell(cell.row.index, cell.field, str(value))
    write_whole(copy / cell.table.spec.file, content)
    return replace(folders, data=copy)


def _own_name(text: str, copy: Path, data: Path) -> str:
    """A text with the name of the user's folder in place of its copy's."""
    return text.replace(shown_name(copy), shown_name(data))


def _in_own_file(fault: Fault, own_name: Callable[[str], str]) -> Fault:
    place = fault.place and replace(fault.place, file=own_name(fault.place.file))
    return replace(fault, message=own_name(fault.message), place=place)
