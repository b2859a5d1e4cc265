"""Source text as characters, lines and positions; the limits of the language."""
