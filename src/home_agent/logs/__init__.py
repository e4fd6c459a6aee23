"""The log: a file for commands, standard error for the service.

`log_file` opens it, `formats` writes lines for people, programs and systemd's journal, `settings`
are what can be set, and `redaction` hides secrets on the way out.
"""
