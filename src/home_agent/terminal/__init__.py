"""A person at a terminal: what they type, and what they see.

Input: `line_editing` and `input_lines` for a chat, `bounded_input` for files and pipes, no more of
them than is of use. Output: `screen` and `streams` for any terminal, file or pipe; `progress`,
`status_line`, `slow_model` and `wrapping` while a turn runs; `changes`, `plan_lines` and
`state_words` for what is told.
"""
