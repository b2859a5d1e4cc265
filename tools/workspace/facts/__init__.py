"""Facts about rules and about single cards: computed once on all cores, stored, and indexed by name."""
