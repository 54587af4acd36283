"""Effects of cards: parsed, validated and resolved."""
