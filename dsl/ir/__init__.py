"""The checked program: everything the engine needs, and nothing of the text."""
