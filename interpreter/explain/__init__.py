"""Answers to why, why not and how likely; traces, coverage and the location of faults."""
