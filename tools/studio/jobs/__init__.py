"""The work of the studio that reads packs, each piece in a process of its own: `python -m tools.studio.jobs`.

A process reads lines of JSON and answers each with one line; before an answer it may tell how far it is. The first line
names its job. `limits` holds for the process and for whatever it starts.
"""
