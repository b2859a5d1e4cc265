"""The rooms of the formatter: words, shape, breaks, lines. The way in is `dsl.format`."""
