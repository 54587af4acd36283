"""The rules engine: games, states, moves, events, and what plays, saves and measures them."""
