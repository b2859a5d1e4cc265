"""The command line and everything that reads files or writes to a terminal."""
