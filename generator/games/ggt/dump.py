"""Turns a state into plain data, and the steps that wait in it into words and back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from generator.engine.events import JsonValue
from generator.engine.pending import Step
from generator.games.ggt.combat_state import FLIP, NOBODY, NOTHING, OPEN_CARD, Contest, Fight
from generator.games.ggt.content import BARE, Setting
from generator.games.ggt.rules.cards import bits

if TYPE_CHECKING:
    from generator.games.ggt.state import Table

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


def step_text(step: Step, setting: Setting) -> str:
    """A step as words: `consent 2 move`."""
    words = [step.name]
    if step.seat is not None:
        words.append(setting.people[step.seat])
    kind = {**DECISIONS, **AUTOMATIC}[step.name]
    if kind == "player":
        words += [setting.people[int(seat)] for seat in step.about]
    elif kind == "limbs":
        words += [setting.box.limbs[int(limb)].id for limb in step.about]
    elif kind == "limb-victim":
        limb, victim = map(int, step.about)
        words += [setting.box.limbs[limb].id, setting.people[victim]]
    else:
        words += map(str, step.about)
    return " ".join(words)


def read_step(text: str, setting: Setting) -> Step | None:
    """The step with this text; None if there is none."""
    name, *words = text.split() or [""]
    seat = None
    if name in DECISIONS:
        if not words or words[0] not in setting.people:
            return None
        seat = setting.people.index(words.pop(0))
    elif name not in AUTOMATIC:
        return None
    about = READERS[{**DECISIONS, **AUTOMATIC}[name]](words, setting)
    return None if about is None else Step(name, seat, about)


About = tuple[str | int, ...] | None


def _nothing(words: list[str], setting: Setting) -> About:
    return None if words else ()


def _leave(words: list[str], setting: Setting) -> About:
    return tuple(words) if words in (["move"], ["turn"], ["rest"]) else None


def _target(words: list[str], setting: Setting) -> About:
    known = {*setting.people, *setting.board.objects}
    return tuple(words) if len(words) == 1 and words[0] in known else None


def _limbs(words: list[str], setting: Setting) -> About:
    numbers = setting.box.limb_number
    return tuple(numbers[word] for word in words) if set(words) <= set(numbers) else None


def _limb_victim(words: list[str], setting: Setting) -> About:
    if len(words) != 2 or words[1] not in setting.people:
        return None
    limb = _limbs(words[:1], setting)
    return limb and (*limb, setting.people.index(words[1]))


def _player(words: list[str], setting: Setting) -> About:
    if len(words) != 1 or words[0] not in setting.people:
        return None
    return (setting.people.index(words[0]),)


def _action(words: list[str], setting: Setting) -> About:
    return tuple(words) if words and words[0] in ("move", "turn", "rest") else None


READERS: dict[str, Callable[[list[str], Setting], About]] = {
    "": _nothing,
    "leave": _leave,
    "target": _target,
    "limbs": _limbs,
    "limb-victim": _limb_victim,
    "player": _player,
    "action": _action,
}


def to_data(table: Table) -> dict[str, JsonValue]:
    """All of a state.  What lies in a draw pile is what is nowhere else, so it is only counted."""
    setting, box, board = table.setting, table.setting.box, table.setting.board
    people, names, limbs = setting.people, board.names, box.limbs
    living = table.living

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

    chosen = [seat for seat in range(setting.players) if table.monster[seat] != NOBODY]
    placed = [seat for seat in living if table.at[seat] >= 0]
    data: dict[str, JsonValue] = {
        "options": dict(setting.options),
        "players": setting.players,
        "map": setting.map_data,
        "round": table.round,
        "turns": table.turns,
        "pending": [step_text(step, setting) for step in reversed(table.pending)],
        "monsters": {people[seat]: box.monsters[table.monster[seat]].id for seat in chosen},
        "at": {people[seat]: names[table.at[seat]] for seat in placed},
        "facing": {people[seat]: table.facing[seat] for seat in placed},
        "limbs": {
            people[seat]: [limbs[limb].id if limb != BARE else None for limb in table.slots[seat]]
            for seat in chosen
        },
        "pool": by_player(table.pool),
        "power": by_player(table.power),
        "supply": table.supply,
        "hands": {people[seat]: signs(table.hands[seat]) for seat in living},
        "discards": {people[seat]: signs(bits(table.used[seat])) for seat in living},
        "piles": {people[seat]: table.piles[seat].bit_count() for seat in living},
        "objects": {id: names[cell] for id, cell in zip(board.objects, table.objects, strict=True)},
        "lying": {limbs[limb].id: names[cell] for limb, cell in table.lying},
        "stitched": ids(table.stitched),
        "lost": ids(table.lost),
        "order": [people[seat] for seat in table.order],
        "fallen": [people[seat] for seat in table.fallen],
        "now": people[table.now] if table.now != NOBODY else None,
        "spent": table.spent,
        "acted": table.acted,
        "turned": table.turned,
        "healed": table.healed,
        "beaten": players(table.beaten),
        "refused": dict(zip(("move", "turn", "rest"), map(players, table.refused), strict=True)),
        "banked": table.banked,
        "totals": {
            people[seat]: dict(zip(box.attributes, table.body[seat], strict=False))
            for seat in living
            if seat in chosen
        },
        "fight": _fight(table.fight, setting) if table.fight else None,
        "test": _contest(table.contest, setting) if table.contest else None,
        "tally": table.tally._asdict(),
        "deeds": [[what, item, people[seat]] for what, item, seat in table.deeds],
    }
    if table.outcome:
        data["outcome"] = table.outcome.as_data()
    data["chance"] = table.rng.state
    return data


def _fight(fight: Fight, setting: Setting) -> dict[str, JsonValue]:
    attacker, target = (setting.people[seat] for seat in fight.sides)
    return {
        "attacker": attacker,
        "target": target,
        "type": "ranged" if fight.ranged else "close",
        "exchange": fight.exchange,
        "heals": [None if points < 0 else points for points in fight.heals],
        "wants": [ANSWERS[wants] for wants in fight.wants],
    }


def _contest(contest: Contest, setting: Setting) -> dict[str, JsonValue]:
    cards = setting.box.cards
    one, two = contest.sides
    against = setting.people[two] if two != NOBODY else setting.board.objects[contest.target]
    return {
        "why": contest.why,
        "of": setting.people[one],
        "against": against,
        "attribute": setting.box.attributes[contest.attribute],
        "sums": list(contest.sums),
        "shown": [[cards[card].sign for card in side] for side in contest.shown],
        "secret": [
            cards[choice].sign if choice >= 0 else SECRETS[choice] for choice in contest.secret
        ],
    }
