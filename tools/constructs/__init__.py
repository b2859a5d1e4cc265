"""Counts which games use which constructs of the language, and how long their cards are.

For people who change the language: a construct that only one game uses is suspect and needs a verdict. The tables are
in `dsl/DESIGN.md` between two marks; `python -m tools.constructs` rewrites them and keeps the verdicts.
"""
