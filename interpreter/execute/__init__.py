"""Executes statements, events, windows and choices until a player has to answer."""
