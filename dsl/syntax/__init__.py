"""Text to tree: tokens, the LALR parser, the nodes of the tree."""
