"""The prompt: a match that one looks into and changes, line by line.

`session` knows everything that can be typed and answers with lines of text; it never sees a terminal. `terminal` and
`plain` are the two fronts. Nothing here is loaded before the command is called for.
"""
