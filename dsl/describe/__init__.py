"""Rules text in English, from single words to whole cards. The entry point is `dsl.describe.card`."""
