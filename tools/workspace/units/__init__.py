"""Units, that is rulesets, packs and loose texts: which ones a path means, their files, and their declarations."""
