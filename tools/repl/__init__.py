"""The prompt: inspects and changes a match line by line.

`session` handles everything that can be typed and answers with lines of text; it never sees a terminal. `terminal` and
`plain_prompt` are the two front ends. Nothing is loaded before the command runs.
"""
