"""New game: the dialogs that make one, from a name, a spreadsheet or pictures, or as a copy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

from nicegui import ui
from nicegui.element import Element
from nicegui.events import GenericEventArguments, UploadEventArguments

from generator.base import locations
from generator.base.atomic_output import scratch, write_whole
from generator.base.errors import Fault, KitError
from generator.base.text_files import inside
from generator.i18n import language_name
from generator.kit.locate import languages_in
from generator.kit.tables.columns import slug_of
from generator.press.paint.svg import paint_svg
from generator.studio.open_kit import OpenKit
from generator.studio.pages.components import button, opened_dialog, svg_picture, text
from generator.studio.pages.uploader import Uploader
from generator.studio.studio import Studio
from generator.studio.worker import Urgency
from generator.tools.copy_kit import copy_kit
from generator.tools.looks import DEFAULT_LOOK, looks
from generator.tools.sample_faces import look_faces
from generator.tools.scaffold import (
    STARTERS,
    CreatedKit,
    ScaffoldOptions,
    create_kit,
    read_name,
    read_players,
    read_size,
    read_title,
    title_of,
)

TABLES = (".csv", ".xlsx", ".xlsm", ".ods")
CARD_FILES = "PNG, JPEG, WebP, TIFF, GIF or PDF"
AS_PICTURES = "as-pictures"
"""The size that pictures of cards have."""


class LookPicker:
    """The looks of a new game's cards, one of which is chosen by its pictures."""

    def __init__(self) -> None:
        self.value = DEFAULT_LOOK
        self._choices: dict[str, ui.element] = {}
        self._pictures: dict[str, ui.element] = {}
        known = looks()
        self.element = ui.element("div")
        with self.element, ui.element("div").classes("looks") as choices:
            choices.props('role="radiogroup" aria-label="Look of the cards"')
            for name, look in known.items():
                if isinstance(look, KitError):
                    continue
                with ui.element("button").props('type="button" role="radio"') as choice:
                    self._pictures[name] = ui.element("span")
                    ui.label(name.capitalize())
                choice.on("click", lambda _, name=name: self._choose(name))
                choice.tooltip(look.says)
                self._choices[name] = choice
        with self.element:
            self._damaged = text("p", "", "fault").props('role="status"')
        for name, look in known.items():
            if isinstance(look, KitError):
                self._leave_out(name, look)
        self._choose(self.value)

    def _leave_out(self, name: str, error: KitError) -> None:
        """Offer the others, and say what is wrong with this one."""
        if name in self._choices:
            self._pictures.pop(name)
            self._choices.pop(name).delete()
        with self._damaged:
            ui.label(f"The look “{name.capitalize()}” is left out: {error.faults[0]}")
        if name == self.value and self._choices:
            self._choose(next(iter(self._choices)))

    def _choose(self, name: str) -> None:
        self.value = name
        for each, choice in self._choices.items():
            choice.props["aria-checked"] = "true" if each == name else "false"

    async def draw(self, studio: Studio) -> None:
        """Draw those that are not drawn yet."""
        for name, place in [*self._pictures.items()]:
            if place.default_slot.children or place.is_deleted:
                continue

            def drawn(look: str = name) -> list[bytes]:
                front, _, back = look_faces(look)
                return [paint_svg(front), paint_svg(back)]

            try:
                faces = await studio.worker.run(Urgency.LOOK, drawn)
            except KitError as error:
                if not place.is_deleted:
                    self._leave_out(name, error)
                continue
            if place.is_deleted:  # the page was left meanwhile
                return
            with place:
                for face in faces:
                    svg_picture(face, "")


class NewGame:
    """The input for a new game, and the files dropped for it."""

    def __init__(self, studio: Studio, sizes: Iterable[str]) -> None:
        self._studio = studio
        self._sizes = list(sizes)
        self._files: dict[str, bytes] = {}
        self._busy = False
        """Whether a game is being made."""
        with ui.dialog() as self._dialog, ui.element("div").classes("dialog"):
            self._dialog.props["aria-label"] = "New game"
            text("h2", "New game")
            self._about = text("p", "", "quiet")
            self._title = ui.input("Title", on_change=self._propose_name)
            self._title.props("outlined autofocus")
            self._name = ui.input("Folder name", placeholder="my-game").props("outlined")
            self._proposed = ""
            """The folder name that was made from the title."""
            with ui.element("div").classes("two"):
                kinds = {kind: kind.replace("-", " ").capitalize() for kind in STARTERS}
                self._like = ui.select(kinds, value="cards", label="Kind of game")
                self._like.props("outlined").on_value_change(self._show_source)
                self._players = ui.input("Players", value="2-4").props("outlined")
                self._size = ui.select(self._sizes, value="poker", label="Size of the cards")
                self._size.props("outlined")
                shared = locations.data_root() / "shared"
                languages = {code: language_name(code) for code in ("en", *languages_in(shared))}
                self._language = ui.select(languages, value="en", label="Language of the cards")
                self._language.props("outlined")
            self._look = LookPicker()
            self._upload = Uploader(self._take, multiple=True)
            says = "CSV, XLSX or ODS, and its pictures, if it names any"
            with ui.element("div").classes("row-of"):
                table = button("From a spreadsheet …", icon="table_chart", hint=says)
                says = f"{CARD_FILES}: a card each; back.png is the back of all"
                pictures = button("From pictures …", icon="image", hint=says)
            for each in (table, pictures):
                self._upload.chosen_with(each)
            self._error_text = text("p", "", "fault").props('role="alert"')
            self._foot = ui.element("div").classes("row-of")
            with self._foot:
                self._button = button("Create", self._create, strong=True)
                button("Cancel", self._dialog.close)

    def open(self) -> None:
        """Ask for a game made from scratch."""
        self._files.clear()
        self._upload.reset()
        self._show_source()
        self._dialog.open()
        ui.timer(0, lambda: self._look.draw(self._studio), once=True)

    def take_drops(self, place: Element) -> None:
        """Ask for a game whenever a spreadsheet or pictures are dropped."""
        self._upload.dropped_on(place, self._dropped)

    def _dropped(self, event: GenericEventArguments) -> None:
        if not self._dialog.value:
            self.open()  # otherwise it is for the same game
        self._upload.take_dropped(event)

    @property
    def _source(self) -> str:
        """The name of the spreadsheet; "" if there is none."""
        return next((name for name in self._files if Path(name).suffix.lower() in TABLES), "")

    @property
    def _has_pictures(self) -> bool:
        """Whether the files are pictures of cards, with no spreadsheet that says what they are for."""
        return bool(self._files) and not self._source

    async def _take(self, event: UploadEventArguments) -> None:
        name = event.file.name.replace("\\", "/").rpartition("/")[2]
        if Path(name).suffix.lower() in TABLES and self._source:
            del self._files[self._source]
        self._files[name] = await event.file.read()
        self._show_source()

    def _show_source(self) -> None:
        source, has_pictures = self._source, self._has_pictures
        others = len(self._files) - bool(source)
        self._like.set_visibility(not self._files)
        kind = STARTERS[self._like.value]
        self._language.set_visibility(bool(source))
        self._size.set_visibility(bool(self._files) or kind.has_cards)
        self._look.element.set_visibility(bool(source) or (kind.has_cards and not has_pictures))
        self._players.set_visibility(bool(self._files) or kind.players is None)
        self._offer_sizes(has_pictures)
        says = "A small game, ready to build and to change."
        if source:
            says = f"The cards are the rows of {source}, which is copied as it is."
            self._name.value = self._name.value or slug_of(Path(source).stem)
        if others:
            says = (
                f"{says} Pictures for it: {others}." if source else f"Pictures of cards: {others}."
            )
        self._show_lines(self._about, [says])
        self._show_lines(self._error_text, [])

    def _offer_sizes(self, has_pictures: bool) -> None:
        """Offer the size of the pictures first, if the cards are pictures."""
        was = AS_PICTURES in self._size.options
        if was != has_pictures:
            own = {AS_PICTURES: "as their pictures"} if has_pictures else {}
            first = AS_PICTURES if has_pictures else "poker"
            self._size.set_options({**own, **{size: size for size in self._sizes}}, value=first)

    def _propose_name(self) -> None:
        """Make the folder name from the title, unless somebody has typed one."""
        if self._name.value in ("", self._proposed):
            self._name.value = self._proposed = slug_of(self._title.value or "")

    def _show_lines(self, element: Element, lines: Sequence[str]) -> None:
        element.clear()
        with element:
            for line in lines:
                ui.label(line)

    async def _create(self) -> None:
        if self._busy:
            return
        self._busy = True
        self._button.props("loading")
        try:
            await self._upload.all_here()
            name, notes = await self._studio.worker.run(Urgency.EDIT, self._make)
        except KitError as error:
            self._show_lines(self._error_text, [str(fault) for fault in error.faults])
            return
        finally:
            self._busy = False
            self._button.props(remove="loading")
        address = f"/kit/{quote(name)}/design"
        if not notes:
            ui.navigate.to(address)
            return
        self._show_lines(self._about, notes)
        self._show_lines(self._error_text, [])
        self._foot.clear()
        with self._foot:
            button("Open it", lambda: ui.navigate.to(address), strong=True).props("autofocus")

    def _make(self) -> tuple[str, Sequence[str]]:
        """Make the game; returns its name, and notes about it."""
        name = read_name(str(self._name.value or "").strip(), Path())
        has_cards = bool(self._source) or STARTERS[self._like.value].has_cards
        options = ScaffoldOptions(
            name,
            read_title(str(self._title.value or "").strip() or title_of(name)),
            read_players(str(self._players.value or "")),
            read_size("poker" if self._size.value == AS_PICTURES else str(self._size.value)),
            like=self._like.value,
            look=self._look.value if has_cards else DEFAULT_LOOK,
        )
        if not self._files:
            create_kit(options, Path())
            return name, ()
        with scratch() as folder:
            for file, content in self._files.items():
                write_whole(inside(folder, file), content)
            try:
                return name, self._from_files(options, folder).messages
            except KitError as error:
                raise KitError([_named(fault) for fault in error.faults]) from None

    def _from_files(self, options: ScaffoldOptions, folder: Path) -> CreatedKit:
        """Make the game from the files that were dropped, which are in a folder now."""
        # each of these is slow to import
        if self._has_pictures:
            from generator.tools.from_pictures.new_kit import new_from_pictures

            return new_from_pictures(
                options.name,
                folder,
                Path(),
                title=options.title,
                players=options.players,
                size="" if self._size.value == AS_PICTURES else options.size,
            )
        from generator.tools.from_table.new_kit import new_from_table

        return new_from_table(
            options.name,
            folder / self._source,
            Path(),
            title=options.title,
            players=options.players,
            size=options.size,
            look=options.look,
            language=str(self._language.value),
        )


def _named(fault: Fault) -> Fault:
    """A fault that names a file as the person who dropped it knows it, not by where it was put."""
    place = fault.place
    return replace(fault, place=place and replace(place, file=Path(place.file).name))


def ask_for_copy(studio: Studio, kit: OpenKit) -> None:
    """Ask for the name of the copy, make it, and open it."""

    async def make() -> None:
        if "loading" in create.props:
            return
        create.props("loading")
        chosen = str(name.value or "").strip()
        try:
            await studio.worker.run(Urgency.EDIT, lambda: copy_kit(chosen, kit.folders, Path()))
        except KitError as error:
            says.set_text(str(error))
            return
        finally:
            create.props(remove="loading")
        ui.navigate.to(f"/kit/{quote(chosen)}/design")

    with opened_dialog("Make this game mine") as dialog:
        text("p", f"{kit.title} comes with Grimoire and stays as it is. A copy in your own folders is "
                  "played by the same rules, and you can change everything in it.")  # fmt: skip
        name = ui.input("Folder name", value=f"my-{kit.name}").props("outlined autofocus")
        says = text("p", "", "fault").props('role="alert"')
        with ui.element("div").classes("row-of"):
            create = button("Create", make, strong=True)
            button("Cancel", dialog.close)
