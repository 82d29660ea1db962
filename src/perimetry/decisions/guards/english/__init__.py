"""What the guards know of English: figures, units, calendars, names, and what a text denies."""
