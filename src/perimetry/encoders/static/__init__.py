"""``static:`` means of vectors from a table, of tokens or of words; no network runs."""
