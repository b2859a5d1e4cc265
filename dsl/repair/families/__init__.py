"""What people write instead, family by family: other notations, other languages, English."""
