"""What each seat may see: views, questions and the log with hidden information removed."""
