"""Watch loop: draws every saved change of a kit, and reports it in one line.

After a mistake the last good pictures are kept until it is corrected.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import groupby, islice
from pathlib import Path

from generator.base.errors import Fault, KitError, Place, counted
from generator.base.text_files import link_loop, shown_name
from generator.press.cache.store import Store
from generator.press.request import BuildRequest
from generator.press.scene.items import Scene
from generator.tools.watch.background_build import Background
from generator.tools.watch.file_changes import POLL_SHARE, Files
from generator.tools.watch.incremental import ChangeSet, Drawn, IncrementalBuild
from generator.tools.watch.preview import Preview

POLL_SECONDS = 0.02
"""Seconds between polls."""
SETTLE_SECONDS = 0.3
"""Seconds without a change before a fault is reported, since a file may be half written."""
IDLE_SECONDS = 1.0
"""Seconds without a change before the whole kit is built."""
FACES_AT_ONCE = 12
"""Most faces that are drawn before a change is reported; the others follow."""
PAGES_AT_ONCE = 4


@dataclass(frozen=True, slots=True)
class WatchEvent:
    """Watch event: a message about what happened, and all present faults."""

    kind: str
    """One of "begun", "changed", "fault", "built" and "checked"."""
    message: str
    faults: tuple[Fault, ...] = ()
    files: tuple[str, ...] = ()
    """Files written."""
    milliseconds: float | None = None
    at: str = field(default_factory=lambda: time.strftime("%H:%M:%S"))


Report = Callable[[WatchEvent], None]


class Watcher:
    """Watcher of one kit.

    Call `step` in a loop; each call does a short piece of work.
    """

    def __init__(
        self,
        request: BuildRequest,
        report: Report,
        store: Store,
        *,
        whole: bool = True,
        cache: bool = True,
    ) -> None:
        """With `whole`, the kit is built and checked whenever nothing has changed for a while.

        `cache` lets those builds use the artifacts of earlier ones.
        """
        self._request, self._report = request, report
        self._build = IncrementalBuild(request, store)
        self._preview = Preview(request.folder)
        self._background = Background(request, cache) if whole else None
        self._build_at: float | None = None
        self._faults: tuple[Fault, ...] = ()
        self._found_by_build = False
        """Whether the background build found the faults; then only it can clear them."""
        self._headline = ""
        self._changed_faces: tuple[Scene, ...] = ()
        self._unhandled: tuple[Path, ...] = ()
        """Changed files that have not yet been handled."""

    def begin(self) -> None:
        """Draw the kit for the first time.  Raises KitError if it does not exist."""
        folders = self._request.kit.folders()
        self._files = Files(folders, self._request.folder)
        self._preview.begin()
        self._handle_changes((), time.perf_counter())

    def step(self) -> bool:
        """Handle changed files, or draw a waiting picture; return whether there were any."""
        changed = (*self._unhandled, *self._files.changed())
        self._unhandled = ()
        if changed:
            self._handle_changes(tuple(dict.fromkeys(changed)), time.perf_counter())
            return True
        name = next(self._preview.pending(), None)
        if name is not None:
            self._draw_another(name)
            return True
        self._run_background_build()
        return False

    def end(self) -> None:
        """Stop the background build, and wait until it has ended."""
        if self._background:
            self._background.end()

    def pause(self) -> None:
        """Wait for the next poll."""
        time.sleep(max(POLL_SECONDS, self._files.poll_seconds / POLL_SHARE))

    def _handle_changes(self, changed: Sequence[Path], start: float) -> None:
        """Draw what a change affects, and report the change."""
        if self._background:
            self._background.stop()
        self._build_at = None
        before = self._build.drawn
        try:
            with read_errors_as_faults():
                changes = self._build.draw(changed)
                drawn = self._build.drawn
                assert drawn
                pages = drawn.pages(changes.sides)
                written = self._write(changes, pages)
            milliseconds = (time.perf_counter() - start) * 1000
        except KitError as error:
            self._unhandled = self._wait_for_changes()
            if self._unhandled:
                self._unhandled = (*changed, *self._unhandled)
            else:
                self._found_by_build = False
                self._report_faults(self._names(changed), error.faults)
            return
        faults = self._build.check()
        corrected = bool(self._faults) and not faults and not self._found_by_build
        if not self._found_by_build or faults:
            self._faults, self._found_by_build = faults, False
        if before is None:
            kind, message = "begun", self._greeting()
        else:
            kind, message = "changed", f"{self._names(changed)}: "
            message += f"{change_line(changes, before, drawn, pages)}, {milliseconds:.0f} ms"
        message += f"; {counted(len(faults), 'fault')}, so the kit is not built" if faults else ""
        message += "; all is well again" if corrected else ""
        self._send(WatchEvent(kind, message, faults, tuple(written), milliseconds))
        self._build_at = None if faults else time.perf_counter() + IDLE_SECONDS

    def _greeting(self) -> str:
        drawn = self._build.drawn
        assert drawn
        size = f"{counted(len(drawn.pieces), 'piece')} on {counted(len(drawn.sheets), 'page')}"
        return f"watching {self._request.kit.name}: {size}; preview: {self._preview.shown}"

    def _write(self, changes: ChangeSet, pages: Sequence[int]) -> list[str]:
        """Write the pictures of changed faces, then their pages; return the names of the files."""
        drawn = self._build.drawn
        assert drawn
        preview, faces = self._preview, set(changes.faces)
        self._changed_faces = changes.faces
        preview.show(drawn)
        preview.mark_unchanged(faces)
        if changes.moved:
            preview.remove_pages()
        pictures = (name for name in list(preview.pending()) if preview.shows_any(name, faces))
        written = []
        for name in islice(pictures, FACES_AT_ONCE):
            preview.draw(name)
            written.append(name)
        preview.remove_pages(pages[PAGES_AT_ONCE:])
        for number in pages[:PAGES_AT_ONCE]:
            written.append(preview.page(drawn, number))
        return written

    def _draw_another(self, name: str) -> None:
        """Draw a waiting picture."""
        try:
            with read_errors_as_faults():
                self._preview.draw(name)
        except KitError as error:
            self._preview.skip(name)
            self._report_faults(name, error.faults)
        if next(self._preview.pending(), None) is None:
            self._update_page()

    def _wait_for_changes(self) -> tuple[Path, ...]:
        """Wait before a fault is reported; return the files that change in the meantime."""
        until = time.perf_counter() + SETTLE_SECONDS
        while time.perf_counter() < until:
            time.sleep(POLL_SECONDS)
            if more := self._files.changed():
                return more
        return ()

    def _run_background_build(self) -> None:
        """Run the background build once no file has changed for a while, and report its steps."""
        if self._background is None:
            return
        if self._build_at is not None and time.perf_counter() >= self._build_at:
            self._build_at = None
            self._background.begin()
        done = self._background.finished()
        if done is None:
            return
        if done.faults:
            self._found_by_build = True
            self._report_faults(f"the whole kit ({done.title})", done.faults)
        elif done.title == "build":
            files = done.result.files if done.result else ()
            message = f"{files_line(files)}: built and proved"
            self._send(WatchEvent("built", message, files=files))
        else:
            message = "all is well again" if self._found_by_build else "all is well"
            self._faults, self._found_by_build = (), False
            self._send(WatchEvent("checked", f"every check passed: {message}"))

    def _report_faults(self, what: str, faults: Sequence[Fault]) -> None:
        self._faults = tuple(faults)
        kept = "; the last good version stays" if self._build.drawn else ""
        message = f"{what}: {counted(len(faults), 'fault')}{kept}"
        self._send(WatchEvent("fault", message, self._faults))

    def _send(self, event: WatchEvent) -> None:
        self._headline = f"{event.at}  {event.message}"
        self._report(event)
        self._update_page()

    def _update_page(self) -> None:
        drawn = self._build.drawn
        title = drawn.kit.file.title if drawn else self._request.kit.name
        self._preview.update_page(
            title, self._headline, list(map(str, self._faults)), self._changed_faces
        )

    def _names(self, changed: Sequence[Path]) -> str:
        names = files_line([self._files.short(path) for path in changed])
        gone = len(changed) == 1 and not changed[0].exists()
        return (f"{names} (deleted)" if gone else names) or self._request.kit.name


@contextmanager
def read_errors_as_faults() -> Iterator[None]:
    """Turn OSErrors in the block into KitErrors, and links that lead back to themselves."""
    try:
        yield
    except OSError as error:
        place = Place(shown_name(Path(error.filename))) if error.filename else None
        message = f"cannot be read: {error.strerror or error}"
        raise KitError(message, place=place, check="file-not-readable") from None
    except RuntimeError as error:
        if loop := link_loop(error):
            raise KitError(loop) from None
        raise


def watch(request: BuildRequest, report: Report, store: Store, cache: bool = True) -> None:
    """Watch a kit until interrupted.

    Raises KitError if the kit does not exist, or its output cannot be written.
    """
    watcher = Watcher(request, report, store, cache=cache)
    try:
        watcher.begin()
        while True:
            if not watcher.step():
                watcher.pause()
    finally:
        watcher.end()


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
