"""One module for each question of an editor: pure functions from a project and an offset to plain values."""
