"""The items that encoders get wrong, to look through."""
