"""What is learnt from: examples from each source, and the guard that keeps tests out of them."""
