"""Jinja templates to scene markup: the environment, the styles, the words to translate."""
