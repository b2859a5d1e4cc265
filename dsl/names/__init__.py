"""The names of a program: symbols, signatures, types, and the words that the language provides."""
