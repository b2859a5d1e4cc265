"""The checker: resolves names, checks types and lowers every declaration to operations."""
