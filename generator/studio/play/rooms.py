"""Rooms: the table of each kit, its game, and the keys by which people get to their seats."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

from generator.base.errors import KitError
from generator.engine.console.cards import CardRow, in_sight, named
from generator.engine.game import Game
from generator.engine.kept_ladders import levels_of_play
from generator.engine.of_kit import game_of_kit
from generator.engine.registry import has_rules
from generator.engine.text.rule_texts import Rule
from generator.i18n.translate import translated
from generator.kit.load import Kit, load_kit
from generator.kit.locate import KitFolders, KitSearchPath
from generator.kit.words import UNTRANSLATED, Translator
from generator.press.scene.items import Scene
from generator.studio.open_kit import OpenKit
from generator.studio.play.example_table import ExampleTable
from generator.studio.play.free_layout import SEATS
from generator.studio.play.free_room import FreeRoom
from generator.studio.play.kept_tables import Keeping, KeptTable, keep, kept_table
from generator.studio.play.match import BOT, PERSON, Match
from generator.studio.play.pictures import TablePictures
from generator.studio.play.screen import Screen
from generator.studio.worker import Urgency, Worker

AT_ONCE = 200
"""Moves of bots between two checks of the table, if they need not wait."""
TURN_SECONDS = 0.3
"""Longest time in seconds that bots keep the worker busy before other tasks get a turn."""
KEEP_SECONDS = 0.25
"""Seconds between two checks whether a table has changed and has to be kept."""
SHOWN_CARDS = 12
"""Most cards whose whole texts are shown for one name."""


class Room:
    """One table: a kit's game, and everybody at it."""

    def __init__(self, path: KitSearchPath, name: str, file: Path | None = None) -> None:
        """`file` is where the table is kept.  Raises KitError for a kit that cannot be played."""
        self.name, self.file = name, file
        self.worker = Worker()
        self._path = path
        self.keys = {secrets.token_urlsafe(18): seat for seat in range(SEATS)}
        """The seat that each key opens."""
        self.pace = 0.0
        """Seconds between two moves of bots."""
        self.running = False
        """Whether bots are playing."""
        self.words = UNTRANSLATED
        """The translator of the texts around the table; a page with another one is loaded again."""
        self._language = ""
        """The language of the table and its events; "" for that of the kit."""
        self.away: set[int] = set()
        """Seats whose players have screens of their own."""
        self._screens = Counter[int]()
        """The number of open screens of each seat, closed ones with 0 left out."""
        self.connected = Counter[int]()
        """The number of screens of each seat that are connected now: people may share its address."""
        self._files: int | None = None
        """The version of the kit's files for which it was renewed last."""
        self._seat_changes = 0
        """How often somebody has changed places."""
        self._hint: tuple[Match, int, asyncio.Future[str]] | None = None
        """The last hint, with the version and game that it is for."""
        self.game: Game[Any]
        self.pictures: TablePictures
        self.levels: Mapping[str, str]
        """The bots that are an easy, a medium and a hard rival, if that was measured."""
        self._kit: Kit
        self._show(load_kit(path.find(name)), "")
        self.match = self.new_match([PERSON, BOT], 1, None, {})
        self.replaces_kept = False
        """Whether the game that was kept does not fit the kit any more, and this one took its place."""
        if kept := kept_table(file):
            self.keys = kept.keys
            try:
                self.change(Match.from_text(self.game, kept.game, kept.seats))
                self.away.update(kept.away)
            except KitError:  # the kit has become another game
                self.replaces_kept = True
        self.kept: object = self.version

    def to_keep(self) -> KeptTable:
        """What is kept of the table."""
        match = self.match
        return KeptTable(
            keys=self.keys, game=match.saved(), seats=match.seats, away=sorted(self.away)
        )

    def begin(self, put: Callable[[], object], path: KitSearchPath | None = None) -> None:
        """Read the kit from its current files, or from those of `path`, and `put` a game of it on the table.

        Raises KitError, and then the current game continues as it is.
        """
        before = self.game, self.pictures, self._kit, self.levels
        try:
            self._show(load_kit((path or self._path).find(self.name)), self._language)
            put()
            self.replaces_kept = False
        except KitError:
            self.game, self.pictures, self._kit, self.levels = before
            raise

    def _show(self, kit: Kit, language: str) -> None:
        """Lay the table in a language.  Raises KitError, and then everything stays as it is."""
        shown = translated(kit, language, draft=True)
        self.game, self.pictures = game_of_kit(shown), TablePictures(shown)
        self._kit, self._language = kit, language
        self.levels = levels_of_play(kit.folders.data)

    def speak(self, language: str, words: Translator) -> None:
        """Continue the game in another language; `words` translates the texts around the table.

        Raises KitError, and then the game continues in the current language.
        """
        if language != self._language or words.language != self.words.language:
            self._go_on(self._kit, language)
            self.words = words

    def renew(self, version: int) -> bool:
        """Continue the game with the kit's current files, if they make no difference to the game so far.

        Return whether it does; otherwise it continues with those that it began with.  `version` is
        that of the files.
        """
        known, self._files = self._files, version
        if known in (None, version):
            return True
        try:
            return self._go_on(load_kit(self._path.find(self.name)), self._language)
        except KitError:
            return False

    def _go_on(self, kit: Kit, language: str) -> bool:
        """Continue the game with a kit in which it is the same so far; return whether it is.

        Raises KitError, and then the game continues as before.
        """
        before = self._kit, self._language
        self._show(kit, language)
        try:
            match = Match.of(self.game, self.match.history.saved(), self.match.seats)
            if match.state.to_data() == self.match.state.to_data():
                self.change(match)
                return True
        except KitError:
            self._show(*before)
            raise
        self._show(*before)
        return False

    def new_match(
        self, seats: Sequence[str], seed: int, players: int | None, options: Mapping[str, object]
    ) -> Match:
        """Start another game.  Raises KitError, and then the current one continues."""
        seats = [self.levels.get(who, who) for who in seats]
        match = Match.new(self.game, seats, seed, players, options)
        match.version = self.match.version + 1 if hasattr(self, "match") else 0
        self.match = match
        self.away.intersection_update(self._screens)  # whoever has closed theirs sits here again
        return match

    def change(self, match: Match) -> None:
        """Put another game on the table."""
        match.version = self.match.version + 1
        self.match = match

    async def play_on(self, everybody: str = "") -> None:
        """Let the bots decide until a person has to, or until somebody stops them.

        `everybody` is the bot that decides for people, too.  Raises KitError.
        """
        if self.running:
            return
        self.running = True
        try:
            while self.running and self.match.state.to_act is not None:
                if not everybody and not self.match.bot_to_move:
                    break
                count = 1 if self.pace else AT_ONCE
                await self.worker.run(Urgency.LOOK, partial(self._steps, count, everybody))
                await asyncio.sleep(self.pace)
        finally:
            self.running = False

    def _steps(self, count: int, everybody: str) -> None:
        match, end = self.match, monotonic() + TURN_SECONDS
        for _ in range(count):
            if match.state.to_act is None or not (everybody or match.bot_to_move):
                return
            match.step("" if match.bot_to_move else everybody)
            if monotonic() > end:
                return

    async def hint(self) -> str:
        """The move that a searching bot would make, searched for once however many ask."""
        key = self.match, self.match.version
        if self._hint is None or self._hint[:2] != key:
            search = self.worker.run(Urgency.LOOK, self.match.hint)
            self._hint = *key, asyncio.ensure_future(search)
        return await asyncio.shield(self._hint[2])

    @property
    def version(self) -> tuple[int, int]:
        """Version of the table; a screen that shows another is out of date."""
        return self.match.version, self._seat_changes

    def seat_of(self, key: str) -> int | None:
        """The seat that a key opens, if the game has it."""
        seat = self.keys.get(key)
        return seat if seat is not None and seat < self.match.history.players else None

    def leave(self, seat: int) -> None:
        """Give the player of this seat a screen of their own from now on."""
        self.away.add(seat)
        self._screens[seat] += 1
        self._seat_changes += 1

    def close(self, seat: int) -> None:
        """Note that a screen of this seat is gone: the next game begins without it."""
        self._screens -= Counter([seat])

    def count_screen(self, seat: int, by: int) -> None:
        """Note that a screen of this seat is connected (1), or no longer (-1): a phone may only be asleep."""
        self.connected[seat] += by
        self._seat_changes += 1

    def come_back(self, seat: int) -> None:
        """Bring the player of this seat back to the screen of the person who opened the table."""
        self.away.discard(seat)
        self._seat_changes += 1

    @property
    def seat_elsewhere(self) -> int | None:
        """The seat that is to decide, if its player has a screen of their own; else None."""
        seat = self.match.state.to_act
        return seat if seat in self.away.intersection(self.match.people) else None

    def own_screen(self) -> Screen:
        """The screen of the person who opened the table, for everybody without a screen of their own."""
        seats = tuple(seat for seat in self.match.people if seat not in self.away)
        return self.screen(seats)

    def screen(self, seats: Sequence[int]) -> Screen:
        """A screen for the people in these seats."""
        return Screen(self.match, tuple(seats), words=self.words)

    def key_of(self, seat: int) -> str:
        return next(key for key, each in self.keys.items() if each == seat)

    def cards_named(self, words: str) -> list[CardRow]:
        """The cards of that name, or with these words in their names."""
        return named(self.game, words)[:SHOWN_CARDS]

    def in_sight(self, screen: Screen) -> Mapping[str, Sequence[CardRow]]:
        """All cards that a screen may show, by place."""
        return in_sight(self.match.state, self.game, None if screen.handover else screen.viewer)

    def text_of(self, card: CardRow) -> Sequence[str]:
        """The text of a card."""
        return self.game.row_text(card.table, card.row)

    def face_of(self, card: CardRow) -> str:
        """The address of a card's picture; "" if it is printed nowhere."""
        tables = self.game.records.tables
        for component in self.pictures.faces.kit.file.components:
            if component.each and tables.get(component.each) is card.table:
                try:
                    face = self.pictures.faces.face(component.id, str(card.row["id"]), "front")
                except KitError:
                    continue
                return self.pictures.address(face)
        return ""

    def rule(self, slug: str) -> Rule | None:
        return self.game.rules.get(slug)


class Rooms:
    """All tables of a studio."""

    def __init__(self, file_of: Callable[[KitFolders, str], Path]) -> None:
        """`file_of` gives the file of a kit's table by what its name ends with."""
        self._file_of = file_of
        self._rooms: dict[str, Room] = {}
        self._free: dict[str, FreeRoom] = {}
        self.examples: dict[str, ExampleTable] = {}
        """The table of each kit at which a position of an example was shown last."""

    def free(self, path: KitSearchPath, name: str) -> FreeRoom:
        """A kit's free table, set up on first use.  Raises KitError."""
        if name not in self._free:
            file = self._file_of(path.find(name), "-free-table.json")
            self._free[name] = FreeRoom(path, name, file)
        return self._free[name]

    def free_guest(self, key: str) -> tuple[FreeRoom, int] | None:
        """The free table and the seat that a key opens."""
        found = ((room, room.keys[key]) for room in self._free.values() if key in room.keys)
        return next(((room, n) for room, n in found if n < len(room.table.layout.hands)), None)

    def is_guest(self, key: str) -> bool:
        """Whether a key opens any seat."""
        return self.guest(key) is not None or self.free_guest(key) is not None

    def example(self, kit: OpenKit) -> ExampleTable:
        """The table for positions of a kit as currently drawn.  Raises KitError."""
        drawn, table = kit.drawn_kit, self.examples.get(kit.name)
        if table is None or table.kit is not drawn:
            table = self.examples[kit.name] = ExampleTable(drawn)
        return table

    def room(self, path: KitSearchPath, name: str) -> Room | None:
        """A kit's table, set up on first use; None for a kit without rules.

        Raises KitError for one that cannot be played.
        """
        if name not in self._rooms:
            folders = path.find(name)
            if not has_rules(folders):
                return None
            self._rooms[name] = Room(path, name, self._file_of(folders, "-table.json"))
        return self._rooms[name]

    async def keep(self) -> None:
        """Keep every table in its file, as long as the studio runs."""
        while True:
            await asyncio.sleep(KEEP_SECONDS)
            tables: list[Keeping] = [*self._rooms.values(), *self._free.values()]
            await asyncio.gather(*map(keep, tables))

    def piece(self, name: str, digest: str) -> Scene | None:
        """A piece on a kit's table."""
        for room in (self._rooms.get(name), self._free.get(name), self.examples.get(name)):
            if room and digest in room.pictures.scenes:
                return room.pictures.scenes[digest]
        return None

    def guest(self, key: str) -> tuple[Room, int] | None:
        """The room and the seat that a key opens."""
        for room in self._rooms.values():
            seat = room.seat_of(key)
            if seat is not None:
                return room, seat
        return None
