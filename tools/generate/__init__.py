"""Large packs for measuring: the forms of one pack, written again and again under fresh names.

A generator that made up its own cards would have to know a game. This one knows none: a form that is right in its own
pack is right under another name, so every generated pack is as correct as the pack that it copies. What is not a form
(keywords, effects of the pack) is copied once; scenarios are left out, because they are about the old names.
"""

from tools.generate.pack import Generated, NotGenerated, generate

__all__ = ["Generated", "NotGenerated", "generate"]
