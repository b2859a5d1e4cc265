"""Which constructs of the language which games use, and how long their cards are.

For people who change the language: a construct that one game alone uses is suspect, and wants a verdict. The tables
stand in `dsl/DESIGN.md` between two marks; `python -m tools.constructs` writes them anew and keeps the verdicts.
"""
