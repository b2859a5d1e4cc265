"""Prepares a checked program to run: indexes, plans and facts, computed once and shared by all matches."""
