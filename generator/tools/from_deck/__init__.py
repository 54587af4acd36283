"""A new kit from a deck that a script draws: what an importer has understood, written as a kit."""
