"""Many games: plans, parameters, worker processes."""
