"""How a command ends, as its exit status, and wrong usage."""

OK, ERROR, USAGE, REFUSED, INTERRUPTED = 0, 1, 2, 3, 130

PIPE_CLOSED = 141
"""What a shell reports of a program that wrote into a closed pipe."""

EXIT_STATUSES = """\b
Exit status:
  0    it went well
  1    an error: a device did not do what it was asked, the language model that
       was needed cannot be reached, or the trouble is ours
  2    wrong usage: a command, an option or a file that cannot be used
  3    refused: nothing was done, because it was not understood, is not there,
       is not allowed, or a question came back
  130  stopped by Ctrl-C
"""


class UsageError(Exception):
    """What was typed cannot be used; the message says why."""
