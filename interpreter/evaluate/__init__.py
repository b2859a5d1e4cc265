"""Evaluates expressions and rules on a state; never asks a player."""
