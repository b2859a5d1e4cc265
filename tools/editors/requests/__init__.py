"""One module for each request of an editor: it finds the text and the offset, asks, and translates the answer."""
