"""Arrays and texts to numbers, one idea a file."""
