"""The rooms of the rules text, from single words to whole cards. The way in is `dsl.describe`."""
