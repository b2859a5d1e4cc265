"""What people and other programs use: the command line and everything that reads files or writes to a terminal."""
