"""Facts that only the whole program shows."""
