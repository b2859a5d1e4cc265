"""6xxx: scenarios and replay."""
