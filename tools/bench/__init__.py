"""Figures of this machine, always as ratios to a reference that is measured in the same run.

A machine is fast today and busy tomorrow; a ratio of two things measured in turn stays. `compile_bench` measures how
packs are read and checked.
"""

from tools.bench.compiling import compile_bench

__all__ = ["compile_bench"]
