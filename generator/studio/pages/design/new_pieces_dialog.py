"""New pieces: the dialog that adds cards, tokens, a board and the like to a kit."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress

from nicegui import ui
from nicegui.events import ValueChangeEventArguments

from generator.base.errors import KitError
from generator.press.paint.svg import paint_svg
from generator.studio.open_kit import OpenKit
from generator.studio.pages.components import button, opened_dialog, svg_picture, text
from generator.studio.pages.frame import KitFrame
from generator.studio.studio import Studio
from generator.studio.worker import Latest, Urgency
from generator.tools.new_pieces import NewPieces, files_with, free_name, piece_kinds
from generator.tools.sample_faces import sample_faces


def ask_for_pieces(
    studio: Studio, kit: OpenKit, frame: KitFrame, on_added: Callable[[str], Awaitable[object]]
) -> None:
    """Ask for new pieces, and add them; `on_added` gets the id of their component."""
    kinds = piece_kinds()
    names = {each: free_name(kit.manifest, each) for each in kinds}

    async def choose(event: ValueChangeEventArguments[str]) -> None:
        if name.value in ("", *names.values()):  # nobody has typed one
            name.value = names[event.value]
        await show_kind()

    async def show_kind() -> None:
        chosen = kinds[kind.value]
        about.set_text(chosen.says)
        size.set_visibility(bool(chosen.size))
        size.props["placeholder"] = chosen.size
        size.value = ""
        holds.set_visibility(chosen.holds)
        holds.value = "" if not chosen.holds else next(iter(holds.options), "")
        says.set_text("")
        await draw()

    def asked() -> NewPieces:
        return NewPieces(
            *(str(each.value or "").strip() for each in (kind, name, title, size, holds))
        )

    async def draw() -> None:
        """Show some of the pieces as they would be; none while something is wrong, which *Add* tells."""
        await drawings.ask(asked())

    async def draw_now(pieces: NewPieces) -> None:
        def drawn() -> list[bytes]:
            with suppress(KitError):
                return [*map(paint_svg, sample_faces(kit.folders, pieces))]
            return []

        faces = await studio.worker.run(Urgency.LOOK, drawn)
        if picture.is_deleted:  # the dialog was closed meanwhile
            return
        picture.clear()
        with picture:
            for face in faces:
                svg_picture(face, f"A face of new {pieces.kind}")

    drawings = Latest(draw_now)

    async def make() -> None:
        if "loading" in add.props:
            return
        pieces = asked()

        def write() -> list[str]:
            kit.poll()  # for what other programs have changed
            files = files_with(kit.folders, pieces)
            kit.write_all_if_sound(f"add {pieces.name}", files)
            return [path.name for path in files]

        add.props("loading")
        try:
            written = await studio.worker.run(Urgency.EDIT, write)
        except KitError as error:
            says.set_text("\n".join(map(str, error.faults)))
            return
        finally:
            add.props(remove="loading")
        dialog.close()
        await frame.look()
        await on_added(pieces.name)
        ui.notify(f"{pieces.name} is added: {', '.join(written)}", type="positive")
        await frame.check()

    with opened_dialog("New pieces") as dialog:
        about = text("p", "", "quiet").props('role="status"')
        kind = ui.select([*kinds], value="cards", label="Kind", on_change=choose)
        kind.props("outlined autofocus")
        with ui.element("div").classes("two"):
            name = ui.input("Name of their files", value=names["cards"]).props("outlined")
            title = ui.input("Title", placeholder="like the name").props("outlined")
            size = ui.input("Size", on_change=draw).props("outlined stack-label debounce=400")
            holds = ui.select(_held(kit), label="Cards that it holds", on_change=draw)
            holds.props("outlined")
        picture = ui.element("div").classes("samples")
        says = text("p", "", "fault").props('role="alert"')
        with ui.element("div").classes("row-of"):
            add = button("Add", make, strong=True)
            button("Cancel", dialog.close)
        ui.timer(0, show_kind, once=True)
    dialog.on("hide", dialog.delete)


def _held(kit: OpenKit) -> dict[str, str]:
    """The titles of the components that a box may hold: those with cards in no other box, by id."""
    components = kit.manifest.components if kit.manifest else ()
    inner = {name for each in components for name in each.holds}
    return {each.id: each.title for each in components if each.each and each.id not in inner}
