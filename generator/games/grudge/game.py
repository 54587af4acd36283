"""Grudge: the game of the kit's records, ready to be played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from generator.engine.events import Event, JsonValue
from generator.engine.game import Game, NewMap, Records
from generator.engine.options import Options
from generator.engine.pending import Step
from generator.engine.rng import Rng
from generator.engine.text.move_notation import Kinds, Notation
from generator.games.grudge import flow, illegal_moves, invariants, position, statistics
from generator.games.grudge.checks import unplayable
from generator.games.grudge.content import MatchConfig, Names
from generator.games.grudge.display import move_labels, move_sentences, text
from generator.games.grudge.display.event_text import SENTENCES, SERIES, TOGETHER
from generator.games.grudge.heuristic.evaluate import WEIGHTS, judge
from generator.games.grudge.map import camp_generator
from generator.games.grudge.map.squares import NAMES
from generator.games.grudge.moves import DIRECTIONS, FORMS, Move, read_move
from generator.games.grudge.rules import damage, setup
from generator.games.grudge.state import GrudgeState

SET_UP, REROLL = 20, 2
"""Most decisions before the first Round of a Challenge, and for each reroll there."""
ROUND = 160
"""Upper bound of the decisions in a Round; see `Grudge.max_decisions`."""


class Grudge(Game[GrudgeState]):
    """Grudge, a solo game against Monsters that follow their cards."""

    name = "grudge"
    state_class = GrudgeState
    decisions = SENTENCES.with_prompts(flow.DECISIONS)
    automatic = flow.AUTOMATIC
    determinizations = 3
    """Few, because hidden cards matter to the next move only while cards are chosen."""
    weights = WEIGHTS
    picks = ("stats", "loadout")
    judge = staticmethod(judge)
    time_fields = ("round", "rounds", "tally")
    legend = (
        "WA you; other pairs of capitals Monsters, named below the board, or, like lower-case letters "
        "and marks, Elements, named above it; ~~ a cloud; . a free square"
    )
    unprinted = ("short", "kind", "deck", "shows")
    seat_titles = ("Warrior",)
    seats_rule = "one-warrior"
    map_options = camp_generator.MAP_OPTIONS
    sentences = SENTENCES.events
    together = TOGETHER
    series = SERIES

    # Each of these is a function of the state, in the module named after it.
    unplayable = staticmethod(unplayable)
    prepare = staticmethod(setup.set_up)
    step_words = staticmethod(flow.step_words)
    refusals = illegal_moves.REFUSALS
    explain_illegal = staticmethod(illegal_moves.explain_illegal)
    complete = staticmethod(position.complete)
    pieces = staticmethod(invariants.pieces)
    invariants = staticmethod(invariants.invariants)
    text = staticmethod(text.draw)
    text_for = staticmethod(move_labels.draw_for)
    move_sentence = staticmethod(move_sentences.move_sentence)
    describe_move = staticmethod(move_labels.describe_move)
    components_by_seat = staticmethod(statistics.components_by_seat)
    metrics = staticmethod(statistics.metrics)
    component_usage = staticmethod(statistics.component_usage)
    remaining_supply = staticmethod(statistics.remaining_supply)

    def __init__(self, records: Records) -> None:
        super().__init__(records)
        self.names = Names(records.tables)
        config: MatchConfig = self.usual_config
        squares = frozenset(NAMES)
        kinds: Kinds = {
            "stat": {str(stat) for stat in chain(*config.spreads)},
            "weapon": config.weapons,
            "shield": {"shield"},
            "direction": DIRECTIONS,
            "element": config.elements,
            "square": squares,
            "monster": config.monsters,
            "figure": config.standees,
            "rank": config.ranks,
            "card": {*config.action_cards} - config.jokers,
            "rough": config.roughs,
            "gear": {"weapon", "shield"},
            "condition": config.conditions,
            "pig": {"pig"},
            "spell": config.spells,
            "armour": config.armour,
            "find": config.loot,
            "path": lambda word: squares.issuperset(word.split("-")),
        }
        self._notation = Notation(FORMS, kinds, "main-any-suit")

    def configure(self, players: int, options: Options) -> MatchConfig:
        return MatchConfig(self.records.tables, options)

    def printed_pieces(self) -> list[str]:
        return invariants.printed(self.usual_config)

    def promised_events(self) -> Mapping[str, Mapping[str, JsonValue]]:
        """Every Monster Strikes; every Weapon, Element, spell, Condition and Encounter occurs."""
        config, names = self.usual_config, self.names
        promised: dict[str, Mapping[str, JsonValue]] = {}
        for id in config.monsters:
            promised[f"Monster {names.short[id]}"] = {"event": "strike", "who": id}
        for id in config.weapons:
            promised[f"Weapon {names.by_id[id]}"] = {"event": "wield", "weapon": id}
        for id in config.elements:
            kind = "roll-pig" if id == "pig" else "place"
            facts = {} if id == "pig" else {"element": id}
            promised[f"Element {names.by_id[id]}"] = {"event": kind, **facts}
        for id in config.spells:
            promised[f"spell {names.by_id[id]}"] = {"event": "cast", "spell": id}
        for id in config.conditions:
            promised[f"Condition {names.by_id[id]}"] = {"event": "condition", "condition": id}
        for number, id in config.encounter_ids.items():
            promised[f"Encounter {number} {names.by_id[id]}"] = {
                "event": "encounter",
                "encounter": id,
            }
        return promised

    def component_title(self, part: str) -> str:
        return " + ".join(self._part(each) for each in part.split("+"))

    def _part(self, id: str) -> str:
        figure = self.names.figures.get(id, "").removeprefix("the ")
        return figure or self.names.by_id.get(id) or self.names.by_id.get(f"armour {id}") or id

    def max_decisions(self, options: Options) -> int:
        """`sim-cap` limits the Challenges, and the Rounds of each.

        A Challenge begins with at most 17 decisions: Room and edge (Luckstones and choice each),
        five Elements, the Warrior, the Encounter (Luckstones, keep), four Monsters, the Weapon. A
        reroll adds two: `reroll` and Luckstones.

        A Round has at most 155: 2 for the cards, 5 for who is next, 4 for which Monster reacts, 6
        passes; 37 for each of the Warrior's two actions (an Axe that fells four enemies: each time a
        Riposte of 2 Damage, a step with 4 Opportunity Attacks, a Campfire, the next Strike); 7 for
        each of the Monsters' eight actions (a miss, then a Sidestep past 4 enemies), and 2 more for
        each Monster's Sidestep.
        """
        number: Mapping[str, int] = self.config(1, options).number
        set_up = SET_UP + REROLL * number["rerolls"]
        return 2 + number["challenges"] * (set_up + number["rounds"] * ROUND)

    def read_move(self, text: str) -> Move:
        return read_move(text, self._notation, self.usual_config.loadouts)

    def new_map(self, seed: int, players: int, options: Options) -> NewMap:
        return camp_generator.new_map(self, seed, options)

    # Steps in words: `aid` and `shield` precede the step that they apply to

    def step_text(self, state: GrudgeState, step: Step) -> str:
        if step.name not in ("aid", "shield"):
            return super().step_text(state, step)
        name, *about = step.about
        # The last word of the next step is the Shield's bonus, which is not known yet.
        unknown = [0] * (step.name == "shield")
        words = super().step_text(state, Step(str(name), None, (*about, *unknown))).split()
        return " ".join([step.name, *words[: len(words) - len(unknown)]])

    def read_step(self, state: GrudgeState, text: str) -> Step | None:
        name, _, words = text.partition(" ")
        if name not in ("aid", "shield"):
            return super().read_step(state, text)
        unknown = name == "shield"
        following = super().read_step(state, words + " 0" * unknown)
        if following is None or following.seat is not None:
            return None
        about = following.about[: len(following.about) - unknown]
        return Step(name, 0, (following.name, *about))

    # Positions

    def restore_outcome(self, state: GrudgeState, result: str, rule: str) -> None:
        if state.challenge:
            damage.finish(state, result, rule, [])

    def redraw(self, state: GrudgeState, seat: int, rng: Rng) -> None:
        """Redeal each deck and its discards; Jokers are never discarded (`joker-stays-aside`)."""
        jokers = state.config.jokers

        def deal(deck: Sequence[str], discard: Sequence[str]) -> tuple[tuple[str, ...], ...]:
            # Sorted, so that the result does not depend on the true order.
            cards = rng.shuffled(sorted(each for each in (*deck, *discard) if each not in jokers))
            size = len(discard)
            below = [*cards[size:], *sorted(each for each in deck if each in jokers)]
            return tuple(rng.shuffled(below)), tuple(cards[:size])

        state.w_deck, state.w_discard = deal(state.w_deck, state.w_discard)
        state.m_deck, state.m_discard = deal(state.m_deck, state.m_discard)
        state.mi_deck, state.mi_discard = deal(state.mi_deck, state.mi_discard)
        state.initiative_discard = tuple(sorted(state.initiative_discard))

    # Judging and display

    def is_certain(self, before: GrudgeState, after: GrudgeState) -> bool:
        """Whether no die was rolled and no card drawn or shuffled; copies share their decks."""
        return (
            after.rng.state == before.rng.state
            and after.w_deck is before.w_deck
            and after.m_deck is before.m_deck
            and after.mi_deck is before.mi_deck
        )

    def thing_titles(self, state: GrudgeState) -> Mapping[str, str]:
        names, ranks = self.names, state.config.ranks
        owned = {
            f"{who}-{id}": name
            for id, name in names.cards.items()
            for who in ("warrior", "monster")
        }
        ranked = {rank: names.cards[id] for rank, id in ranks.items()}
        titles = super().thing_titles(state)
        squares = dict(zip(NAMES, NAMES, strict=True))
        return {**titles, **squares, **names.cards, **owned, **ranked, **names.figures}

    def event_words(self, event: Event) -> Mapping[str, Any]:
        return text.words(event, self.names)

    # Statistics
