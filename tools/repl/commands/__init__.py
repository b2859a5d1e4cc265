"""The commands of the prompt: their table, and a module for each group of them."""
