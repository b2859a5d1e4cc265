"""Reads a line by the words of the game in it, whatever the notation around them: its items, sentences and rules."""
