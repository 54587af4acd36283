"""Free table view: a kit's pieces to shuffle, draw, deal, flip, turn and move, without any rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from nicegui import ui

from generator.base.errors import KitError, counted
from generator.studio.guest_entrance import GuestEntrance
from generator.studio.open_kit import OpenKit
from generator.studio.pages.components import (
    FreeTableView,
    button,
    icon_button,
    opened_dialog,
    text,
)
from generator.studio.pages.frame import KitFrame, StillView, ask_for_saved, message_page
from generator.studio.pages.play.seats import SeatLine, show_seats
from generator.studio.play.free import Snap
from generator.studio.play.rooms import FreeRoom
from generator.studio.studio import Studio
from generator.studio.worker import Urgency

WATCH_SECONDS = 0.25
GRIDS = {"": "no grid", "squares": "squares", "hexes": "hexes"}


async def make(studio: Studio, kit: OpenKit, frame: KitFrame) -> StillView:
    """Make the view; the pieces on the table stay as they were printed."""
    path = studio.search_path()
    try:
        room = await studio.worker.run(Urgency.LOOK, lambda: studio.rooms.free(path, kit.name))
    except KitError as error:
        message_page("These pieces cannot be laid out now", str(error))
    else:
        await FreePane(room, 0, studio.entrance).begin()
    return StillView()


async def show_free_seat(room: FreeRoom, seat: int) -> None:
    """The page of one seat, for the holder of its key."""
    await ui.context.client.connected(timeout=30)
    ui.run_javascript('drafts.begin("")')
    await FreePane(room, seat).begin()


class FreePane:
    """A free table as one seat sees it."""

    def __init__(self, room: FreeRoom, seat: int, entrance: GuestEntrance | None = None) -> None:
        """`entrance` is the way in for the others, if it is the person at the studio who may open it."""
        self._room, self._seat, self._seen, self._chosen = room, seat, -1, 0
        with ui.element("div").classes("free-desk"):
            with ui.element("div").classes("tools"):
                if entrance:
                    button("Lay out again", self._lay_out_again)
                icon_button("undo", "Undo", self._undo)
                icon_button("flip", "Flip (F)", partial(self._act_chosen, "f"))
                icon_button("rotate_right", "Turn (R)", partial(self._act_chosen, "r"))
                icon_button("shuffle", "Shuffle (S)", partial(self._act_chosen, "s"))
                icon_button("back_hand", "Draw into the hand (D)", partial(self._act_chosen, "d"))
                icon_button("content_copy", "Take the top off (T)", partial(self._act_chosen, "t"))
                self._many = ui.number(value=1, min=1, max=99, precision=0).props(
                    'dense outlined prefix="×" aria-label="How many"'
                )
                self._many.style("flex: none; min-width: 76px; width: 76px").tooltip(
                    "How many to deal or roll"
                )
                icon_button("style", "Deal this many to everybody", self._deal)
                icon_button("casino", "Roll this many dice", self._roll)
                icon_button("exposure_plus_1", "Count up", partial(self._count, 1))
                icon_button("exposure_neg_1", "Count down", partial(self._count, -1))
                if entrance:
                    ui.select(GRIDS, value=room.table.snap.kind, on_change=self._snap).props(
                        'dense outlined aria-label="Grid"'
                    )
                    icon_button("save", "Save the table", self._save)
                    icon_button("folder_open", "Load a table", self._load)
                    icon_button("menu_book", "Save as an example", self._example)
                    icon_button("group", "Seats", partial(self._seats, entrance))
                self._state = text("span", "", "quiet table-state")
            self._table = FreeTableView(self._move, self._choose, self._act)
            self._hand = ui.element("div").classes("hand-strip").props('aria-label="Your hand"')

    async def begin(self) -> None:
        """Draw it, and again whenever somebody has changed something."""
        await self.look()
        ui.timer(WATCH_SECONDS, self.look)

    async def look(self) -> None:
        """Draw the table if it has changed."""
        table = self._room.table
        if self._seen == table.version:
            return
        self._seen = table.version
        view = await self._room.worker.run(Urgency.EDIT, lambda: table.view(self._seat))
        self._table.show(
            piles=view["piles"], chosen=self._chosen, wide=view["wide"], high=view["high"]
        )
        self._state.clear()
        hands = ", ".join(
            f"player {number}: {counted(count, 'piece') if count else 'nothing'}"
            for number, count in enumerate(view["hands"], start=1)
        )
        counters = ", ".join(f"{each['name']} {each['value']}" for each in view["counters"])
        rolled = "dice " + " ".join(map(str, view["rolled"])) if view["rolled"] else ""
        with self._state:
            words = "; ".join(filter(None, [f"hands: {hands}", counters, rolled]))
            ui.label(words).style("display: contents")
        self._hand.clear()
        with self._hand:
            if not view["hand"]:
                text("span", f"You are player {self._seat + 1}. Your hand is empty.", "quiet")
            for number, (face, name) in enumerate(view["hand"]):
                card = ui.element("button").props('type="button"')
                card.props["aria-label"] = f"Play {name}"
                card.on("click", partial(self._play, number))
                with card:
                    ui.element("img").props["src"] = face

    async def _do(self, do: Callable[[], object]) -> None:
        try:
            await self._room.worker.run(Urgency.EDIT, do)
        except KitError as error:
            ui.notify(str(error), type="warning")
        await self.look()

    async def _move(self, id: int, x: float, y: float) -> None:
        await self._do(lambda: self._room.table.put(int(id), float(x), float(y)))

    def _choose(self, id: int) -> None:
        self._chosen = id
        self._table.show(chosen=id)

    async def _act(self, id: int, key: str) -> None:
        table, count = self._room.table, int(self._many.value or 1)
        actions: dict[str, Callable[[], object]] = {
            "f": lambda: table.flip(id),
            "r": lambda: table.turn(id, 60 if table.snap.kind == "hexes" else 90),
            "s": lambda: table.shuffle(id),
            "d": lambda: table.draw(id, self._seat, count),
            "t": lambda: table.take(id, count),
        }
        await self._do(actions[key])

    async def _act_chosen(self, key: str) -> None:
        if self._chosen:
            await self._act(self._chosen, key)
        else:
            ui.notify("Choose a piece or a pile first.")

    async def _deal(self) -> None:
        count = int(self._many.value or 1)
        await self._do(lambda: self._room.table.deal(self._chosen, count))

    async def _roll(self) -> None:
        await self._do(lambda: self._room.table.roll(int(self._many.value or 1), 6))

    async def _count(self, by: int) -> None:
        await self._do(lambda: self._room.table.count("counter", by))

    async def _play(self, number: int) -> None:
        table = self._room.table
        await self._do(
            lambda: table.play(self._seat, number, table.layout.wide / 2, table.layout.high * 0.7)
        )

    async def _undo(self) -> None:
        await self._do(self._room.table.undo)

    def _snap(self, event: object) -> None:
        self._room.table.snap = Snap(str(getattr(event, "value", "")))

    async def _lay_out_again(self) -> None:
        with opened_dialog("Lay the pieces out again") as dialog:
            here = len(self._room.table.layout.hands)
            players = ui.number("Players", value=here, min=1, max=12, precision=0).props("outlined")

            async def begin() -> None:
                dialog.close()
                await self._do(lambda: self._room.begin(int(players.value or 1)))

            with ui.element("div").classes("row-of"):
                button("Lay out", begin, strong=True)
                button("Cancel", dialog.close)

    def _save(self) -> None:
        ui.download.content(self._room.table.saved(), f"{self._room.name}-table.json")

    async def _example(self) -> None:
        text = await self._room.worker.run(Urgency.LOOK, self._room.as_example)
        ui.download.content(text, f"{self._room.name}-position.yaml")
        if text.startswith("#"):  # why the rules reject this position
            ui.notify(f"{text.splitlines()[0].removeprefix('# ')} The file lists what lies where.")

    def _load(self) -> None:
        ask_for_saved(
            "Load a table", lambda content: self._do(lambda: self._room.table.load(content))
        )

    def _seats(self, entrance: GuestEntrance) -> None:
        lines = [
            SeatLine(f"Player {seat + 1}", key)
            for key, seat in self._room.keys.items()
            if 0 < seat < len(self._room.table.layout.hands)
        ]
        says = "Each address is for one hand, which nobody else sees."
        show_seats(entrance, self._room.name, says, lines)
