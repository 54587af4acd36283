"""Camp generator: a random Challenge, ready to be played.

It plays a game until the first Challenge is set up, so everything is placed by the rules. The
player's choices are random: Elements where they make a good camp, the Warrior and the Monsters on
any legal square.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.base.option import Option
from generator.engine.events import Event, JsonValue
from generator.engine.game import Game, NewMap
from generator.engine.options import Options
from generator.engine.rng import Rng
from generator.games.grudge.checks_map import challenge_findings
from generator.games.grudge.content import WARRIOR
from generator.games.grudge.map.placement import good_places
from generator.games.grudge.map.sight_diagram import hidden, hiding, rays
from generator.games.grudge.map.squares import NAMES, NUMBER, squares_in
from generator.games.grudge.moves import Move
from generator.games.grudge.rules.room import PIG, fits
from generator.games.grudge.state import GrudgeState
from generator.kit.tables.records import Tables, table_named

MAP_OPTIONS: Mapping[str, Option] = {
    "from": Option(
        WARRIOR,
        (WARRIOR, *NAMES),
        says="From which square the lines of sight are drawn; no Element hides it.",
    )
}

PREPARING = ("stats", "loadout", "room", "place", "edge", "warrior", "keep", "spawn")
"""Decisions until all Characters are placed."""


def new_map(game: Game[Any], seed: int, options: Options) -> NewMap:
    """Generate the Challenge of a seed; the option `from` is a square, or `warrior` for the Warrior's."""
    chosen = str(options["from"])
    keep = frozenset({NUMBER[chosen]} if chosen != WARRIOR else ())
    state, events = game.start(seed)
    assert isinstance(state, GrudgeState)
    rng = Rng(seed, stream=1)
    while (moves := state.legal_moves())[0].what in PREPARING:
        events += state.apply(rng.pick(_good_moves(state, moves, keep)))
    origin = NAMES[state.warrior.at] if chosen == WARRIOR else chosen
    tables = game.records.tables
    row = {"id": f"seed-{abs(seed)}", **_standing(state), **_rolled(events)}
    row["name"] = f"{_name(tables, 'rooms', row)}: {_name(tables, 'encounters', row)}"
    hides = hiding(row["elements"], table_named(tables, "elements"))
    row |= {"from": origin, "hidden": hidden(origin, hides), "rays": rays(origin, hides)}
    wrong = list(challenge_findings(row, tables))
    assert not wrong, wrong
    return NewMap("challenge", row, _sentences(row, tables))


def _good_moves(state: GrudgeState, moves: Sequence[Move], keep: frozenset[int]) -> Sequence[Move]:
    """The moves that place an Element well; all moves of other decisions."""
    if moves[0].what != "place":
        return moves
    covers = fits(state.config.elements[moves[0].one])
    places = [(move, frozenset(covers[move])) for move in moves]
    return good_places(places, frozenset(squares_in(state.terrain.taken)), keep)


def _standing(state: GrudgeState) -> dict[str, Any]:
    """The Elements and Characters as a row of the table of Challenges."""
    config = state.config
    spawns = {each.standee: each.spawn for each in config.encounters[state.encounter]}
    return {
        "room": config.room_ids[state.room],
        "encounter": config.encounter_ids[state.encounter],
        "elements": [
            {"element": each.element, "squares": [NAMES[square] for square in each.squares]}
            for each in state.elements
        ],
        "warrior": NAMES[state.warrior.at],
        "monsters": [
            {
                "standee": figure.id,
                "spawn": spawns[figure.id],
                "weapon": figure.weapon,
                "square": NAMES[figure.at],
            }
            for figure in state.monsters()
        ],
    }


def _rolled(events: Sequence[Event]) -> dict[str, Any]:
    """The dice in order of rolling, and the resulting edge."""
    dice: list[dict[str, JsonValue]] = []
    for event in events:
        facts = event.facts
        if event.kind == "roll":
            dice.append({"for": facts["what"], "rolled": facts["number"]})
        elif event.kind == "roll-pig":
            dice.append({"for": "pig-rank", "rolled": facts["rank"]})
            dice.append({"for": "pig-file", "rolled": facts["file"]})
    (edge,) = (event.facts["edge"] for event in events if event.kind == "edge")
    return {"dice": dice, "edge": edge}


def _name(tables: Tables, name: str, row: Mapping[str, Any]) -> str:
    """The name of a Challenge's Room or Encounter."""
    return str(table_named(tables, name)[row[name.removesuffix("s")]]["name"])


def _sentences(row: Mapping[str, Any], tables: Tables) -> tuple[str, str]:
    """Two sentences on the dice: for the Room, and for the edge and the Encounter."""
    of: dict[str, list[str]] = {}
    for die in row["dice"]:
        of.setdefault(die["for"], []).append(str(die["rolled"]))
    pig = ""
    if "pig-rank" in of:
        (square,) = next(each["squares"] for each in row["elements"] if each["element"] == PIG)
        pig = f"; {of['pig-rank'][0]} and {of['pig-file'][0]} put the Pig on {square}"
    edge = ", then ".join(of["edge"])
    return (
        f"The Room rolled {of['room'][0]}, {_name(tables, 'rooms', row)}{pig}.",
        f"The edge rolled {edge}, so the Warrior comes from the {row['edge']} on {row['warrior']}; "
        f"the Encounter rolled {of['encounter'][0]}, {_name(tables, 'encounters', row)}.",
    )
