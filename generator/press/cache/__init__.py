"""The build cache: what earlier builds made, and what it was made from."""
