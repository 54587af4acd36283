"""Tabletop Simulator: a kit as a saved object, with the pictures and models that it loads.

Rectangles that are handled as decks become cards, on sheets of up to 10 × 7; other rectangles and
circles become tiles; any other shape, and figures that stand, become models cut from their outline.
"""
