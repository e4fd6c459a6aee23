"""Sequences of Home Assistant's actions, read and run: no code, no shell.

`conditions.py` reads and judges what must be so, `actions.py` reads what is done, `program.py` runs
it with the gate behind every call.
"""
