"""One record as a page or as files of its own."""
