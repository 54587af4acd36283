"""Declared fields: what a state holds, told once, from which everything mechanical is derived.

A game's state class lists its fields in its body, in the order in which a position writes them::

    class GrizzledState(State[Move]):
        options = OPTIONS
        players = PLAYERS
        round: int = field(Number())
        leader: int = field(Index("people", "player"), initial=lambda config: config.leader)
        pending: Stack = PENDING
        trials: list[str] = field(Pile(CARD), view=COUNTED, pool=CARDS)
        hands: list[tuple[str, ...]] = field(PerHolder("people", Row(CARD)), view=OWNER, pool=CARDS)

**A field declares** its *codec* (kind of value, see `codecs`: how it is written, read with every
fault at its place, begun and copied), its *key* in plain data (the attribute's name with hyphens,
unless given), who may see it (*view*: `OPEN`, `COUNTED`, `OWNER`, `HIDDEN`, or a function), and the
*pool* of physical pieces it holds. An attribute that is not written is `stored(...)`; an entry that
is written but follows from others is `follows(...)`; several entries from one attribute, or any
other odd case, are a small subclass of `Entry` with `write`, `read` and `hide`. `OPTIONS`,
`PLAYERS`, `PENDING`, `OUTCOME` and `CHANCE` stand for what every state has, where it is written;
the last two come at the end unless they are declared elsewhere. In a position null says nothing.

**Derived from that** are `__slots__`, `copy` (a function compiled once per class), `to_data`,
`load`, `view`, `pieces`, the faults of pieces that are lost or doubled, and `determinize` wherever
it is a reshuffle: every pool's hidden cards are gathered, sorted, shuffled and dealt back.

**A game (`Game[<Game>State]`) says**

- `state_class`, `configure(players, options)` (the `MatchConfig`, with `options` and `people`, the
  names of the seats in positions), and `set_up(state, events)`;
- `decisions` and `automatic`, the step tables from its `flow.py`: what can be decided at each step
  (`Decision(moves, apply, prompt, about)`) and what happens at the others (`Automatic(run, about)`).
  Every function takes `(state, step)`, then the move, then `events`; `about` names the kinds of
  words that follow a step in `pending`, which `step_words(state)` lists (`number` is built in, a
  kind with `*` may repeat). An odd step is written and read by overriding `step_text`, `read_step`;
- `complete(state, reader)`: what a position leaves out, filled in with `reader.filling`;
- `restore_outcome(state, result, rule)`: the end of a game that is over;
- `invariants(state)`: what must hold besides the conservation of pools;
- `redraw(state, seat, rng)`, only where hidden things are more than shuffled cards;
- text and evaluation: `text`, `text_for`, `describe_move`, `evaluate`, `explain_illegal`, ...

So arrows run one way: `content` <- `state` (fields and queries) <- `rules/` <- `flow` <- `game`.
Nothing that `state.py` imports may import the state, not even for its types.

**To port a game**: (1) move `__init__`, `copy` and `__slots__` of its state into fields, keys in the
order of the old `to_data`; (2) give the functions in `flow.py` the table's signature and list them;
(3) let the game class take over what the state forwarded; (4) turn what is left of `load.py` into
`position.py`, with `complete`, and codecs or entries of the game's own into `entries.py`; (5) delete
`load.py`, `dump.py`, `observation.py`, `display/questions.py` and the flow's subclass of the state.

Entries are read in the order they are declared, then `complete` runs. An entry that has to be read
after something has been completed does nothing in `read`, and `complete` reads it.
"""
