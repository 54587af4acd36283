"""Move sentences: each legal move of Grunt, Growl, and Tear as a plain order."""

from __future__ import annotations

from generator.engine.text.event_text import listed
from generator.games.ggt.display.text import SENTENCES, WAYS
from generator.games.ggt.map import hexes
from generator.games.ggt.moves import FORMS, OFF, Move
from generator.games.ggt.rules.actions import direction
from generator.games.ggt.rules.attach import cost
from generator.games.ggt.state import GgtState


def move_sentence(state: GgtState, move: Move) -> str:
    """A move as a sentence: names of monsters, limbs and cards, directions as seen on the map."""
    return SENTENCES.order(_kind(state, move), _facts(state, move))


def _kind(state: GgtState, move: Move) -> str:
    about, step = move.about, state.pending[-1]
    match move.what:
        case "attack":
            return f"attack {about[1]}"
        case "attach" if OFF in about:
            return "attach off space" if len(about) > 4 else "attach off"
        case "heal" if about == ("0",):
            return "heal 0"
        case "yes" | "no" if step.name == "consent":
            return f"consent {move.what}"
        case "shield" if not about:
            return "shield none"
    return move.what


def _facts(state: GgtState, move: Move) -> dict[str, str]:
    """What a move names, in words, by the kinds of its words."""
    seat, names, about = state.to_act, state.config.box.names, move.about
    assert seat is not None
    kinds = FORMS[move.what].variants()[-1]
    facts = {kind: _word(state, kind, word) for kind, word in zip(kinds, about, strict=False)}
    match move.what:
        case "shield":
            facts["limbs"] = listed(names.limbs[word] for word in about)
        case "attach":
            facts |= _attaching(state, seat, about)
        case "to" | "leave":
            facts["pushed"] = who_is(state, str(state.pending[-1].about[0]))
        case "yes" | "no" if state.pending[-1].name == "consent":
            facts["asker"] = who_is(state, state.config.people[state.now])
            facts["action"] = str(state.pending[-1].about[0])
    return facts


def _word(state: GgtState, kind: str, word: str) -> str:
    """A word of a move as people say it."""
    names = state.config.box.names
    match kind:
        case "player" | "target":
            return who_is(state, word)
        case "space":
            return hexes.printed_name(word)
        case "facing":
            return WAYS[int(word)]
        case "way":
            at = state.at[state.now]
            way = direction(state, state.now, word)
            space = state.config.board.names[state.config.board.near[at][way]]
            return f"{WAYS[way]}, to {hexes.printed_name(space)}"
    tables = {
        **{"monster": names.monsters, "limb": names.limbs},
        **{"attribute": names.attributes, "card": names.cards},
    }
    return tables.get(kind, {}).get(word, word)


def _attaching(state: GgtState, seat: int, about: tuple[str, ...]) -> dict[str, str]:
    """The slot of a limb, the price, and the limb that comes off first."""
    box, slot = state.config.box, int(about[1]) - 1
    kinds = box.monsters[state.monster[seat]].slots
    names = box.names.limbs
    facts = {"limb": names[about[0]], "slot": f"slot {slot + 1} ({kinds[slot]})"}
    if len(about) > 2:
        facts["off"] = names[about[3]]
    if len(about) > 4:
        facts["space"] = hexes.printed_name(about[4])
    return {**facts, "price": str(attachment_price(state, seat, about))}


def attachment_price(state: GgtState, seat: int, about: tuple[str, ...]) -> int:
    """The Power that a move to attach a limb costs, with the removal of the one that was there."""
    box = state.config.box
    price = cost(state, seat, box.limb_number[about[0]], int(about[1]) - 1)
    return price + (box.figures["removal-cost"] if OFF in about else 0)


def name_of(state: GgtState, who: str) -> str:
    """The name of a player's monster or of an object, from its word in a move."""
    names = state.config.box.names
    if who in names.objects:
        return names.objects[who]
    return names.monsters[state.config.box.monsters[state.monster[int(who) - 1]].id]


def who_is(state: GgtState, who: str) -> str:
    """A player's monster or an object as a sentence names it."""
    name = name_of(state, who)
    return f"the {name}" if who in state.config.box.names.objects else f"{name} (Player {who})"
