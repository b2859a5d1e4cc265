"""Text as characters, lines and places; the limits of the language."""
