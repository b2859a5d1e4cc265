"""The cache of checks: its folder, the keys that cover everything a value depends on, and whole cached results."""
