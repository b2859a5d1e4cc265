"""Explains a parse error in one sentence: what the author probably meant, and what to write."""
