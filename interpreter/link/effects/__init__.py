"""Facts about effects that depend on the modes and rulings of a match: what its texts read, hide and use up.

`dsl.ir.effects` derives what the checked texts alone decide; this package adds what only a linked program decides.
"""
