"""What a new version of a pack changes: in words, in its scenarios, and in seeded games."""
