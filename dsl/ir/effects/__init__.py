"""Facts about effects: what a checked text may do, count, respond to and look at.

Each fact is read off checked operations: for one text (`footprint`), for one operation (`event_reads`) or for all texts
of a program (`survey`, `secret_kinds`). The checks, the engine and the tools ask here. Facts that depend on the modes
and rulings of a match, such as which currencies are plain, are in `interpreter.link.effects`.
"""
