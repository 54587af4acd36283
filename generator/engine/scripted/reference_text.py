"""What the reference page of `turns.yaml` says besides what the schema says: words and examples."""

from __future__ import annotations

from collections.abc import Mapping

from generator.engine.scripted.schema import Counter, End, Hand, Pile, Script, Token, Track
from generator.engine.scripted.step_schema import Choice
from generator.kit.schema.reference_text import Section

HEAD = """\
<!-- `make reference` makes this page; do not edit it. -->
# turns.yaml

How a turn of your game goes, as data: with it `grimoire play`, `simulate`, `report`, `ladder` and
`check --deep` work, and examples of play in the rulebook, without any Python. This page is made from
the schema that Grimoire itself checks the file by; `grimoire reference turns` prints it. The kinds of
values are those of [game.yaml](REFERENCE.md#kinds-of-values).

The file is `data/<kit>/turns.yaml`. It says what lies on the table, what a player does in a turn, how
the game ends and who wins. Players take turns in their order. A game without an end of its own ends
after {turns} turns.
"""

TRICKS = """\
piles: {deck: {of: cards}, trick: , won: }
hands: {hand: {deal: 6, from: deck}}
counters: {points: , best: {shared: true}, taker: {shared: true}}
turn:
  - pick: hand                       # follow suit, if you can
    as: card
    where: not trick or it.suit == trick[0].suit or trick[0].suit not in hand | map(attribute="suit")
  - {discard: card, into: trick}
  - if: card.suit == trick[0].suit and card.rank > best
    then:
      - {set: best, to: card.rank}
      - {set: taker, to: seat}
  - if: trick | length == players
    then:
      - {discard: trick, into: won}
      - {gain: points, by: 1, who: taker}
      - {set: best, to: 0}
      - {next: taker}
end: [{rounds: 6}]
winner: {most: points}
"""

SECTIONS = (
    Section(
        "The whole file", Script, "A trick-taking game, whole: its cards are a table `cards` with "
        "the fields `suit` and `rank`.", TRICKS,
    ),
    Section(
        "A pile", Pile, "Under `piles`. The pile's top is the end of its list.", """\
of: cards
copies: copies
where: row.kind != "hero"
""",
    ),
    Section("A hand", Hand, "Under `hands`.", "deal: 5\nfrom: deck\n"),
    Section("A track", Track, "Under `tracks`.", "spaces: [gate, yard, hall]\nloop: true\n"),
    Section("A token", Token, "Under `tokens`.", "on: yard\nstart: gate\n"),
    Section("A counter", Counter, "Under `counters`.", "start: 3\nfrom: 0\nto: 10\n"),
    Section(
        "A choice", Choice, "Under `choose`, by the name that a player types.", """\
when: coins >= 3
why-not: too-poor
do:
  - {lose: coins, by: 3}
  - {draw: deck, into: hand}
""",
    ),
    Section(
        "An end", End, "Under `end`. It says in one way when it comes; the first one that does counts.",
        "when: not deck\nrule: deck-empty\n",
    ),
)  # fmt: skip

STEPS_HEAD = """\
## A step

Under `turn`, `finish`, `do`, `then` and `else`: one thing that is done, and what goes with it.
"""

STEP_EXAMPLES: Mapping[str, str] = {
    "draw": "{draw: deck, into: hand, number: 2, again: discard}",
    "discard": "{discard: card, into: discard}",
    "shuffle": "{shuffle: deck}",
    "roll": "{roll: 2d6, as: luck}",
    "look_up": "{look-up: weather, for: luck, among: [low, high], as: sky}",
    "move": "{move: pawn, by: luck}",
    "gain": "{gain: points, by: card.worth}",
    "lose": "{lose: coins, by: 1, who: others}",
    "set": "{set: best, to: card.rank}",
    "next": "{next: taker}",
    "choose": "{choose: {rest: , work: {do: [{gain: coins, by: 1}]}}}",
    "pick": "{pick: hand, as: card, where: it.worth > 1, may-pass: true}",
    "if_": "{if: luck == 6, then: [{gain: points, by: 1}]}",
    "repeat": "{repeat: players, do: [{draw: deck, into: market}]}",
    "while_": "{while: market | length < 3 and deck, do: [{draw: deck, into: market}]}",
    "say": '{say: "{{ who }} takes a rest."}',
    "end": "{end: game}",
}
"""A step for each verb."""

EXPRESSIONS = """\
## Expressions

Conditions and numbers are expressions as in templates (Jinja): `luck == 6`, `hand | length > 3`,
`card.worth + 1`. One that holds a comma, a colon, `{{`, `[` or a quotation mark stands in quotes, or
on a line of its own. They know

- every table of the kit, and what steps have named with `as` in this turn (`none` before that);
- every pile and the player's own hands, as lists of cards: a hidden card tells nothing;
- the space of each token, and the number of each counter: the player's own, or the shared one;
- {given}: `seat` is the number of the player
  whose turn it is, `everyone.points` a list with the points of all players.

`where` of a pile knows the `row`; `where` of a `pick` knows `it`, the card or the space.
"""

SENTENCES = """\
## Sentences

What happens is told in sentences. `says` puts your own in the place of the usual one: a text with
expressions in `{{{{ }}}}`: `"{{{{ who }}}} finds {{{{ card }}}}."` Besides the names of expressions it
knows, where the step has them, {facts}.
"""

RULES = """\
## Rules in words

`data/<kit>/rules.yaml` words the rules that steps name under `rule`, for the rulebook and for whoever
asks why. `grimoire check` then tells of a rule that is never shown, or is not there.

```yaml
comb: {section: A turn, text: Take the top card of the deck.}
storm:
  section: The weather
  text: On a 6 the storm takes a card of yours.
```

| key | meaning |
|---|---|
"""

EXAMPLES = """\
## Examples of play

`data/<kit>/examples/*.yaml`: positions, moves, and what must come of them. `grimoire check` and
`grimoire example FILE` run them, and [the rulebook](../templates/RULEBOOK.md) can show them.
`grimoire play KIT --json` shows what positions and events look like.

```yaml
kit: mygame
examples:
  - id: follow-suit
    title: Whoever can follows suit
    says: One or two sentences for the rulebook.
    rules: [follow]              # what it is an example of
    players: 2                   # these three as in a new game, if left out
    options: {}
    seed: 1
    position: {trick: [cup-1]}   # what differs from a new game
    moves: [cup-4]
    expect:                      # all of it after the last move, each part if you like
      position: {turn: 2}        # what is not named may be anything
      legal: [cup-2, cup-3]      # all legal moves, or {cup: [...]}: all that begin so
      illegal: {crown-1: follow} # a move, and the rule that forbids it
      events: [{event: discard, card: cup-4}] # in this order; others may come between
      outcome: {result: Player 1}
```
"""
