"""If, when, unless: what may be so, or come to be so, in words.

- `conditional`: a sentence parted into a condition and a command. `reader`: the condition.
- `simple`: one condition without and/or; `people_and_weather`, `thresholds`, `completion` and
  `time_of_day` are its subjects. `state_words`: the states that a word means.
"""
