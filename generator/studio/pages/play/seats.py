"""Seats: a dialog with the address of each seat, and with codes that phones scan."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple
from urllib.parse import quote

from nicegui import ui

from generator.base.errors import KitError
from generator.kit.words import Translator
from generator.press.scene.qr_code import qr_code
from generator.studio.guest_entrance import GuestEntrance
from generator.studio.pages.components import (
    button,
    icon_button,
    opened_dialog,
    svg_picture,
    text,
    text_button,
)


class SeatLine(NamedTuple):
    """A seat in the dialog: its name, and the key to it."""

    name: str
    key: str = ""
    """The key to the seat; "" if nobody can take it."""
    come_back: Callable[[], object] | None = None
    """Brings a person who has gone to another screen back to this one."""
    note: str = ""
    """Who has it, if nobody can take it; or that several screens show it."""


def show_seats(
    entrance: GuestEntrance, kit: str, says: str, lines: Sequence[SeatLine], words: Translator
) -> None:
    """Open the dialog."""
    _ = words.text
    with opened_dialog(_("Seats")) as dialog:
        text("p", says, "quiet")
        if entrance.is_needed:
            ui.switch(
                _("Phones and other computers in this network can join"),
                value=bool(entrance.address),
                on_change=lambda change: let_in(change.value),
            )
        refused = ui.element("p").classes("notice").props('role="alert"')
        seats = ui.element("div").style("display: contents")
        button(_("Close"), dialog.close)

    def show() -> None:
        refused.clear()
        seats.clear()
        try:
            outside = entrance.address
        except KitError as error:
            outside = ""
            with refused:
                ui.label(str(error))
        with seats:
            for line in lines:
                _show_line(line, kit, outside, words)

    async def let_in(opened: bool) -> None:
        try:
            await (entrance.start() if opened else entrance.stop())
        except KitError as error:
            with refused:
                ui.label(str(error))
        else:
            show()

    show()


def _show_line(line: SeatLine, kit: str, outside: str, words: Translator) -> None:
    """The line of a seat; `outside` is where other devices reach the studio, or ""."""
    _ = words.text
    base = outside or str(ui.context.client.request.base_url)
    address = f"{base}seat/{quote(kit)}/{line.key}"
    with ui.element("div").classes("seat-line"):
        if outside and line.key:
            says = _("Code with the address of {seat}, to scan", seat=line.name)
            svg_picture(_code_picture(address), says).classes("seat-code")
        with ui.element("div"):
            text("b", line.name)
            if line.note:
                text("span", line.note, "quiet")
            if not line.key:
                return
            if come_back := line.come_back:

                def sit() -> None:
                    come_back()
                    again.delete()

                again = text_button(_("sits here again"), sit, "rule")
            text("a", address, "seat-address").props(f'href="{address}" target="_blank"')
            copy = _("Copy the address of {seat}", seat=line.name)
            icon_button("content_copy", copy, lambda: ui.clipboard.write(address))


def _code_picture(address: str) -> bytes:
    """The QR code of an address as SVG."""
    code = qr_code(address)
    steps = " ".join(" ".join(map(str, segment)) for segment in code.outline)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {code.side} {code.side}">'
        f'<rect width="100%" height="100%" fill="#fff"/><path d="{steps}"/></svg>'
    ).encode()
