"""The formatter: one style for every text. The entry point is `dsl.format.formatter`."""
