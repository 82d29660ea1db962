"""What changes an encoder: prompts, dimensions, bits, directions, a learnt map."""
