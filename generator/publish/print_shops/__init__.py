"""Print shops: a kit as the files that a shop prints and cuts, and as the list of what to order."""
