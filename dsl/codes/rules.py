"""3xxx: rules and timing."""
