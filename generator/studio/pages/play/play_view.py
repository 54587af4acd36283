"""Play view: a game at the kit's own table, against bots, on one screen or several."""

from __future__ import annotations

from functools import partial

from nicegui import ui

from generator.base.errors import KitError
from generator.engine.bots import BOTS
from generator.kit.words import UNTRANSLATED
from generator.studio.guest_entrance import GuestEntrance
from generator.studio.open_kit import OpenKit
from generator.studio.pages.components import (
    button,
    icon_button,
    opened_dialog,
    text,
    text_button,
    whole_number,
)
from generator.studio.pages.frame import (
    KitFrame,
    StillView,
    ask_for_saved,
    in_english,
    message_page,
    page_head,
)
from generator.studio.pages.play.free_view import show_free_seat
from generator.studio.pages.play.game_pane import GamePane
from generator.studio.pages.play.no_rules import no_rules_page
from generator.studio.pages.play.option_fields import OptionFields
from generator.studio.pages.play.seats import SeatLine, show_seats
from generator.studio.play.match import BOT, PERSON, Match, seated
from generator.studio.play.rooms import Room
from generator.studio.play.screen import Shown
from generator.studio.studio import Studio
from generator.studio.worker import Urgency

PACES = {0.0: "at once", 0.7: "slowly", 2.0: "very slowly"}
"""Seconds that bots wait between two moves."""
STRENGTHS = (
    "random moves at random, greedy plays easily, search thinks ahead, and mcts tries out as many games "
    "as its number says: the more, the harder."
)
NAMED_BOTS = (*BOTS, "mcts:50", "mcts:1000")
GUEST_OFFLINE = (
    "Not connected to the studio. The game goes on here as soon as it is back; if that takes long, ask "
    "whoever sent you the address to open the table again."
)


async def make(studio: Studio, kit: OpenKit, frame: KitFrame) -> PlayView | StillView:
    """Make the view."""
    path, language, words = studio.search_path(), studio.languages.chosen(kit.name), frame.words

    def opened() -> Room | None:
        room = studio.rooms.room(path, kit.name)
        if room:
            room.renew(kit.version)
            room.speak(language, words)
        return room

    try:
        room = await studio.worker.run(Urgency.LOOK, opened)
    except KitError as error:
        message_page(words.text("This game cannot be played now"), str(error))
        return StillView()
    if room is None:
        says = words.text("You can still play with its pieces on the free table.")
        no_rules_page(kit, frame, says)
        return StillView()
    view = PlayView(room, kit, studio.entrance)
    await view.pane.begin()
    return view


class PlayView:
    """The table of the person who opened the studio, with all settings of the game."""

    def __init__(self, room: Room, kit: OpenKit, entrance: GuestEntrance) -> None:
        self._entrance = entrance
        self._room, self._kit, self._version = room, kit, kit.version
        self._words = room.words
        _ = room.words.text
        self.pane = GamePane(room, room.own_screen)
        with self.pane.tools:
            button(_("New game"), self._new)
            icon_button("undo", _("Take back"), self.pane.undo)
            icon_button("lightbulb", _("Hint"), self.pane.hint)
            icon_button("skip_next", _("One move of a bot"), self._step)
            icon_button("play_arrow", _("Bots play on to the end"), self._play_on)
            icon_button("pause", _("Stop the bots"), self._stop)
            pace = ui.select(
                {seconds: _(name) for seconds, name in PACES.items()},
                value=room.pace,
                on_change=lambda e: setattr(room, "pace", e.value),
            ).props("dense outlined options-dense")
            pace.props["aria-label"] = _("Pace of the bots")
            ui.element("span").style("flex: 1")
            icon_button("call_split", _("Play from here"), self._from_here)
            icon_button("save", _("Save the game"), self._save)
            icon_button("folder_open", _("Load a game"), self._load)
            icon_button("menu_book", _("Save as an example"), self._example)
            icon_button("group", _("Seats"), self._seats)
            icon_button("zoom_in", _("Larger"), lambda: self._zoom(1.25))
            icon_button("zoom_out", _("Smaller"), lambda: self._zoom(0.8))
        self._zoomed = 1.0
        self.pane.drawn_by.append(self._show_whose_screen)

    async def refresh(self) -> None:
        """Handle a redrawn kit: its game may be different now."""
        if self._version != self._kit.version:
            self._version = self._kit.version
            if await self._room.worker.run(Urgency.LOOK, partial(self._room.renew, self._version)):
                await self.pane.redraw()
                return
            if self._kit.faults:  # they are shown, and no game can begin before they are corrected
                return
            with self.pane.tools:
                says = self._words.text("The kit has changed. “New game” plays it as it is now.")
                ui.notify(says, timeout=8000)

    async def _new(self) -> None:
        """The dialog for a new game."""
        room, _ = self._room, self._words.text
        with opened_dialog(_("New game")) as dialog:
            count = room.match.history.players
            players = ui.select([*room.game.seats], value=count, label=_("Players"))
            players.props("outlined")
            seed = ui.number(_("Seed"), value=1, precision=0, min=0).props("outlined")
            options = OptionFields(room.game.records.options, self._words)
            who = self._seat_menus()
            wrong = ui.element("p").classes("notice").props('role="alert"')

            async def begin() -> None:
                count = int(players.value)
                bots = [str(each.value) for each in who[:count]]

                def put() -> None:
                    room.new_match(bots, whole_number(seed), count, options.chosen)

                try:
                    await room.worker.run(Urgency.EDIT, partial(room.begin, put))
                except KitError as error:
                    wrong.clear()
                    with wrong:
                        in_english(ui.label(str(error)), str(error), self._words)
                    return
                dialog.close()
                await self.pane.redraw()
                await self.pane.let_bots_play()

            with ui.element("div").classes("row-of"):
                button(_("Start"), begin, strong=True)
                button(_("Cancel"), dialog.close)

    def _seat_menus(self) -> list[ui.select]:
        """A menu of players for each seat, with what is known of the strength of bots."""
        room, _ = self._room, self._words.text
        most, bots = room.game.seats[-1], [PERSON, *room.levels, *NAMED_BOTS, *room.game.bots]
        players = seated(room.match.seats, most, [BOT])
        menus = [
            ui.select(
                {bot: _(bot, "player") for bot in (*bots, player)},
                value=player,
                label=name,
                new_value_mode="add-unique",
                key_generator=str,
            )
            .props("outlined dense")
            .classes("seat-menu")
            for name, player in zip(room.game.seat_names(most), players, strict=True)
        ]
        text("p", _(STRENGTHS), "quiet")
        if room.levels:
            levels = [
                _("{level} is {bot}", level=_(level, "player"), bot=bot)
                for level, bot in room.levels.items()
            ]
            text("p", _("By games between them, {levels}.", levels=", ".join(levels)), "quiet")
        return menus

    async def _step(self) -> None:
        match = self.pane.screen.match
        if match.state.to_act is not None:
            await self.pane.attempt(lambda: match.step("" if match.bot_to_move else BOT))

    async def _play_on(self) -> None:
        await self.pane.let_bots_play(BOT)

    def _stop(self) -> None:
        self._room.running = False

    async def _from_here(self) -> None:
        screen = self.pane.screen
        if screen.at is not None:
            at, screen.at = screen.at, None
            await self.pane.attempt(lambda: screen.match.back_to(at))
            await self.pane.let_bots_play()

    async def _save(self) -> None:
        match = self.pane.screen.match
        saved = await self._room.worker.run(Urgency.EDIT, match.saved)
        ui.download.content(saved, f"{self._room.name}-game.json")

    async def _example(self) -> None:
        """The shown position, as a file for the kit's examples."""
        screen = self.pane.screen
        at = screen.match.last if screen.at is None else screen.at
        example = await self._room.worker.run(Urgency.EDIT, lambda: screen.match.as_example(at))
        ui.download.content(example, f"{self._room.name}-position.yaml")

    def _load(self) -> None:
        room = self._room

        async def load(content: str) -> None:
            def put() -> None:
                seats = seated(room.match.seats, room.game.seats[-1], [BOT])
                room.change(Match.from_text(room.game, content, seats))

            await self.pane.attempt(put)
            await self.pane.let_bots_play()

        ask_for_saved(self._words.text("Load a game"), load, self._words)

    def _seats(self) -> None:
        room, _ = self._room, self._words.text
        lines = [
            SeatLine(
                name,
                room.key_of(seat),
                partial(room.come_back, seat) if seat in room.away else None,
                _("on {n} screens", n=n) if (n := room.connected[seat]) > 1 else "",
            )
            if who == PERSON
            else SeatLine(name, note=_("played by {who}; “New game” gives it to a person", who=who))
            for seat, (name, who) in enumerate(
                zip(room.match.history.names, room.match.seats, strict=True)
            )
        ]
        says = _(
            "Each address is for one seat: whoever opens it sees what that seat may see, and nothing else."
        )
        show_seats(self._entrance, room.name, says, lines, self._words)

    def _show_whose_screen(self, shown: Shown) -> None:
        """Say where the player who is to decide plays, and how to go on if that screen is gone."""
        room, _ = self._room, self._words.text
        seat = room.seat_elsewhere
        if seat is None:
            return
        name = room.match.history.names[seat]
        with self.pane.prompt:
            if room.connected[seat]:
                text("p", _("{seat} plays on another screen.", seat=name), "quiet")
                return
            says = _("{seat} plays on another screen, which is not connected.", seat=name)
            text("p", says, "notice")
            text_button(_("{seat} goes on here", seat=name), partial(room.come_back, seat), "rule")

    def _zoom(self, by: float) -> None:
        self._zoomed = min(max(self._zoomed * by, 0.5), 4)
        self.pane.zoom(self._zoomed)


async def show_seat(studio: Studio, name: str, key: str) -> None:
    """The page of one seat, for the holder of its key."""
    free, found = studio.rooms.free_guest(key), studio.rooms.guest(key)
    at = free or found
    page_head(f"{name} – Grimoire", at[0].words if at else UNTRANSLATED, GUEST_OFFLINE)
    if free:
        await show_free_seat(*free)
        return
    if found is None or found[0].name != name:
        message_page(
            "This seat is not free", "Ask the person who sent you the address for another one."
        )
        return
    room, seat = found
    await ui.context.client.connected(timeout=30)
    ui.run_javascript('drafts.begin("")')
    room.leave(seat)
    room.count_screen(seat, 1)
    ui.context.client.on_connect(partial(room.count_screen, seat, 1))
    ui.context.client.on_disconnect(partial(room.count_screen, seat, -1))
    ui.context.client.on_delete(partial(room.close, seat))
    _ = room.words.text
    pane = GamePane(room, lambda: room.screen((seat,) if seat in room.match.people else ()))
    with pane.tools:
        role = ui.label().classes("quiet role")
        hint = icon_button("lightbulb", _("Hint"), pane.hint)

    def show_role(shown: Shown) -> None:
        """Say who this is: the next game may give the seat to a bot, or have none of that number."""
        game, match, screens = _(room.game.title), room.match, room.connected[seat]
        hint.set_visibility(seat in match.people)
        if seat in match.people:
            who = match.history.names[seat]
            also = _("on {n} screens", n=screens) if screens > 1 else ""
            role.set_text(
                ", ".join(filter(None, (_("{game}: you are {seat}", game=game, seat=who), also)))
            )
        else:
            role.set_text(_("{game}: you look on, since this game has no seat for you", game=game))

    pane.drawn_by.append(show_role)
    await pane.begin()
