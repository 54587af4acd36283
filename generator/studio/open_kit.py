"""Open kit: one kit in the studio, redrawn after every change, with its faults and its edits.

It draws like `grimoire watch`.  Its methods are called in the worker's thread.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from generator.base.atomic_output import make_folder
from generator.base.errors import Fault, KitError, Place
from generator.base.load_document import shown_name
from generator.base.text_files import inside, is_inside, read_bytes
from generator.engine.scripted import TURNS
from generator.kit.edit.line_ends import decoded, encoded, merged, plain, with_plain_text
from generator.kit.edit.tables import TableFile
from generator.kit.load import Kit, load_kit, load_manifest
from generator.kit.locate import KIT_MANIFEST
from generator.kit.manifest.spec import KitFile
from generator.press.cache.store import Store
from generator.press.imposition.sheet import Sheet
from generator.press.library import paper_of
from generator.press.paper import Paper
from generator.press.pieces.faces import FaceSet
from generator.press.request import WHOLE_KIT, BuildRequest, Edition, Selection, Target
from generator.press.rulebook.blocks import Figure
from generator.press.rulebook.of_kit import compose_book, rulebook_context
from generator.press.scene.items import Item, Scene
from generator.press.templates.style import style_of
from generator.studio.edit.cell_pictures import art_file
from generator.studio.edit.journal import Journal
from generator.studio.edit.recorded_edits import Contents, Edit
from generator.studio.sheet_facts import request_key
from generator.tools.first_rules import first_turns
from generator.tools.watch.file_changes import Files, editable_files
from generator.tools.watch.incremental import Drawn, Face, IncrementalBuild
from generator.tools.watch.watch import read_errors_as_faults

MAX_PRINT_REQUESTS = 4
"""Number of print requests whose sheets are kept, as several pages may show different ones."""


class ConflictError(KitError):
    """Edit conflict: the current text of the file, and the text that should replace it."""

    def __init__(self, fault: Fault, theirs: str, ours: str) -> None:
        super().__init__(fault)
        self.theirs, self.ours = theirs, ours


class OpenKit:
    """One kit: its drawing, its faults, and the edits of its files."""

    def __init__(
        self, request: BuildRequest, store: Store, journal: Journal, *, read_only: bool = False
    ) -> None:
        """`read_only` is a kit whose files stay as they are.  Raises KitError if there is no such kit."""
        self.request, self._store = request, store
        self.folders = request.kit.folders()
        self.journal, self.read_only = journal, read_only
        self.faults: tuple[Fault, ...] = ()
        self.checked = False
        """Whether everything has been checked since the last change, or faults are known without that."""
        self.manifest: KitFile | None = None
        """The last readable manifest."""
        self.trying = False
        """Whether it is drawn with an edit that may be taken back: pages do not show that."""
        self.version = 0
        """Counter that grows whenever anything is redrawn or a fault is found."""
        self.faces: dict[Face, int] = {}
        """The faces by piece and side, each with the version in which it was drawn."""
        self.shown_at = -math.inf
        """When a page last looked at it, by the monotonic clock."""
        self.hidden: dict[str, set[str]] = {}
        """The hidden columns, by table."""
        self._files = Files(self.folders, request.folder)
        self._build = IncrementalBuild(request, store, imposed=False)
        self._print: IncrementalBuild | None = None
        self._pages: tuple[Scene, ...] = ()
        self.figures: Mapping[int, tuple[Item, Figure]] = {}
        """The figures of the last composed rulebook, by their items' identity."""
        self._composed_version = -1
        """The version whose rulebook was composed last."""
        self._imposed_version = 0
        """The version that was imposed last."""
        self._sheets_by_request: dict[str, tuple[Sheet, ...]] = {}
        """The sheets imposed last, by what was requested."""

    @property
    def name(self) -> str:
        return self.folders.name

    @property
    def drawn(self) -> Drawn | None:
        """The last successful drawing of the kit."""
        return self._build.drawn

    @property
    def progress(self) -> tuple[int, int]:
        """The number of pieces that its drawing has reached, and of all."""
        return self._build.progress

    @property
    def drawn_kit(self) -> Kit:
        """The kit of that drawing.  Raises KitError if there is none."""
        if self.drawn is None:
            message, hint = "the kit cannot be drawn", "correct its faults"
            raise KitError(message, hint=hint, check="unknown-example")
        return self.drawn.kit

    @property
    def paper(self) -> Paper:
        """The paper that the kit is printed on."""
        return paper_of(self.request.target, self.folders.shared)

    @property
    def title(self) -> str:
        manifest = self._known_manifest()
        return manifest.title if manifest else self.name

    def _known_manifest(self) -> KitFile | None:
        """The manifest, read if nothing has been drawn yet; None if unreadable."""
        if self.manifest is None:
            with suppress(KitError, OSError):
                self.manifest = load_manifest(self.folders)
        return self.manifest

    def printed(
        self, edition: Edition, target: Target, selected: Selection = WHOLE_KIT
    ) -> tuple[BuildRequest, Drawn]:
        """The kit on sheets, in an edition and for a paper.  Raises KitError."""
        request = replace(self.request, edition=edition, target=target, selection=selected)
        if self._print is None or self._print.request != request:
            self._print, self._imposed_version = IncrementalBuild(request, self._store), -1
        if self._imposed_version != self.version:
            self._print.draw([self.folders.data / KIT_MANIFEST])
            self._imposed_version = self.version
        assert self._print.drawn
        key = request_key(request)
        self._sheets_by_request.pop(key, None)
        self._sheets_by_request[key] = self._print.drawn.sheets
        for old in [*self._sheets_by_request][:-MAX_PRINT_REQUESTS]:
            del self._sheets_by_request[old]
        return request, self._print.drawn

    def set_edition(self, edition: Edition) -> None:
        """Draw the faces in another edition from now on."""
        if edition != self.request.edition:
            self.request = replace(self.request, edition=edition)
            self._build = IncrementalBuild(self.request, self._store, imposed=False)
            self.faces = {}
            self.draw()

    def draw(self, changed: tuple[Path, ...] = ()) -> None:
        """Read the kit and draw what the changed files affect, or record its faults."""
        version = self.version + 1
        try:
            with read_errors_as_faults():
                with suppress(KitError):
                    self.manifest = load_manifest(self.folders)
                changes = self._build.draw(changed)
            assert self.drawn
            self.faces = {
                face: version if face in changes.sides else self.faces.get(face, version)
                for face in self.drawn.faces
            }
            self.faults = ()
        except KitError as error:
            self.faults = error.faults
        self.checked = self.read_only or bool(self.faults)  # a shipped kit passes every check
        self.version = version  # last, so that readers of it find everything else up to date

    def check(self) -> None:
        """Run the checks of the kit's data on the last drawing, and record the faults."""
        if self.drawn and not self.faults and (found := self._build.check()):
            self.faults, self.checked = found, True
            self.version += 1

    def note_check(self, faults: tuple[Fault, ...]) -> None:
        """Record the faults that all checks of the current files have found."""
        self.faults, self.checked = faults, True

    @property
    def poll_seconds(self) -> float:
        """Duration of the last poll in seconds."""
        return self._files.poll_seconds

    def poll(self) -> bool:
        """Redraw if any file has changed; return whether one has."""
        changed = self._files.changed()
        if changed:
            self.draw(changed)
            self.check()
        return bool(changed)

    def scene(self, piece: str, side: str) -> Scene | None:
        """The last drawing of a face."""
        found = self.drawn.pieces.get(piece) if self.drawn else None
        return (found.front if side == "front" else found.back) if found else None

    def sheet(self, look: str, number: int) -> Scene | None:
        """A sheet as imposed last for a request, counted from 0."""
        sheets = self._sheets_by_request.get(look, ())
        return sheets[number].scene if 0 <= number < len(sheets) else None

    def book(self) -> int:
        """Compose the rulebook; returns its number of pages.  Raises KitError."""
        drawn = self.drawn
        if drawn is None or not drawn.kit.file.rulebook:
            self._pages = ()
        elif self._composed_version != self.version:
            with self._build.cached():
                style = style_of(drawn.kit, ink=self.request.edition.ink, paper=self.paper)
                faces = FaceSet(drawn.kit, style)
                context = rulebook_context(faces, drawn.parts, self.paper)
                self._pages = compose_book(faces, context).pages
            self.figures = faces.renderer.figures
            self._composed_version = self.version
        return len(self._pages)

    def page(self, number: int) -> Scene | None:
        """A page of the last composed rulebook, counted from 0."""
        return self._pages[number] if 0 <= number < len(self._pages) else None

    def tables(self) -> Mapping[str, TableFile | KitError]:
        """The tables in the current files; for an unreadable one, the error."""
        found: dict[str, TableFile | KitError] = {}
        manifest = self._known_manifest()
        for name, spec in manifest.tables.items() if manifest else ():
            try:
                with read_errors_as_faults():
                    found[name] = TableFile(name, spec, self.folders.data)
            except KitError as error:
                found[name] = error
        return found

    def table(self, name: str) -> TableFile:
        """One table in its current file.  Raises KitError."""
        if self.manifest is None or name not in self.manifest.tables:
            raise KitError(f'there is no table "{name}"', check="unknown-table")
        return TableFile(name, self.manifest.tables[name], self.folders.data)

    def set_cell(self, table: str, index: int, id: str, field: str, was: str, text: str) -> None:
        """Put another text into a cell that showed `was`.

        Raises ConflictError if the cell has changed in the meantime, and KitError.
        """
        file = self.table(table)
        row = file.rows[file.find(index, id)]
        now = row.cells.get(field, "")
        says = f"{table}: {row.id or row.index + 1}: {field}"
        if now not in (was, text):
            fault = Fault(
                f'it is now "{now}", changed in another window or program', row.place, says,
                "choose which one to keep", "edit-conflict",
            )  # fmt: skip
            raise ConflictError(fault, now, text)
        if now != text:
            self.write(file.path, says, file.content, file.with_cell(row.index, field, text))

    def write(self, path: Path, says: str, before: bytes | None, after: bytes) -> None:
        """Write a file of the kit and redraw the affected faces.  Raises KitError.

        `before` is the content when it was read; if it has changed, nothing is written.
        """
        self.write_all(says, {path: (before, after)})

    def write_all(self, says: str, contents: Contents) -> None:
        """Write several files as one edit, or none of them.  Raises KitError."""
        self._check_writable()
        new = [path for path, (before, after) in contents.items() if before != after]
        for path in new:
            make_folder(path.parent)
        self.journal.write(says, contents)
        if new:
            self._react(*new)

    def write_if_drawable(self, path: Path, says: str, before: bytes, after: bytes) -> None:
        """Write a file unless the kit could not be drawn with it: then nothing changes.

        Raises KitError with the faults that it would have.
        """
        self.write_all_if_sound(says, {path: (before, after)}, checked=False)

    def write_all_if_sound(self, says: str, contents: Contents, *, checked: bool = True) -> None:
        """The same for several files as one edit; if `checked`, no check of data may fail, either."""
        self.trying = True
        try:
            self.write_all(says, contents)
            if checked:
                self.check()
            changed = any(before != after for before, after in contents.values())
            if changed and (edit := self.journal.undoable) and (faults := self.faults):
                self.journal.take_back(edit)
                self._react(*contents)
                raise KitError(faults)
        finally:
            self.trying = False

    def write_art(self, name: str, content: bytes) -> str:
        """Put a picture into art/; returns its name in the kit's data.  Raises KitError."""
        path = art_file(self.folders, name, content)
        before = read_bytes(path, name) if path.exists() else None
        file = path.relative_to(self.folders.data).as_posix()
        self.write(path, f"add {file}", before, content)
        return file

    def write_first_turns(self) -> Path:
        """Write the turns of a kit that has none; returns their file.  Raises KitError."""
        path = self.folders.data / TURNS
        self.write(path, "the first turns", None, first_turns(load_kit(self.folders)).encode())
        return path

    def undo(self) -> Edit | None:
        """Undo the last edit.  Raises KitError."""
        self._check_inside_kit(self.journal.undoable)
        return self._redrawn(self.journal.undo())

    def redo(self) -> Edit | None:
        """Redo the edit undone last.  Raises KitError."""
        self._check_inside_kit(self.journal.redoable)
        return self._redrawn(self.journal.redo())

    def files(self) -> list[str]:
        """The names of the files that the editor opens: those of data, then templates/..."""
        return [name for name, _ in editable_files(self.folders)]

    def path(self, name: str) -> Path:
        """The file of that name.  Raises KitError for a name that leads out of the kit's folders."""
        top, _, rest = name.partition("/")
        roots = {"data": self.folders.data, "templates": self.folders.templates[0]}
        if top not in roots or not rest:
            raise KitError(f'there is no file "{name}" in the kit', check="file-name")
        return inside(roots[top], rest)

    def name_of(self, place: Place) -> tuple[str, int] | None:
        """The file of a place, as the editor names it, and the line."""
        for name, path in editable_files(self.folders):
            if shown_name(path) == place.file:
                return name, place.line or 1
        return None

    def read(self, name: str) -> str:
        """The text of a file as an editor shows it.  Raises KitError."""
        path = self.path(name)
        shown = shown_name(path)
        return plain(decoded(read_bytes(path, shown), shown))

    def save(self, name: str, base: str, text: str) -> str:
        """Save a text that was edited when the file said `base`; returns the saved text.

        Changes by others elsewhere in the file stay.  Raises ConflictError for overlapping changes, and
        KitError.
        """
        path = self.path(name)
        shown = shown_name(path)
        before = read_bytes(path, shown)
        now = decoded(before, shown)
        merged_text = merged(base, text, plain(now))
        if merged_text is None:
            fault = Fault(
                "another window or program has changed the same lines", Place(shown),
                hint="choose which ones to keep", check="edit-conflict",
            )  # fmt: skip
            raise ConflictError(fault, plain(now), text)
        self.write(path, f"edit {name}", before, encoded(with_plain_text(now, merged_text), shown))
        return merged_text

    def _react(self, *paths: Path) -> None:
        self.draw((*paths, *self._files.changed()))

    def _check_writable(self) -> None:
        """Raise KitError for a kit whose files stay as they are."""
        if self.read_only:
            message = f"{self.title} comes with Grimoire and stays as it is"
            hint = 'change a copy of your own: "Make this game mine"'
            raise KitError(message, hint=hint, check="read-only")

    def _check_inside_kit(self, edit: Edit | None) -> None:
        """Raise KitError if the file of an edit stays as it is, or a link has moved it elsewhere."""
        self._check_writable()
        roots = self.folders.data.resolve(), self.folders.templates[0].resolve()
        if edit and not is_inside(Path(edit.file), *roots):
            message = "is no longer in the folders of the kit: a link leads elsewhere"
            raise KitError(message, place=Place(shown_name(Path(edit.file))), check="file-name")

    def _redrawn(self, edit: Edit | None) -> Edit | None:
        if edit:
            self._react(Path(edit.file))
        return edit
