"""Records what a run does: traces, reads, coverage, and the place of every fault."""
