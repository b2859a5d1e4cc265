"""The engine: runs a checked program as a match. Never prints, opens a file or reads the clock."""
