"""Tests of steps between players: their effects, what each player is told, and their faults."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.engine.scripted.game import ScriptedGame
from generator.engine.testing.laws import play, trials
from tests.engine.scripted.small import TURNS, after, event_texts, small

LINE = TURNS.count("\n") + 1
HANDS = [["crab"], ["gull", "gull"]]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("steps", "there", "says"),
    [
        (
            "{take: hand, who: next, into: hand}",
            {"hand": [["crab", "gull"], ["gull"]]},
            [
                (None, "Player 1 takes a card from Player 2."),
                (0, "Player 1 takes Gull from Player 2."),
                (1, "Player 1 takes Gull from Player 2."),
            ],
        ),
        (
            "{take: hand, who: next, into: lawn, number: 5}",
            {"hand": [["crab"], []], "lawn": [["gull", "gull"], []]},
            [(None, "Player 1 takes Gull from Player 2.")] * 2,
        ),
        (
            "{take: coins, by: 3, who: others}",
            {"coins": [4, 0]},
            [(None, "Player 1 takes 2 coins from Player 2.")],
        ),
        (
            "{give: coins, by: 1, who: 2}",
            {"coins": [1, 3]},
            [(None, "Player 1 gives 1 coins to Player 2.")],
        ),
        (
            "{give: hand, who: next, into: hand}",
            {"hand": [[], ["gull", "gull", "crab"]]},
            [
                (None, "Player 1 gives a card to Player 2."),
                (0, "Player 1 gives Crab to Player 2."),
                (1, "Player 1 gives Crab to Player 2."),
            ],
        ),
        (
            "{swap: hand, who: next}",
            {"hand": [["gull", "gull"], ["crab"]]},
            [(None, "Player 1 exchanges the hand with Player 2.")],
        ),
        (
            "{swap: coins, who: leaders}",
            {"coins": [2, 2]},
            [(None, "Player 1 exchanges the coins with Player 2.")],
        ),
        ("{show: hand}", {}, [(None, "Player 1: the hand has Crab.")]),
        (
            "{look: hand, who: next}",
            {},
            [(None, "Player 1 looks at 2 cards of Player 2.")] + [(0, "Player 1 sees Gull.")] * 2,
        ),
        (
            "{look: deck, number: 1, as: top}",
            {},
            [(None, "Player 1 looks at a card of deck."), (0, "Player 1 sees Gull.")],
        ),
        (
            "{count: hand, who: others, where: it.worth == 2, as: twos}, {gain: score, by: twos}",
            {"score": [2, 1]},
            [(None, "Player 2: 2 of the hand."), (None, "Player 1: score +2, now 2.")],
        ),
        ("{note: 2 * coins, as: x}, {set: score, to: x}", {"score": [4, 1]}, None),
        ("{each: all, do: [{gain: score, by: seat}]}", {"score": [1, 3]}, None),
        (
            "{each: others, do: [{discard: hand, into: lawn}]}",
            {"lawn": [[], ["gull", "gull"]]},
            None,
        ),
        ("{each: all, order: 0 - seat, do: [{set: pool, to: seat}]}", {"pool": 1, "seat": 1}, None),
        ("{repeat: 3, as: n, do: [{gain: score, by: n}]}", {"score": [6, 1]}, None),
        ("{each: others, do: [{gain: score, by: 1}, {end: turn}]}", {"seat": 1}, None),
    ],
)
def test_a_step_between_players_has_its_stated_effect(
    tmp_path: Path, steps: str, there: dict[str, object], says: list[tuple[int | None, str]] | None
) -> None:
    game = small(tmp_path, f"turn: [{{choose: {{go: {{do: [{steps}]}}}}}}]\n")
    state, events = after(game, "go", hand=HANDS, deck=["crab", "gull"], score=[0, 1])
    position = state.to_data()
    assert {name: position[name] for name in there} == there
    if says is not None:
        assert [
            (e.only, line) for e, line in zip(events, event_texts(game, events), strict=True)
        ] == says


AUCTION = """\
turn:
  - {set: bidding, to: 1, who: all}
  - {set: price, to: 0}
  - while: everyone.bidding | sum > 1
    do:
      - each: all
        do:
          - if: bidding and everyone.bidding | sum > 1
            then:
              - {bid: offer, from: price + 1, to: coins, may-pass: true}
              - if: offer > price
                then: [{set: price, to: offer}]
                else: [{set: bidding, to: 0}]
              - {set: offer, to: 0}
  - each: all
    do: [{if: bidding, then: [{lose: coins, by: price}, {gain: score, by: 1}]}]
end: [{rounds: 2}]
"""
SECRET = """\
turn:
  - {each: all, do: [{bid: offer, to: coins}]}
  - each: all
    do:
      - if: offer == everyone.offer | max
        then: [{gain: score, by: 1}, {lose: coins, by: offer}]
end: [{turns: 4}]
"""
COUNTERS = (
    "counters: {offer: %s, bidding: , price: {shared: true}, score: , coins: {start: 9, from: 0"
)


def bidding(folder: Path, turns: str, offer: str) -> ScriptedGame:
    return small(folder, turns, TURNS.replace("counters: {score: , coins: {start: 2, from: 0", COUNTERS % offer).replace("to: 4}", "to: 9}"))  # fmt: skip  # noqa: E501


def test_an_auction_goes_round_until_one_is_left(tmp_path: Path) -> None:
    game = bidding(tmp_path, AUCTION, "")
    state, events = after(game, "turn", "3", "4", players=3)
    assert state.legal_moves() == ["5", "6", "7", "8", "9", "pass"]
    for move in ("pass", "pass"):
        events += state.apply(move)
    assert (state.to_data()["score"], state.to_data()["coins"]) == ([0, 1, 0], [9, 5, 9])
    assert "Player 2 bids 4." in event_texts(game, events)
    play(trials(game)[-1], 1, every=6)


def test_secret_bids_are_known_to_their_bidders_alone(tmp_path: Path) -> None:
    game = bidding(tmp_path, SECRET, "{hidden: true, from: 0, to: 9}")
    state, _ = after(game)
    assert state.legal_moves()[:3] == ["0", "1", "2"]
    events = state.apply("7")
    assert [(e.only, line) for e, line in zip(events, event_texts(game, events), strict=True)] == [
        (None, "Player 1 has decided."),
        (0, "Player 1 bids 7."),
    ]
    assert [state.view(seat)["offer"] for seat in (0, 1, None)] == [
        [7, None],
        [None, 0],
        [None, None],
    ]
    state.apply("5")
    assert (state.to_data()["score"], state.to_data()["coins"]) == ([1, 0], [2, 9])
    play(trials(game)[-1], 1, every=3)


def test_an_eliminated_player_has_no_turns_and_cannot_win(tmp_path: Path) -> None:
    game = small(
        tmp_path,
        "turn:\n  - {pick: others, as: whom}\n  - {eliminate: whom}\n  - {gain: score, by: 1, who: all}\n"
        "end: [{when: active | length == 1}]\n",
    )
    state, events = after(game, players=3, score=[0, 0, 9])
    assert state.legal_moves() == ["player-2", "player-3"]
    events = state.apply("player-3")
    assert event_texts(game, events)[:2] == [
        "Player 1 picks Player 3.",
        "Player 3 is out of the game.",
    ]
    assert (state.to_act, state.legal_moves()) == (1, ["player-1"])
    state.apply("player-1")
    assert state.outcome is not None
    assert (state.outcome.result, state.to_data()["score"]) == ("Player 2", [1, 2, 9])


EFFECTS = """\
effects:
  Gain {n} coins: [{gain: coins, by: n}]
  take {n} from {whom}: [{take: coins, by: n, who: whom}]
turn: [{pick: hand, as: card}, {perform: card, column: name}]
"""


def test_the_effect_text_of_a_card_is_performed(tmp_path: Path) -> None:
    game = small(tmp_path, EFFECTS, cards="gull,Gain 1 coins; Take 2 from others.,2,4\ncrab,,1,3\n")
    state, events = after(game, "gull", hand=[["gull"], ["crab"]], coins=[0, 1])
    assert state.to_data()["coins"] == [2, 0]
    assert event_texts(game, events)[1:] == [
        "Player 1: coins +1, now 1.",
        "Player 1 takes 1 coins from Player 2.",
    ]
    before = state.to_data()["coins"]
    state.apply("crab")
    assert state.to_data()["coins"] == before, "a card without words does nothing"


def test_other_words_of_an_effect_mean_the_same(tmp_path: Path) -> None:
    text = EFFECTS.replace("Gain {n} coins: [{gain: coins,", "gain {n} {good}: [{gain: good,")
    text = "synonyms: {Points: score, coin: coins}\n" + text
    game = small(tmp_path, text, cards="gull,Gain 1 coin; gain 2 points.,2,4\ncrab,,1,3\n")
    state, _ = after(game, "gull", hand=[["gull"], ["crab"]], coins=[0, 1])
    assert (state.to_data()["coins"], state.to_data()["score"]) == ([1, 1], [2, 0])
    with pytest.raises(KitError, match=r'the synonym "one more: coins" is not one word'):
        small(tmp_path, text.replace("coin: coins", "one more: coins"))


@pytest.mark.parametrize(("number", "score"), [("0", 1), ("coins", 4), ("9", 4)])
def test_a_number_says_in_which_column_an_effect_is(
    tmp_path: Path, number: str, score: int
) -> None:
    text = "effects: {one: [{gain: score, by: 1}], gull: [{gain: score, by: 4}], crab: []}\n"
    text += (
        f"turn: [{{pick: hand, as: card}}, {{perform: card, column: [name, id], for: {number}}}]\n"
    )
    cards = "gull,One,2,4\ncrab,One,1,3\n"
    state, _ = after(small(tmp_path, text, cards=cards), "gull", hand=[["gull"], ["crab"]])
    assert state.to_data()["score"] == [score, 0]
    with pytest.raises(KitError, match="one of these columns; say which under for: 1 is the first"):
        small(tmp_path, text.replace(f", for: {number}", ""), cards=cards)
    with pytest.raises(KitError, match='nothing that "card" can be has a text in "nmae"'):
        small(tmp_path, text.replace("[name, id]", "[id, nmae]"), cards=cards)


def test_a_word_of_an_effect_names_a_counter(tmp_path: Path) -> None:
    text = EFFECTS.replace("Gain {n} coins: [{gain: coins,", "gain {n} {good}: [{gain: good,")
    text = text.replace("{n} from {whom}: [{take: coins,", "{n} {good} from {whom}: [{take: good,")
    cards = "gull,Gain 2 score; gain 1 coins; take 1 coins from others,2,4\ncrab,,1,3\n"
    state, _ = after(small(tmp_path, text, cards=cards), "gull", hand=[["gull"], ["crab"]])
    assert state.to_data()["score"] == [2, 0]
    assert state.to_data()["coins"] == [4, 1]
    for word, fault in (("gold", 'no counter "gold"'), ("hand", 'no counter "good"')):
        with pytest.raises(KitError, match=rf'csv:2: .*in the effect "gain 1 {word}": .*{fault}'):
            small(tmp_path, text, cards=f"gull,gain 1 {word},2,4\ncrab,,1,3\n")


def test_the_effect_text_of_a_tokens_space_is_performed(tmp_path: Path) -> None:
    head = TURNS.replace("spaces: weather", "spaces: cards").replace("start: calm", "start: gull")
    steps = "turn: [{move: sun, by: 1}, {perform: sun, column: name}]\n"
    text = EFFECTS.partition("turn:")[0] + steps
    game = small(tmp_path, text, head, cards="gull,,2,4\ncrab,Gain 3 coins,1,3\n")
    state, _ = after(game, "turn", coins=[0, 1])
    assert state.to_data()["coins"] == [3, 1]


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("gain 1 coin", 'there is no effect "gain 1 coin"; did you mean "Gain {n} coins"?'),
        ("sing", "; or define it under `effects` in turns.yaml"),
        (
            "gain 1 coins;" * 21,
            "a cell has 21 effects, more than 20; combine several into one phrase",
        ),
        ("gain many coins", 'in the effect "gain many coins": "many" is not a number'),
        ("take 1 from nobody", 'in the effect "take 1 from nobody": the expression `nobody`'),
    ],
)
def test_a_fault_in_an_effect_text_is_reported_at_its_cell(
    tmp_path: Path, words: str, fault: str
) -> None:
    with pytest.raises(KitError) as caught:
        small(tmp_path, EFFECTS, cards=f"gull,Gain 1 coins,2,4\ncrab,{words},1,3\n")
    assert str(caught.value).startswith("cards.csv:3: ")
    assert fault in str(caught.value)


@pytest.mark.parametrize(
    ("step", "fault"),
    [
        ("{take: hand, who: next}", '"hand" is passed on with "into", not with "by"'),
        ("{take: coins, who: next, into: hand}", '"coins" is passed on with "by", not with "into"'),
        ("{give: hand, into: lawn}", 'has "give", but no "who"'),
        ("{give: hand, who: next, into: heap}", '"heap" is not a hand; cards go to a hand'),
        ("{take: pool, by: 1, who: next}", 'there is no hand or counter of a player "pool"'),
        ("{pick: hand, who: next, as: x}", 'there is no open hand "hand"; known: lawn'),
        ("{show: hand, who: team}", "there are no teams; say how many: `teams: 2`"),
        ("{look: deck, who: next}", "a pile belongs to no player; leave it out"),
        ("{discard: hand, into: heap, at: 1}", 'has "at", but no rows to number'),
        ("{perform: card}", 'there is no card, row or space with a name "card"'),
        ("{pick: hand, as: x}, {perform: x}", 'nothing that "x" can be has a text in "effect"'),
        ("{bid: pool, to: 3}", 'there is no counter of a player "pool"'),
        ("{each: all}", 'has "each", but no "do"'),
    ],
)
def test_an_invalid_step_between_players_is_reported(tmp_path: Path, step: str, fault: str) -> None:
    with pytest.raises(KitError) as caught:
        small(tmp_path, f"turn: [{step}]\n")
    (line,) = str(caught.value).splitlines()
    assert line.startswith(f"turns.yaml:{LINE}: ")
    assert fault in line


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("lawn: {open: true}", "lawn: {open: true, hidden: true}", "is both open and hidden"),
        ("score: ,", "score: {hidden: true},", "is hidden, but shared or without limits"),
        ("winner:", "teams: 2\nwinner:", "1 players cannot make 2 teams of several each"),
        (
            "winner:",
            "rows: {line: {number: 4, deal: 2, from: deck}}\nwinner:",
            "but 11 are dealt to 3",
        ),
        ("winner:", "effects: {'draw {seat}': []}\nwinner:", 'cannot name a value "seat"'),
        ("winner:", "effects: {'draw {n}{m}': []}\nwinner:", "has two values in one word"),
    ],
)
def test_an_invalid_table_is_reported(tmp_path: Path, old: str, new: str, fault: str) -> None:
    with pytest.raises(KitError, match=r"turns\.yaml:") as caught:
        small(tmp_path, "turn: [{say: hi}]\n", TURNS.replace(old, new))
    assert fault in str(caught.value)


def test_cards_in_rows_are_numbered(tmp_path: Path) -> None:
    game = small(
        tmp_path,
        "rows: {line: {number: 2, deal: 1, from: deck}}\n"
        "turn: [{pick: line, as: n}, {draw: deck, into: line, at: n}, {set: score, to: n}]\n",
    )
    state, _ = after(game, "2", deck=["crab", "gull"], line=[["gull"], ["crab"]])
    assert state.to_data()["line"] == [["gull"], ["crab", "gull"]]
    with pytest.raises(
        KitError, match='"line" must be a list with the cards of each of the 2 rows'
    ):
        game.load({"line": [[]]})


def test_many_effects_do_not_make_an_endless_program(tmp_path: Path) -> None:
    steps = ", ".join(["{gain: coins, by: n}"] * 900)
    cards = "".join(f"c{n},gain {n},1,1\n" for n in range(40))
    with pytest.raises(
        KitError, match="the effects take more than 20,000 steps or 1,000 texts; let cards share"
    ):
        small(
            tmp_path,
            f"effects: {{'gain {{n}}': [{steps}]}}\nturn: [{{pick: hand, as: c}}, "
            "{perform: c, column: name}]\n",
            cards=cards,
        )


def test_turns_that_trigger_themselves_are_bounded(tmp_path: Path) -> None:
    game = small(
        tmp_path, "turn: [{each: all, do: [{gain: score, by: 1}]}]\nend: [{turns: 10000}]\n"
    )
    state, _ = game.start(1, 2)
    assert (state.legal_moves(), state.turn) == (["turn"], 3)
    state.apply("turn")
    assert state.turn == 5
