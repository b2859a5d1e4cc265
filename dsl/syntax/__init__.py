"""Text to tree: the tokenizer, the LALR parser and the nodes of the tree."""
