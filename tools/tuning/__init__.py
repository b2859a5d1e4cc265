"""Bots that learn a little: tunes the numbers in a ruleset's `score` by self-play.

A candidate with other numbers plays the same seeds from both seats against the best one so far. What counts in the end
is measured on seeds that no candidate has played.
"""
