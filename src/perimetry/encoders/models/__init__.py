"""Where the files of a model are, and how its tensors are read and written."""
