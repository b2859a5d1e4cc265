"""Balance: how strong the cards of a pack are, and what another value of a card would change.

All arms of a comparison play the same seeds, so that most of the luck is the same on both sides. Every figure has a
95 % confidence interval and the command that reproduces it.
"""
