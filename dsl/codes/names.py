"""2xxx: names and types."""
