"""Turns a state into plain data, and the steps that wait in it into words and back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from generator.engine.events import JsonValue
from generator.engine.pending import Step
from generator.games.ggt.combat_state import FLIP, NOBODY, NOTHING, OPEN_CARD, Contest, Fight
from generator.games.ggt.content import BARE, MatchConfig
from generator.games.ggt.rules.cards import bits

if TYPE_CHECKING:
    from generator.games.ggt.state import GgtState

DECISIONS: dict[str, str] = {
    **{"take": "", "place": "", "act": "", "consent": "leave", "card": "", "free": ""},
    **{"put": "target", "mend": "", "shield": "", "rip": "limbs", "land": "limb-victim"},
    **{"again": ""},
}
"""The steps of a seat, and what each is about."""
AUTOMATIC: dict[str, str] = {
    **{"muster": "", "round": "", "turn": "player", "allowed": "action", "reveal": ""},
    **{"exchange": "", "clash": "", "part": "", "agree": ""},
}
"""The automatic steps, and what each is about."""

SECRETS = {FLIP: "flip", NOTHING: "nothing", OPEN_CARD: None}
ANSWERS = {0: "no", 1: "yes", -1: None}


def step_text(step: Step, config: MatchConfig) -> str:
    """A step as words: `consent 2 move`."""
    words = [step.name]
    if step.seat is not None:
        words.append(config.people[step.seat])
    kind = {**DECISIONS, **AUTOMATIC}[step.name]
    if kind == "player":
        words += [config.people[int(seat)] for seat in step.about]
    elif kind == "limbs":
        words += [config.box.limbs[int(limb)].id for limb in step.about]
    elif kind == "limb-victim":
        limb, victim = map(int, step.about)
        words += [config.box.limbs[limb].id, config.people[victim]]
    else:
        words += map(str, step.about)
    return " ".join(words)


def read_step(text: str, config: MatchConfig) -> Step | None:
    """The step with this text; None if there is none."""
    name, *words = text.split() or [""]
    seat = None
    if name in DECISIONS:
        if not words or words[0] not in config.people:
            return None
        seat = config.people.index(words.pop(0))
    elif name not in AUTOMATIC:
        return None
    about = READERS[{**DECISIONS, **AUTOMATIC}[name]](words, config)
    return None if about is None else Step(name, seat, about)


About = tuple[str | int, ...] | None


def _nothing(words: list[str], config: MatchConfig) -> About:
    return None if words else ()


def _leave(words: list[str], config: MatchConfig) -> About:
    return tuple(words) if words in (["move"], ["turn"], ["rest"]) else None


def _target(words: list[str], config: MatchConfig) -> About:
    known = {*config.people, *config.board.objects}
    return tuple(words) if len(words) == 1 and words[0] in known else None


def _limbs(words: list[str], config: MatchConfig) -> About:
    numbers = config.box.limb_number
    return tuple(numbers[word] for word in words) if set(words) <= set(numbers) else None


def _limb_victim(words: list[str], config: MatchConfig) -> About:
    if len(words) != 2 or words[1] not in config.people:
        return None
    limb = _limbs(words[:1], config)
    return limb and (*limb, config.people.index(words[1]))


def _player(words: list[str], config: MatchConfig) -> About:
    if len(words) != 1 or words[0] not in config.people:
        return None
    return (config.people.index(words[0]),)


def _action(words: list[str], config: MatchConfig) -> About:
    return tuple(words) if words and words[0] in ("move", "turn", "rest") else None


READERS: dict[str, Callable[[list[str], MatchConfig], About]] = {
    "": _nothing,
    "leave": _leave,
    "target": _target,
    "limbs": _limbs,
    "limb-victim": _limb_victim,
    "player": _player,
    "action": _action,
}


def to_data(state: GgtState) -> dict[str, JsonValue]:
    """All of a state.  What lies in a draw pile is what is nowhere else, so it is only counted."""
    config, box, board = state.config, state.config.box, state.config.board
    people, names, limbs = config.people, board.names, box.limbs
    living = state.living

    def by_player(
        values: Sequence[JsonValue], seats: Iterable[int] = living
    ) -> dict[str, JsonValue]:
        return {people[seat]: values[seat] for seat in seats}

    def players(mask: int) -> list[JsonValue]:
        return [people[seat] for seat in bits(mask)]

    def ids(mask: int) -> list[JsonValue]:
        return [limbs[limb].id for limb in bits(mask)]

    def signs(cards: Iterable[int]) -> list[JsonValue]:
        return [box.cards[card].sign for card in cards]

    chosen = [seat for seat in range(config.players) if state.monster[seat] != NOBODY]
    placed = [seat for seat in living if state.at[seat] >= 0]
    data: dict[str, JsonValue] = {
        "options": dict(config.options),
        "players": config.players,
        "map": config.map_data,
        "round": state.round,
        "turns": state.turns,
        "pending": [step_text(step, config) for step in reversed(state.pending)],
        "monsters": {people[seat]: box.monsters[state.monster[seat]].id for seat in chosen},
        "at": {people[seat]: names[state.at[seat]] for seat in placed},
        "facing": {people[seat]: state.facing[seat] for seat in placed},
        "limbs": {
            people[seat]: [limbs[limb].id if limb != BARE else None for limb in state.slots[seat]]
            for seat in chosen
        },
        "pool": by_player(state.pool),
        "power": by_player(state.power),
        "supply": state.supply,
        "hands": {people[seat]: signs(state.hands[seat]) for seat in living},
        "discards": {people[seat]: signs(bits(state.used[seat])) for seat in living},
        "piles": {people[seat]: state.piles[seat].bit_count() for seat in living},
        "objects": {id: names[cell] for id, cell in zip(board.objects, state.objects, strict=True)},
        "lying": {limbs[limb].id: names[cell] for limb, cell in state.lying},
        "stitched": ids(state.stitched),
        "lost": ids(state.lost),
        "order": [people[seat] for seat in state.order],
        "fallen": [people[seat] for seat in state.fallen],
        "now": people[state.now] if state.now != NOBODY else None,
        "spent": state.spent,
        "acted": state.acted,
        "turned": state.turned,
        "healed": state.healed,
        "beaten": players(state.beaten),
        "refused": dict(zip(("move", "turn", "rest"), map(players, state.refused), strict=True)),
        "banked": state.banked,
        "totals": {
            people[seat]: dict(zip(box.attributes, state.body[seat], strict=False))
            for seat in living
            if seat in chosen
        },
        "fight": _fight(state.fight, config) if state.fight else None,
        "test": _contest(state.contest, config) if state.contest else None,
        "tally": state.tally._asdict(),
        "deeds": [[what, item, people[seat]] for what, item, seat in state.deeds],
    }
    if state.outcome:
        data["outcome"] = state.outcome.as_data()
    data["chance"] = state.rng.state
    return data


def _fight(fight: Fight, config: MatchConfig) -> dict[str, JsonValue]:
    attacker, target = (config.people[seat] for seat in fight.sides)
    return {
        "attacker": attacker,
        "target": target,
        "type": "ranged" if fight.ranged else "close",
        "exchange": fight.exchange,
        "heals": [None if points < 0 else points for points in fight.heals],
        "wants": [ANSWERS[wants] for wants in fight.wants],
    }


def _contest(contest: Contest, config: MatchConfig) -> dict[str, JsonValue]:
    cards = config.box.cards
    one, two = contest.sides
    against = config.people[two] if two != NOBODY else config.board.objects[contest.target]
    return {
        "why": contest.why,
        "of": config.people[one],
        "against": against,
        "attribute": config.box.attributes[contest.attribute],
        "sums": list(contest.sums),
        "shown": [[cards[card].sign for card in side] for side in contest.shown],
        "secret": [
            cards[choice].sign if choice >= 0 else SECRETS[choice] for choice in contest.secret
        ],
    }
