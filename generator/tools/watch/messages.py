"""Messages of watch mode: one line about each change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from generator.base.errors import counted
from generator.tools.watch.incremental import ChangeSet, Drawn

MAX_NAMES = 3


def files_line(names: Sequence[str]) -> str:
    """`cards.csv`, or `cards.csv and 2 more files`."""
    if len(names) <= 1:
        return "".join(names)
    return f"{names[0]} and {counted(len(names) - 1, 'more file')}"


def change_line(changes: ChangeSet, before: Drawn | None, now: Drawn, pages: Sequence[int]) -> str:
    """`card "Gull" changed: 1 face, page 3`."""
    if not changes:
        return "no piece looks different"
    labels = {**(before.labels if before else {}), **now.labels}
    parts = [
        *_pieces(changes.changed, labels, "changed"),
        *_pieces(changes.added, labels, "added"),
        *_pieces(changes.removed, labels, "removed"),
        *(
            [f"{labels[id]}: {counted(now, 'copy')}, not {old}" for id, old, now in changes.copies]
            if len(changes.copies) <= MAX_NAMES
            else [f"{counted(len(changes.copies), 'piece')} in different quantities"]
        ),
    ]
    where = [counted(len(changes.faces), "face")] if changes.faces else []
    where += [f"page{'s' * (len(pages) != 1)} {ranges(pages)}"] if pages else []
    return "; ".join(parts) + (f": {', '.join(where)}" if where else "")


def _pieces(ids: Sequence[str], labels: dict[str, str], how: str) -> Iterator[str]:
    if 0 < len(ids) <= MAX_NAMES:
        yield f"{', '.join(labels[id] for id in ids)} {how}"
    elif ids:
        kinds = {id.partition("/")[0] for id in ids}
        yield f"{len(ids)} pieces ({', '.join(sorted(kinds))}) {how}"


def ranges(numbers: Iterable[int]) -> str:
    """`1–3, 7` for 1, 2, 3, 7."""
    parts = []
    for _, run in groupby(enumerate(sorted(numbers)), lambda each: each[1] - each[0]):
        found = [number for _, number in run]
        parts.append(f"{found[0]}–{found[-1]}" if len(found) > 1 else str(found[0]))
    return ", ".join(parts)
