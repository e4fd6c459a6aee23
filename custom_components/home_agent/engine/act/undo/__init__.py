"""What was done lately, how things were before, and how they get back there.

- `journal`: the last commands, stored. `undoer`: takes them back through the gate.
- `ways_back`, `restore`: the calls that bring a thing back to how it was.
"""
