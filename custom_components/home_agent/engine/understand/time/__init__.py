"""Days, clock times and durations in a sentence.

- `times`: when a sentence is meant for; `time_parts` gathers it, `reference` counts from it.
- `timed_clauses`: a sentence with several times. `clocks`, `days`, `durations`: the pieces.
"""
