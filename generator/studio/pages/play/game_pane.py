"""Game pane: the position to point at, the moves to choose from, the events so far, and every card."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeVar

from nicegui import ui

from generator.base.errors import KitError
from generator.engine.console.cards import CardRow
from generator.engine.console.refusal import Refusal
from generator.engine.text.rule_texts import Rule
from generator.studio.browser_events import read_event
from generator.studio.pages.components import (
    Button,
    GroupsView,
    TableView,
    button,
    icon_button,
    opened_dialog,
    text,
    text_button,
)
from generator.studio.pages.frame import in_english
from generator.studio.pages.play.cards_pane import CardsPane
from generator.studio.pages.play.why_pane import WhyPane
from generator.studio.play.choosing import OfferedMove
from generator.studio.play.rooms import Room
from generator.studio.play.screen import Screen, Shown
from generator.studio.worker import Latest, Urgency

T = TypeVar("T")
WATCH_SECONDS = 0.25
"""Seconds between two checks whether somebody else has moved."""
MAX_MOVES = 60
"""Most moves that are listed; if there are more, some must be pointed at or searched for."""


class GamePane:
    """The table on one screen."""

    def __init__(self, room: Room, screen_of: Callable[[], Screen]) -> None:
        """`screen_of` gives a new screen for the game on the table."""
        self.room, self._screen_of, self._words = room, screen_of, room.words
        _ = room.words.text
        self.screen = screen_of()
        self.drawn_by: list[Callable[[Shown], None]] = []
        """Called whenever the table has been drawn; each may add to the `prompt`, below what is asked."""
        self._seen: tuple[int, int] | None = None
        """The version of the room that was drawn last."""
        self._drawing = 0
        self._hinted_move = ""
        self._told = -1
        """The number of the last step whose events have been told."""
        self._news = ""
        """What has happened since the steps that were told before."""
        self._seek = Latest(self._show_step)
        with ui.element("div").classes("table-desk"):
            with ui.element("section") as section:
                section.props["aria-label"] = _("Table")
                self._build_table()
            with ui.element("section") as section:
                section.props["aria-label"] = _("Game")
                self._build_moves()

    def _build_table(self) -> None:
        """Build the table, with the controls that look back at earlier positions."""
        _ = self._words.text
        self.tools = ui.element("div").classes("tools")
        self._handover = ui.element("div").classes("handover")
        self._table = TableView(self._point)
        self._table.show(title=_("Table"))
        with ui.element("div").classes("scrub"):
            icon_button("first_page", _("Back to the set-up"), lambda: self.look_at(0))
            icon_button("chevron_left", _("One step back"), lambda: self._turn(-1))
            self._slider = ui.element("input").classes("scrubber")
            self._slider.props("type=range min=0").props["aria-label"] = _("Step of the game")
            self._slider.on(
                "input",
                lambda event: self.look_at(read_event(event, int)),
                js_handler="(event) => emit(Number(event.target.value))",
                throttle=0.1,
            )
            icon_button("chevron_right", _("One step on"), lambda: self._turn(1))
            icon_button("last_page", _("To the latest position"), lambda: self.look_at(None))
            with ui.element("span").classes("quiet"):
                self._where = ui.label().style("display: contents")

    def _build_moves(self) -> None:
        """Build what is asked, the moves to choose from, and the tabs below them."""
        _ = self._words.text
        self._asks = ui.element("div").classes("asks")
        self._asks.props("role=status aria-atomic=false").set_visibility(False)
        with self._asks:
            self._told_line, self._asks_line = text("p", "", "told"), text("p", "")
            self.prompt = ui.element("div")
        with ui.element("div").classes("side-scroll"):
            self._many = ui.label().classes("quiet")
            self._moves = GroupsView(self.make).classes("moves")
            self._moves.props("role=group").props["aria-label"] = _("Moves")
            self._notation = ui.switch(_("Notation and rules"), on_change=self.redraw)
            self._notation.props("dense size=xs").classes("quiet")
            self._build_tabs()

    def _build_tabs(self) -> None:
        """Build the story of the game, the cards to look up, and the answers to "why?"."""
        _ = self._words.text
        with ui.tabs().props("dense no-caps") as self._tabs:
            ui.tab("Story", _("Story"))
            ui.tab("Cards", _("Cards"))
            ui.tab("Why?", _("Why?"))
        with ui.tab_panels(self._tabs, value="Story").style("background: none"):
            with ui.tab_panel("Story").style("padding: 4px 0"):
                self._story = GroupsView(lambda slug, step: self._show_rule(slug)).classes("story")
            with ui.tab_panel("Cards").style("padding: 4px 0"):
                self._cards = CardsPane(self.room, self.say)
            with ui.tab_panel("Why?").style("padding: 4px 0"):
                self._why = WhyPane(
                    self.room, lambda: self.screen, self._rule_button, self._notation
                )

    async def begin(self) -> None:
        """Draw it, and again whenever somebody else has moved."""
        await self.redraw()
        ui.timer(WATCH_SECONDS, self.look)

    async def look(self) -> None:
        """Draw the table if the game has advanced."""
        other = self._seen != self.room.version or self.screen.match is not self.room.match
        if other and not self._drawing:
            await self.redraw()

    async def redraw(self) -> None:
        """Draw the current table."""
        if self.room.words is not self._words:  # another language was chosen
            ui.navigate.reload()
            return
        fresh = self._screen_of()
        if (fresh.match, fresh.seats) != (self.screen.match, self.screen.seats):
            self.screen = fresh
        screen, pictures = self.screen, self.room.pictures
        self._seen = self.room.version  # what is on its way need not be drawn twice
        _, seat_changes = self._seen
        self._drawing += 1
        try:
            shown, sight = await self.room.worker.run(
                Urgency.EDIT, lambda: (screen.show(pictures), self.room.in_sight(screen))
            )
        finally:
            self._drawing -= 1
        # Bots may have moved in the worker before it; whoever has changed seats since is not on it yet.
        self._seen = shown.version, seat_changes
        self._show(shown, sight)
        for each in self.drawn_by:
            each(shown)

    async def attempt(self, do: Callable[[], T]) -> T | None:
        """Do something to the game; reports an error.  Draws the table afterwards."""
        failed: Exception | None = None
        done: T | None = None
        self._drawing += 1  # the watcher waits: this draws the table itself
        try:
            done = await self.room.worker.run(Urgency.EDIT, do)
        except (KitError, OSError) as error:
            failed = error
        finally:
            self._drawing -= 1
        self._hinted_move = "" if failed is None else self._hinted_move
        await self.redraw()
        if failed:
            self.say(str(failed), error=True)
        return done

    async def make(self, move: str, version: int) -> None:
        """Make a move that was chosen in this version of the match; then the bots move."""
        screen = self.screen
        self.room.replaces_kept = False  # whoever moves goes on with this game
        await self.attempt(lambda: screen.make(move, version))
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
        """Undo the last decision of the people at this screen."""
        screen = self.screen
        if not await self.attempt(lambda: screen.match.undo(screen.seats or screen.match.people)):
            self.say(self._words.text("You have no decision to take back."))

    async def hint(self) -> None:
        """Show the move that a searching bot would make."""
        _ = self._words.text
        if not self.screen.deciding:
            self.say(_("No player at this screen has a decision to make."))
            return
        self.say(_("A bot is thinking …"), quiet=True)
        move = await self.room.hint()
        if self.screen.choosing:
            self.screen.choosing.pointed.clear()
        self._hinted_move = move
        await self.redraw()
        option = next((o for o in self._options if o.text == move), None)
        gloss = f" ({option.gloss})" if option and option.gloss else ""
        sentence = option.sentence if option else move
        says = _("A bot would make this move: {move}", move=f"{sentence}{gloss}")
        self.say(says, quiet=True)

    async def look_at(self, number: int | None) -> None:
        """Show the position after this many moves; None: the latest."""
        await self._seek.ask(number)

    async def _show_step(self, number: int | None) -> None:
        last = self.room.match.last
        self.screen.at = None if number is None or int(number) >= last else max(0, int(number))
        await self.redraw()

    def zoom(self, zoom: float) -> None:
        """Zoom the table in or out."""
        self._table.show(zoom=zoom)

    async def _turn(self, by: int) -> None:
        at = self.room.match.last if self.screen.at is None else self.screen.at
        await self.look_at(max(0, at + by))

    def say(self, words: str, rule: str = "", *, quiet: bool = False, error: bool = False) -> None:
        """Show a message below the question; that of an error is English."""
        with self.prompt, ui.element("p").classes("quiet" if quiet else "notice"):
            label = ui.label(words).style("display: inline")
            if error:
                in_english(label, words, self._words)
            if rule:
                self._rule_button(rule)

    async def _point(self, names: list[str], version: int) -> None:
        screen = self.screen
        found = await self.room.worker.run(Urgency.EDIT, lambda: screen.point(names, version))
        if isinstance(found, str):
            await self.make(found, version)
            return
        lit = self.screen.choosing is not None and {*names} & {*self.screen.choosing.pointed}
        await self.redraw()
        if lit:
            return
        cards = [card for name in names for card in self.room.cards_named(name) if name]
        exact = [card for card in cards if {*names} & card.names(self.room.game)]
        if exact:
            self._tabs.set_value("Cards")
            self._cards.show_texts(exact[:1])
        if isinstance(found, Refusal):
            says = self._words.text("Not possible now: {reason}", reason=found.reason)
            self.say(says, found.rule)

    async def _take(self, name: str) -> None:
        """Show the screen to this player, unless another has to decide by now."""
        if self.screen.handover == name:
            self.screen.take()
        await self.redraw()

    # What is shown

    def _show(self, shown: Shown, sight: Mapping[str, Sequence[CardRow]]) -> None:
        self._options, _ = shown.options, self._words.text
        self._handover.set_visibility(bool(shown.handover))
        self._table.set_visibility(not shown.handover)
        self._table.show(step=shown.version, title=_("The table after step {n}", n=shown.number))
        self._asks.set_visibility(True)
        self._told_line.set_text(self._news_of(shown))  # unchanged text is not read again
        self._asks_line.set_text(shown.prompt)
        self.prompt.clear()
        with self.prompt:
            if self.room.replaces_kept:
                says = _(
                    "The game that was kept does not fit the kit as it is now: this is a new one."
                )
                text("p", says, "notice")
            if shown.pointed:
                things = ", ".join(map(shown.label, shown.pointed))
                text("p", _("Pointed at: {things}", things=things), "quiet")
            for fault in shown.faults:
                in_english(text("p", str(fault), "notice"), str(fault), self._words)
        self._handover.clear()
        if shown.handover:
            with self._handover:
                text("h2", _("Pass the screen to {seat}", seat=shown.handover))
                text("p", _("What is on it now is for nobody else."))
                sure = _("I am {seat}, and nobody else is looking", seat=shown.handover)
                take = button(sure, partial(self._take, shown.handover), strong=True)
                take.classes("take")
        hinted = next((o.things for o in shown.options if o.text == self._hinted_move), ())
        picture = None if shown.handover else shown.picture
        self._table.draw(picture, shown.lit, shown.pointed, hinted)
        self._slider.props["max"] = max(shown.last, 1)
        if not self._seek.waiting:  # otherwise the game is continuing
            self._slider.props["value"] = shown.number
        self._where.set_text(_("{n} of {last}", n=shown.number, last=shown.last))
        step = _("step {n} of {last}", n=shown.number, last=shown.last)
        self._slider.props["aria-valuetext"] = step
        self._show_moves(shown)
        self._show_story(shown)
        self._cards.show(sight)
        self._why.show(shown)

    def _news_of(self, shown: Shown) -> str:
        """What has happened since the last drawing; at first and back in time, what that step did."""
        steps = () if shown.handover else shown.story
        if steps and steps[-1].number != self._told:
            new = [each for each in steps if 0 <= self._told < each.number] or steps[-1:]
            self._told = steps[-1].number
            self._news = " ".join(each.text for step in new for each in step.sentences)
        return "" if shown.handover else self._news

    def _show_moves(self, shown: Shown) -> None:
        many = len(shown.options) > MAX_MOVES
        self._many.set_visibility(many)
        _ = self._words.text
        count = len(shown.options)
        self._many.set_text(_("{n} moves: choose something that is lit on the table.", n=count))
        buttons = []
        hinted_first = sorted(shown.options, key=lambda each: each.text != self._hinted_move)
        for option in hinted_first[:MAX_MOVES]:
            rule = self.room.rule(shown.rules.get(option.text, ""))
            button = Button(
                text=option.sentence,
                value=option.text,
                hint=f"{rule.section}: {rule.text} ({rule.slug})" if rule else "",
                kind="hinted" if option.text == self._hinted_move else "",
                notes=[*filter(None, (option.gloss, self._codes(option, rule)))],
            )
            buttons.append(button)
        self._moves.show(groups=[{"key": "moves", "buttons": buttons}], step=shown.version)

    def _codes(self, option: OfferedMove, rule: Rule | None) -> str:
        """The notation of a move and the slug of its rule, if somebody wants them."""
        if not self._notation.value:
            return ""
        return f"{option.text} · {rule.slug}" if rule else option.text

    def _show_story(self, shown: Shown) -> None:
        self._story.show(
            groups=[
                {
                    "key": step.number,
                    "title": f"{step.number}. {step.head}",
                    "lines": [
                        {"text": each.text, "buttons": [*map(self._rule, each.rules)]}
                        for each in step.sentences
                    ],
                }
                for step in (() if shown.handover else reversed(shown.story))
            ]
        )

    def _rule(self, slug: str) -> Button:
        rule = self.room.rule(slug)
        return Button(text=slug, value=slug, hint=rule.text if rule else slug, kind="rule")

    def _rule_button(self, slug: str) -> None:
        button = text_button(slug, partial(self._show_rule, slug), "rule")
        rule = self.room.rule(slug)
        button.props["title"] = rule.text if rule else slug

    def _show_rule(self, slug: str) -> None:
        if rule := self.room.rule(slug):
            with opened_dialog(rule.section) as dialog:
                text("p", rule.text)
                text("p", slug, "quiet")
                button(self._words.text("Close"), dialog.close)
