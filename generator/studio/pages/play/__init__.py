"""Play and lab: pages on which games are played and measured."""
