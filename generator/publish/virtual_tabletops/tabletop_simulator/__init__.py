"""Tabletop Simulator: a kit as a saved object, with the pictures and models that it loads.

Rectangles of card size become cards, on sheets of up to 10 × 7; other rectangles and circles become
tiles; all other shapes and standees become models, extruded from their outline.
"""
