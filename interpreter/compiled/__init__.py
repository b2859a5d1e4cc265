"""The fast backend: a checked program as generated Python over the same flat state."""
