"""Units checked together: a unit with its dependencies, a ruleset with all its packs, and their findings."""
