"""Layout: nodes of markup to items of a scene."""
