"""The Game Crafter: a whole game as pictures for its products, and the list of what to order.

Cards, chits, tiles, mats and boards are printed as the product with the same cut; pieces with any
other cut go on sheets of custom punchouts; the rulebook becomes a booklet, and boxes hold everything.
"""
