"""Testing of games: laws for every game, examples as data, consistency of rules and text."""
