"""Free table view: a kit's pieces to shuffle, draw, deal, flip, turn and move, without any rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from nicegui import ui
from nicegui.element import Element

from generator.base.errors import KitError
from generator.studio.guest_entrance import GuestEntrance
from generator.studio.open_kit import OpenKit
from generator.studio.pages.components import (
    FreeTableView,
    KeyedChildren,
    button,
    icon_button,
    opened_dialog,
    text,
    whole_number,
)
from generator.studio.pages.frame import KitFrame, StillView, ask_for_saved, message_page
from generator.studio.pages.play.seats import SeatLine, show_seats
from generator.studio.play.free import Snap
from generator.studio.play.free_layout import SEATS
from generator.studio.play.free_room import FreeRoom
from generator.studio.studio import Studio
from generator.studio.worker import Urgency

WATCH_SECONDS = 0.25
GRIDS = {"": "no grid", "squares": "squares", "hexes": "hexes"}
COUNTER = "counter"
MOST_ZOOM = 1.5**4
"""How many times as wide as its place a table may be shown."""


async def make(studio: Studio, kit: OpenKit, frame: KitFrame) -> StillView:
    """Make the view; the pieces on the table stay as they were printed."""
    path, language, words = studio.search_path(), studio.languages.chosen(kit.name), frame.words

    def opened() -> FreeRoom:
        room = studio.rooms.free(path, kit.name)
        room.speak(language, words)
        return room

    try:
        room = await studio.worker.run(Urgency.LOOK, opened)
    except KitError as error:
        message_page(words.text("These pieces cannot be laid out now"), str(error))
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
        self._zoomed = 1.0
        self._words = room.words
        _ = room.words.text
        with ui.element("div").classes("free-desk"):
            with ui.element("div").classes("tools"):
                if entrance:
                    button(_("Lay out again"), self._lay_out_again)
                icon_button("undo", _("Undo"), self._undo)
                icon_button("flip", _("Flip (F)"), partial(self._act_chosen, "f"))
                icon_button("rotate_right", _("Turn (R)"), partial(self._act_chosen, "r"))
                icon_button("shuffle", _("Shuffle (S)"), partial(self._act_chosen, "s"))
                icon_button(
                    "back_hand", _("Draw into the hand (D)"), partial(self._act_chosen, "d")
                )
                icon_button(
                    "content_copy", _("Take the top off (T)"), partial(self._act_chosen, "t")
                )
                self._many = ui.number(value=1, min=1, max=99, precision=0)
                self._many.props('dense outlined prefix="×"').props["aria-label"] = _("How many")
                self._many.style("flex: none; min-width: 76px; width: 76px")
                self._many.tooltip(_("How many to deal or roll"))
                icon_button("style", _("Deal this many to everybody"), self._deal)
                icon_button("casino", _("Roll this many dice"), self._roll)
                icon_button("exposure_plus_1", _("Count up"), partial(self._count, 1))
                icon_button("exposure_neg_1", _("Count down"), partial(self._count, -1))
                if entrance:
                    grids = {kind: _(name) for kind, name in GRIDS.items()}
                    grid = ui.select(grids, value=room.table.snap.kind, on_change=self._snap)
                    grid.props("dense outlined").props["aria-label"] = _("Grid")
                    icon_button("save", _("Save the table"), self._save)
                    icon_button("folder_open", _("Load a table"), self._load)
                    icon_button("menu_book", _("Save as an example"), self._example)
                    icon_button("group", _("Seats"), partial(self._seats, entrance))
                icon_button("zoom_in", _("Larger"), partial(self._zoom, 1.5))
                icon_button("zoom_out", _("Smaller"), partial(self._zoom, 1 / 1.5))
                self._state = text("span", "", "quiet table-state")
            says = _(
                "The table that was kept does not fit the kit as it is now: it is laid out anew."
            )
            self._anew = text("p", says, "warning").props('role="status"')
            self._table = FreeTableView(self._move, self._choose, self._act, _("Drawing …"))
            self._hand = ui.element("div").classes("hand-strip").props("role=group")
            self._hand.props["aria-label"] = _("Your hand")
            self._cards = KeyedChildren[tuple[str, str, int], Element](self._hand)

    async def begin(self) -> None:
        """Draw it, and again whenever somebody has changed something."""
        await self.look()
        ui.timer(WATCH_SECONDS, self.look)

    async def look(self) -> None:
        """Draw the table if it has changed."""
        table, _, count = self._room.table, self._words.text, self._words.count
        if self._seen == table.version:
            return
        if self._room.words is not self._words:  # another language was chosen
            ui.navigate.reload()
            return
        self._seen = table.version
        view = await self._room.worker.run(Urgency.EDIT, lambda: table.view(self._seat))
        self._table.show(
            piles=[{**each, "label": self._label(each)} for each in view["piles"]],
            chosen=self._chosen,
            wide=view["wide"],
            high=view["high"],
        )
        self._anew.set_visibility(self._room.replaces_kept)
        self._state.clear()
        hands = ", ".join(
            _(
                "player {n}: {pieces}",
                n=number,
                pieces=count("{n} piece", "{n} pieces", held) if held else _("nothing"),
            )
            for number, held in enumerate(view["hands"], start=1)
        )
        counters = ", ".join(f"{_(each['name'])} {each['value']}" for each in view["counters"])
        dice = " ".join(map(str, view["rolled"]))
        rolled = _("dice {results}", results=dice) if dice else ""
        with self._state:
            words = "; ".join(filter(None, [_("hands: {hands}", hands=hands), counters, rolled]))
            ui.label(words).style("display: contents")
        before = Counter[str]()
        cards = []
        for face, name in view["hand"]:
            cards.append((face, name, before[face]))
            before[face] += 1
        self._cards.show(cards or [("", "", 0)], self._make_card)

    def _make_card(self, key: tuple[str, str, int]) -> Element:
        """A piece of the hand by its face, its name, and how many have the same face before it."""
        _, (face, name, _number) = self._words.text, key
        if not face:
            empty = _("You are player {n}. Your hand is empty.", n=self._seat + 1)
            return text("span", empty, "quiet")
        card = ui.element("button").props('type="button"')
        card.props["aria-label"] = _("Play {piece}", piece=name)
        card.on("click", partial(self._play, face))
        with card:
            ui.element("img").props("alt=''").props["src"] = face
        return card

    def _label(self, pile: Mapping[str, Any]) -> str:
        """What a pile is, and where it lies."""
        _, count = self._words.text, self._words.count
        name = pile["name"]
        if pile["count"] > 1:
            name = count(
                "{n} piece, on top {name}", "{n} pieces, on top {name}", pile["count"], name=name
            )
        across, down = round(pile["x"] / 10), round(pile["y"] / 10)
        return _("{name}, {x} cm across, {y} cm down", name=name, x=across, y=down)

    async def _do(self, do: Callable[[], object]) -> None:
        try:
            await self._room.worker.run(Urgency.EDIT, do)
            self._room.replaces_kept = False  # everybody goes on with this one
        except KitError as error:
            ui.notify(str(error), type="warning")
        await self.look()

    async def _move(self, id: int, x: float, y: float) -> None:
        await self._do(lambda: self._room.table.put(int(id), float(x), float(y)))

    def _zoom(self, by: float) -> None:
        self._zoomed = min(max(self._zoomed * by, 1), MOST_ZOOM)
        self._table.show(zoom=self._zoomed)

    def _choose(self, id: int) -> None:
        self._chosen = id
        self._table.show(chosen=id)

    async def _act(self, id: int, key: str) -> None:
        table, count = self._room.table, whole_number(self._many)
        actions: dict[str, Callable[[], object]] = {
            "f": lambda: table.flip(id),
            "r": lambda: table.turn(id, 60 if table.snap.kind == "hexes" else 90),
            "s": lambda: table.shuffle(id),
            "d": lambda: table.draw(id, self._seat, count),
            "t": lambda: table.take(id, count),
        }
        if key in actions:
            await self._do(actions[key])

    async def _act_chosen(self, key: str) -> None:
        if self._chosen:
            await self._act(self._chosen, key)
        else:
            ui.notify(self._words.text("Choose a piece or a pile first."))

    async def _deal(self) -> None:
        count = whole_number(self._many)
        await self._do(lambda: self._room.table.deal(self._chosen, count))

    async def _roll(self) -> None:
        await self._do(lambda: self._room.table.roll(whole_number(self._many), 6))

    async def _count(self, by: int) -> None:
        await self._do(lambda: self._room.table.count(COUNTER, by))

    async def _play(self, face: str) -> None:
        table = self._room.table
        await self._do(
            lambda: table.play(self._seat, face, table.layout.wide / 2, table.layout.high * 0.7)
        )

    async def _undo(self) -> None:
        await self._do(self._room.table.undo)

    def _snap(self, event: object) -> None:
        self._room.table.snap = Snap(str(getattr(event, "value", "")))

    async def _lay_out_again(self) -> None:
        _ = self._words.text
        with opened_dialog(_("Lay the pieces out again")) as dialog:
            here = len(self._room.table.layout.hands)
            players = ui.number(_("Players"), value=here, min=1, max=SEATS, precision=0)
            players.props("outlined")

            async def begin() -> None:
                dialog.close()
                await self._do(lambda: self._room.begin(whole_number(players)))

            with ui.element("div").classes("row-of"):
                button(_("Lay out"), begin, strong=True)
                button(_("Cancel"), dialog.close)

    def _save(self) -> None:
        ui.download.content(self._room.table.saved(), f"{self._room.name}-table.json")

    async def _example(self) -> None:
        text = await self._room.worker.run(Urgency.LOOK, self._room.as_example)
        ui.download.content(text, f"{self._room.name}-position.yaml")
        if text.startswith("#"):  # why the rules reject this position
            why = text.splitlines()[0].removeprefix("# ")
            ui.notify(self._words.text("{reason} The file lists what lies where.", reason=why))

    def _load(self) -> None:
        ask_for_saved(
            self._words.text("Load a table"),
            lambda content: self._do(lambda: self._room.table.load(content)),
            self._words,
        )

    def _seats(self, entrance: GuestEntrance) -> None:
        _ = self._words.text
        lines = [
            SeatLine(_("Player {n}", n=seat + 1), key)
            for key, seat in self._room.keys.items()
            if 0 < seat < len(self._room.table.layout.hands)
        ]
        says = _("Each address is for one hand, which nobody else sees.")
        show_seats(entrance, self._room.name, says, lines, self._words)
