"""Game pane: the position to point at, the moves to choose from, what has happened, and every card."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from nicegui import ui

from generator.base.errors import KitError
from generator.engine.console.cards import Card
from generator.studio.pages.components import TableView
from generator.studio.pages.frame import icon_button, press, text
from generator.studio.play.choosing import Refusal, why
from generator.studio.play.rooms import Room
from generator.studio.play.screen import Screen, Shown
from generator.studio.worker import Urgency

T = TypeVar("T")
WATCH_SECONDS = 0.25
"""Seconds between two looks whether somebody else has moved."""
MOST_MOVES = 60
"""The most moves that are listed at once; of more, some have to be pointed at or looked for."""


class GamePane:
    """The table as one screen shows it."""

    def __init__(self, room: Room, screen_of: Callable[[], Screen]) -> None:
        """`screen_of` gives a new screen for whatever game is on the table."""
        self.room, self._screen_of = room, screen_of
        self.screen = screen_of()
        self.drawn_by: list[Callable[[Shown], None]] = []
        """Are called whenever the table has been drawn."""
        self._seen, self._drawing = -1, 0
        self._hinted, self._search = "", ""
        with ui.element("main").classes("table-desk"):
            with ui.element("section").props('aria-label="Table"'):
                self.tools = ui.element("div").classes("tools")
                self._handover = ui.element("div").classes("handover")
                self._table = TableView(self._point)
                with ui.element("div").classes("scrub"):
                    icon_button("first_page", "Back to the set-up", lambda: self.look_at(0))
                    icon_button("chevron_left", "One step back", lambda: self._turn(-1))
                    self._slider = ui.slider(min=0, max=1, value=0).classes("scrubber")
                    self._slider.style("flex: 1").props('aria-label="Step of the game"')
                    self._slider.on(
                        "update:model-value", lambda event: self.look_at(event.args), throttle=0.1
                    )
                    icon_button("chevron_right", "One step on", lambda: self._turn(1))
                    icon_button("last_page", "To the latest position", lambda: self.look_at(None))
                    self._where = text("span", "", "quiet")
            with ui.element("section").props('aria-label="Game"'):
                self._asks = ui.element("div").classes("asks").props('role="status"')
                with ui.element("div").classes("side-scroll"):
                    self._moves = ui.element("div").classes("moves")
                    with ui.tabs().props("dense no-caps") as tabs:
                        for title in ("Story", "Cards", "Why?"):
                            ui.tab(title)
                    with ui.tab_panels(tabs, value="Story").style("background: none"):
                        with ui.tab_panel("Story").style("padding: 4px 0"):
                            self._story = ui.element("div").classes("story")
                        with ui.tab_panel("Cards").style("padding: 4px 0"):
                            looked = ui.input("Name of a card, a figure, an ability")
                            looked.props("outlined dense clearable").on(
                                "keydown.enter", lambda: self._look_for(str(looked.value or ""))
                            )
                            self._cards = ui.element("div").classes("in-sight")
                        with ui.tab_panel("Why?").style("padding: 4px 0"):
                            move = ui.input("A move, in its notation")
                            move.props("outlined dense clearable").on(
                                "keydown.enter", lambda: self._why(str(move.value or ""))
                            )
                            self._letters = ui.element("pre").classes("letters")
                    self._tabs = tabs

    async def begin(self) -> None:
        """Draw it, and again whenever somebody else has moved."""
        await self.redraw()
        ui.timer(WATCH_SECONDS, self.look)

    async def look(self) -> None:
        """Draw the table if the game has gone on."""
        match = self.room.match
        if not self._drawing and (self._seen != match.version or self.screen.match is not match):
            await self.redraw()

    async def redraw(self) -> None:
        """Draw the table as it is."""
        fresh = self._screen_of()
        if (fresh.match, fresh.seats) != (self.screen.match, self.screen.seats):
            self.screen = fresh
        screen, pictures = self.screen, self.room.pictures
        self._seen = screen.match.version  # what is on its way need not be drawn twice
        self._drawing += 1
        try:
            shown = await self.room.worker.run(Urgency.EDIT, lambda: screen.show(pictures))
        finally:
            self._drawing -= 1
        self._put(shown)
        for each in self.drawn_by:
            each(shown)

    async def attempt(self, do: Callable[[], T]) -> T | None:
        """Do something to the game; tells why if it cannot be done.  Draws the table afterwards."""
        failed: Exception | None = None
        done: T | None = None
        self._drawing += 1  # the watcher waits: this draws the table itself
        try:
            done = await self.room.worker.run(Urgency.EDIT, do)
        except (KitError, OSError) as error:
            failed = error
        finally:
            self._drawing -= 1
        self._hinted = "" if failed is None else self._hinted
        await self.redraw()
        if failed:
            self.say(str(failed))
        return done

    async def make(self, move: str) -> None:
        """Make a move; then the bots make theirs."""
        match = self.screen.match
        await self.attempt(lambda: match.make(move))
        await self.let_bots_play()

    async def let_bots_play(self, everybody: str = "") -> None:
        """Let the bots decide until a person has to."""
        if everybody or (self.room.match.people and self.room.match.bot_to_move):
            playing = asyncio.ensure_future(self.room.play_on(everybody))
            while not playing.done():
                await asyncio.wait([playing], timeout=WATCH_SECONDS)
                await self.look()
            await playing
            await self.look()

    async def undo(self) -> None:
        """Take back the last decision of the people at this screen."""
        screen = self.screen
        if not await self.attempt(lambda: screen.match.undo(screen.seats or screen.match.people)):
            self.say("There is no decision of yours to take back.")

    async def hint(self) -> None:
        """Show the move that a searching bot would make."""
        if not self.screen.deciding:
            self.say("Nobody at this screen is to decide.")
            return
        self.say("A bot is thinking …", quiet=True)
        match = self.screen.match
        move = await self.room.worker.run(Urgency.LOOK, match.hint)
        if self.screen.choosing:
            self.screen.choosing.pointed.clear()
        self._hinted = move
        await self.redraw()
        option = next((o for o in self._options if o.text == move), None)
        gloss = f" ({option.gloss})" if option and option.gloss else ""
        self.say(f"A bot would make this move: {move}{gloss}", quiet=True)

    async def look_at(self, number: int | None) -> None:
        """Show the position after so many moves; None: the latest."""
        last = self.room.match.last
        self.screen.at = None if number is None or int(number) >= last else int(number)
        await self.redraw()

    def zoom(self, zoom: float) -> None:
        """Show the table larger or smaller."""
        self._table.show(zoom=zoom)

    async def _turn(self, by: int) -> None:
        at = self.room.match.last if self.screen.at is None else self.screen.at
        await self.look_at(max(0, at + by))

    def say(self, words: str, rule: str = "", *, quiet: bool = False) -> None:
        """Say something under what is asked."""
        with self._asks, ui.element("p").classes("quiet" if quiet else "notice"):
            ui.label(words).style("display: inline")
            if rule:
                self._rule_button(rule)

    async def _point(self, names: list[str]) -> None:
        screen = self.screen
        found = await self.room.worker.run(Urgency.EDIT, lambda: screen.point(names))
        if isinstance(found, str):
            await self.make(found)
            return
        lit = self.screen.choosing is not None and {*names} & {*self.screen.choosing.pointed}
        await self.redraw()
        if lit:
            return
        cards = [card for name in names for card in self.room.cards_named(name) if name]
        exact = [card for card in cards if {*names} & card.names(self.room.game)]
        if exact:
            self._show_cards(exact[:1])
        if isinstance(found, Refusal):
            self.say(found.reason, found.rule)

    async def _take(self) -> None:
        self.screen.take()
        await self.redraw()

    # What is shown

    def _put(self, shown: Shown) -> None:
        self._options = shown.options
        self._handover.set_visibility(bool(shown.handover))
        self._table.set_visibility(not shown.handover)
        self._asks.clear()
        with self._asks:
            text("p", shown.prompt)
            if shown.pointed:
                text("p", "Pointed at: " + ", ".join(shown.pointed), "quiet")
            for fault in shown.faults:
                text("p", str(fault), "notice")
        self._handover.clear()
        if shown.handover:
            with self._handover:
                text("h2", f"Pass the screen to {shown.handover}")
                text("p", "What is on it now is for nobody else.")
                press(f"I am {shown.handover}, and nobody else sees it", self._take, "strong take")
            self._table.show(svg="", things=[])
        elif shown.picture:
            self._table.show(
                svg=shown.picture.svg,
                width=shown.picture.width,
                height=shown.picture.height,
                things=self._things(shown),
            )
        self._slider.props["max"] = max(shown.last, 1)
        self._slider.set_value(shown.number)
        self._where.clear()
        with self._where:
            ui.label(f"{shown.number} of {shown.last}").style("display: contents")
        self._put_moves(shown)
        self._put_story(shown)
        self._letters.clear()
        with self._letters:
            ui.label(shown.text if not shown.handover else "").style("display: contents")

    def _things(self, shown: Shown) -> list[dict[str, object]]:
        assert shown.picture
        pointed = {*shown.pointed}
        return [
            {
                "names": "|".join(thing.names),
                "box": [round(value, 1) for value in thing.box],
                "lit": bool(shown.lit.intersection(thing.names)),
                "picked": bool(pointed.intersection(thing.names)),
                "label": ", ".join(thing.names),
            }
            for thing in shown.picture.things
        ]

    def _put_moves(self, shown: Shown) -> None:
        self._moves.clear()
        with self._moves:
            if len(shown.options) > MOST_MOVES:
                text(
                    "p", f"{len(shown.options)} moves: point at what is lit on the table.", "quiet"
                )
            for option in shown.options[:MOST_MOVES]:
                hinted = "hinted" if option.text == self._hinted else ""
                button = press(option.text, partial(self.make, option.text), hinted)
                button.props(f'data-move="{option.text}"')
                rule = self.room.rule(shown.rules.get(option.text, ""))
                if rule:
                    button.props["title"] = f"{rule.section}: {rule.text} ({rule.slug})"
                for words in filter(None, (option.gloss, rule.slug if rule else "")):
                    with button, ui.element("small"):
                        ui.label(words).style("display: contents")

    def _put_story(self, shown: Shown) -> None:
        self._story.clear()
        with self._story:
            for told in () if shown.handover else reversed(shown.story):
                text("h4", f"{told.number}. {told.head}")
                for sentence in told.sentences:
                    with ui.element("p"):
                        ui.label(sentence.text).style("display: inline")
                        for rule in sentence.rules:
                            self._rule_button(rule)
        self._cards.clear()
        with self._cards:
            for place, cards in self.room.in_sight(self.screen).items():
                text("h4", place)
                for title in dict.fromkeys(card.title(self.room.game) for card in cards):
                    press(title, partial(self._look_for, title))

    def _rule_button(self, slug: str) -> None:
        button = press(slug, partial(self._show_rule, slug), "rule")
        rule = self.room.rule(slug)
        button.props["title"] = rule.text if rule else slug

    def _show_rule(self, slug: str) -> None:
        if rule := self.room.rule(slug):
            with ui.dialog() as dialog, ui.element("div").classes("dialog"):
                text("h2", rule.section)
                text("p", rule.text)
                text("p", slug, "quiet")
                ui.button("Close", on_click=dialog.close, color=None).props("flat").classes("plain")
            dialog.open()

    def _look_for(self, words: str) -> None:
        found = self.room.cards_named(words.strip()) if words.strip() else []
        if found:
            self._show_cards(found)
        elif words.strip():
            self.say(f"Nothing in this game is called “{words.strip()}”.")

    def _show_cards(self, cards: Sequence[Card]) -> None:
        self._tabs.set_value("Cards")
        self._cards.clear()
        with self._cards:
            for card in cards:
                with ui.element("div").classes("card-text"):
                    if source := self.room.face_of(card):
                        ui.element("img").props["src"] = source
                    text("h3", card.title(self.room.game))
                    for line in self.room.text_of(card):
                        text("p", line)

    def _why(self, words: str) -> None:
        state = self.room.match.state
        if state.to_act in self.screen.seats and words.strip():
            found = why(self.room.game, state, words)
            self.say(found.reason, found.rule)
