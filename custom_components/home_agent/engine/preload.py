"""All that is otherwise loaded by whoever needs it first, loaded at once.

For a shell on whose event loop nothing may be read from disk.
"""

import hassil
import unicode_rbnf

from .speak import template_sandbox
from .tools import entity_finder, setup, tool_calls
from .understand.grammar import reader as grammar

LOADED = (hassil, unicode_rbnf, template_sandbox, tool_calls, entity_finder, setup, grammar)
