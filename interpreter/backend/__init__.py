"""The back end: a whole program as Python functions over the flat list of cells."""
