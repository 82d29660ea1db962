"""Where texts come from: the built-in sets, the user's files, the hub."""
