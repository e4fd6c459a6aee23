"""Days, clock times and durations in a sentence."""
