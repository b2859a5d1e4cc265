"""The commands: one module for each, named like the command, with a click command called `command`."""
