"""Words for people: names of things, phrases of actions, the log."""
