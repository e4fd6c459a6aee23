"""The sections of an agent's options, in the order of the menu."""

from .behaviour import ANSWERING, DEBUG, SCHEDULE, WATCH
from .custom_tools import CUSTOM_TOOLS
from .memory import MEMORY
from .models import BUDGET, CACHE, EXTERNAL, FALLBACKS, MODEL, RETRIES
from .prompt import CONTEXT, HISTORY, PROMPT, TOOLS
from .safety import SAFETY
from .search import DOCUMENTS, EMBEDDINGS, VECTOR_DB
from .treat_as import TREAT_AS
from .visible import VISIBLE

__all__ = ["SECTIONS"]

SECTIONS = (
    MODEL,
    PROMPT,
    CONTEXT,
    VECTOR_DB,
    EMBEDDINGS,
    DOCUMENTS,
    TOOLS,
    CUSTOM_TOOLS,
    HISTORY,
    MEMORY,
    ANSWERING,
    VISIBLE,
    SAFETY,
    TREAT_AS,
    SCHEDULE,
    WATCH,
    FALLBACKS,
    RETRIES,
    EXTERNAL,
    BUDGET,
    CACHE,
    DEBUG,
)
