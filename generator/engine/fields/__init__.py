"""Declared fields: what a state holds, from which copies, plain data and views are derived.

The state class of a game lists its fields in its body, in the order of its plain data::

    class GrizzledState(State[Move]):
        options = OPTIONS
        players = PLAYERS
        round: int = field(Number())
        leader: int = field(Index("people", "player"), initial=lambda config: config.leader)
        pending: Stack = PENDING
        trials: list[str] = field(Pile(CARD), view=COUNTED, pool=CARDS)
        hands: list[tuple[str, ...]] = field(PerHolder("people", Row(CARD)), view=OWNER, pool=CARDS)

**A field declares** its *codec* (the type of its value: how it is written, read with faults at their
places, initialized and copied; see `codecs`), its *key* in plain data (by default the attribute's name
with hyphens), who can see it (*view*: `OPEN`, `COUNTED`, `OWNER`, `HIDDEN`, or a function), and the
*pool* of physical pieces it holds. An attribute that is not written is `stored(...)`; an entry that is
written but follows from others is `follows(...)`. Anything else is a small subclass of `Entry` with
`write`, `read` and `hide`. `OPTIONS`, `PLAYERS`, `PENDING`, `OUTCOME` and `CHANCE` place what every
state has; the last two are written at the end by default. In a position null means "not given".

**Derived from that** are `__slots__`, `copy` (a function compiled once per class), `to_data`,
`load`, `view`, `pieces`, the faults of pieces that are lost or doubled, and `determinize` wherever
it is a reshuffle: every pool's hidden cards are gathered, sorted, shuffled and dealt back.

**A game (`Game[<Game>State]`) defines**

- `state_class`, `configure(players, options)` (the `MatchConfig`, with `options` and `people`, the
  names of the seats in positions), and `prepare(state, events)`;
- `decisions` and `automatic`, the step tables from its `flow.py`: what can be decided at each step
  (`Decision(moves, apply, prompt, about, secret)`) and what happens at the others
  (`Automatic(run, about)`).
  Every function takes `(state, step)`, then the move, then `events`; `about` names the kinds of
  words that follow a step in `pending`, which `step_words(state)` lists (`number` is built in, a
  kind with `*` may repeat). An odd step is written and read by overriding `step_text`, `read_step`;
- `complete(state, reader)`: fills in what a position leaves out, with `reader.filling`;
- `restore_outcome(state, result, rule)`: the end of a game that is over;
- `invariants(state)`: faults of a position besides lost or doubled pieces;
- `redraw(state, seat, rng)`, only if hidden information is more than shuffled cards;
- `unplayable(records)`: the faults of records with which no game can be set up;
- `refusals`, the table of why moves are illegal at each step, and `sentences`, of what events are in words;
- `messages`, of a game that is played in other languages: the texts of its code.  Prompts, seats,
  refusals and the legend are translated with them; `words` is the translator;
- text and evaluation: `text`, `text_for`, `describe_move`, and `judge`, which is asked only while the
  game goes on: afterwards the outcome is the value.

Imports run one way: `content` <- `state` (fields and queries) <- `rules/` <- `flow` <- `game`.
Nothing that `state.py` imports may import the state, not even for its types.

Entries are read in the order they are declared, then `complete` runs. An entry that has to be read
after something has been completed does nothing in `read`, and `complete` reads it.
"""
