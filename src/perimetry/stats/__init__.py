"""Numbers to confidence: intervals, verdicts and seeds."""
