"""What each command of `home-agent` does, a module each; `cli/` reads its options.

Beside them: `greeting` and `slash` for the chat.
"""
