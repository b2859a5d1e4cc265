"""Generates large packs for benchmarks: the forms of one pack, repeated under new names.

A generator that invents cards would have to know a game. This one knows none: a form that is correct in its own pack is
correct under another name, so a generated pack is as correct as its model. Other declarations (keywords, effects of the
pack) are copied once; scenarios are left out, because they use the old names.
"""

from tools.generate.pack import Generated, NotGenerated, generate

__all__ = ["Generated", "NotGenerated", "generate"]
