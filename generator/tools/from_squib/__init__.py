"""Import of Squib decks: reads Ruby scripts, layouts and tables into a design, without running them."""
