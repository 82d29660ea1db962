"""A base model and its repaired self, merged weight by weight, and where between them is best."""
