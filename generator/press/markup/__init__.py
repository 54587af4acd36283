"""Scene markup: its elements, their attributes, its parser and its errors."""
