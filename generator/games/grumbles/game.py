"""Turns the kit's records into the game of Grumbles and Goofs, ready to be played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from generator.base.errors import KitError
from generator.engine.events import Event, JsonValue
from generator.engine.game import Game, Locator, Records, no_location
from generator.engine.options import Options, Value
from generator.engine.rng import Rng
from generator.games.grumbles.checks import unplayable
from generator.games.grumbles.content import MatchConfig
from generator.games.grumbles.display.text import SAID, tell
from generator.games.grumbles.flow import DRAFT, Duel
from generator.games.grumbles.load import load
from generator.games.grumbles.moves import Move, read_move
from generator.kit.words import Message


class Grumbles(Game[Move]):
    """`two-players`: a duel of Red (the first seat) and Green (the second)."""

    name = "grumbles"
    seats_rule = "two-players"

    def __init__(self, records: Records) -> None:
        super().__init__(records)
        faults = unplayable(records)
        if faults:
            raise KitError(faults)
        self._configs: dict[tuple[tuple[str, Value], ...], MatchConfig] = {}
        self.standard = self.config(self.read_options({}))
        """The setting of a game without options, which names squares and pieces like any other."""

    def config(self, options: Options) -> MatchConfig:
        """All that stays the same in a game with these options, made when first asked for."""
        key = tuple(sorted(options.items()))
        if key not in self._configs:
            self._configs[key] = MatchConfig(self.records.tables, options)
        return self._configs[key]

    def printed_pieces(self) -> list[str]:
        return sorted([*self.standard.powers, *Counter(self.standard.copies).elements()])

    def promised_events(self) -> Mapping[str, Mapping[str, JsonValue]]:
        """Every power is used, and a Goof of every kind is captured."""
        standard = self.standard
        powers = {f'Grumble "{standard.names[name]}"': name for name in standard.powers}
        goofs = {f'Goof "{standard.names[kind]}"': kind for kind in standard.copies}
        return {
            **{
                item: {"event": standard.powers[name], "grumble": name}
                for item, name in powers.items()
            },
            **{item: {"event": "reveal", "goof": kind} for item, kind in goofs.items()},
        }

    def seat_names(self, players: int) -> tuple[str, ...]:
        return "Red", "Green"

    def max_decisions(self, options: Options) -> int:
        """Six picks, then three activations and a trade every turn up to `turn-cap`."""
        return 6 + 4 * int(options["turn-cap"])

    def begin(
        self,
        rng: Rng,
        players: int,
        options: Options,
        events: list[Event],
    ) -> Duel:
        """`star-squares`, `starting-goofs`, `pile-face-down`; then the draft."""
        config = self.config(options)
        state = Duel(config, rng)
        stars = [config.board.names[star] for star in config.board.stars]
        facts = {"layout": options["board"], "stars": stars}
        events.append(Event("board", "star-squares", None, facts))
        state.start_goofs()
        events.append(Event("start", "starting-goofs", None, {"squares": stars}))
        state.pile = rng.shuffled(config.pile)
        events.append(Event("mix", "pile-face-down", None, {"goofs": len(state.pile)}))
        state.pending = DRAFT
        return state

    def load(self, data: Mapping[str, Any], where: Locator = no_location) -> Duel:
        return load(self, data, where)

    def read_move(self, text: str) -> Move:
        return read_move(text, self.standard.powers, self.standard.board.squares)

    def describe(self, event: Event) -> str:
        return tell(event, self.standard.names, self.translator)

    def translatable_sentences(self) -> Sequence[Message]:
        return SAID
