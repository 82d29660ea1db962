"""Fine-tuning: the settings, what each step sees, the trainer, and what is written down.

Files that start with an underscore need the extra ``train``.
"""
