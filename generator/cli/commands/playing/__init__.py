"""Commands that play kits and measure them."""
