"""Move sentences: each legal move of Grudge as a plain order."""

from __future__ import annotations

from generator.engine.text.event_text import capitalized, listed
from generator.games.grudge.content import WARRIOR, Names
from generator.games.grudge.display.event_text import SENTENCES
from generator.games.grudge.moves import Move
from generator.games.grudge.state import GrudgeState


def move_sentence(state: GrudgeState, move: Move) -> str:
    """A move as a sentence: names of Monsters, gear and spells; squares as on the board."""
    step = state.pending[-1]
    one, other, third = (_word(state, move.what, word) for word in move[1:])
    facts = {"one": one, "other": other, "third": third}
    if move.what in ("to", "via") or step.name == "monster-recover":
        facts["mover"] = state.config.names.figures[str(step.about[0])]
    return SENTENCES.order(_kind(state, move), facts)


def _kind(state: GrudgeState, move: Move) -> str:
    """The key of a move's sentence."""
    step = state.pending[-1].name
    match move.what:
        case "avoid" if step == "sidestep":
            return step
        case "recover" if step == "monster-recover":
            return step
        case "roughhouse":
            return f"roughhouse {move.other}"
        case "place" if move.third:
            return "place direction"
        case "cast" if move.third:
            return "cast direction"
        case "cast" if move.other in state.config.squares:
            return "cast square"
        case "cast" if move.other:
            return "cast figure"
    special = f"{move.what} {move.one or step}"
    return special if special in SENTENCES.moves else move.what


def _word(state: GrudgeState, what: str, word: str) -> str:
    """A word of a move as people say it; `what` is the first word of the move."""
    config = state.config
    names: Names = config.names
    match what:
        case "spend":
            return "1 Luckstone" if word == "1" else f"{word} Luckstones"
        case "room" if word:
            return names.by_id[config.room_ids[int(word)]]
        case "initiative" if word:
            return names.cards[config.ranks[word]]
        case "pick" if word:
            return names.by_id[f"loot {word}"]
        case "via":
            return listed(word.split("-"))
        case "cast" if word == WARRIOR:
            return "yourself"
    if word in ("weapon", "shield", *config.armour):
        return names.by_id.get(f"armour {word}", capitalized(word))
    return names.figures.get(word) or names.cards.get(word) or names.by_id.get(word, word)
