"""A match as a game tree, for search and learning: decisions, chance and ends, as values that never change.

`GameTree` is the game with its seats; a `TreeNode` is one point of a match. Whoever searches goes from a node to its
children, and sees of each node what a seat may know: a text and a row of numbers. Nothing here knows a game.
"""
