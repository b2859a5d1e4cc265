"""The font of cards: the first that is installed. Widths are those of Helvetica, and lines are stretched to them."""

FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', 'Noto Sans', Verdana, 'Segoe UI', sans-serif"
