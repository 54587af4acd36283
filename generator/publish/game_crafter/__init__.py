"""The Game Crafter: a whole game as pictures for its products, and the list of what to order.

Cards, chits, tiles, mats and boards are printed as the product that is cut like them; what has a cut of
its own goes on sheets of custom punchouts; the rulebook becomes a booklet, and boxes hold it all.
"""
