"""What every written name refers to: the uses and declarations in one text, for editors and links.

`uses` binds the names of one checked declaration, `cursor` says what could stand at an offset of a text that need not
be whole. Nothing here checks anything: the checker resolves names, and leaves a trace that is read here.
"""
