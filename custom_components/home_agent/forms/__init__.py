"""The sections of an agent's options, in the order of the menu."""

from .behaviour import ANSWERING, DEBUG, SCHEDULE, WATCH
from .custom_tools import CUSTOM_TOOLS
from .memory import MEMORY
from .models import BUDGET, EXTERNAL, FALLBACKS, MODEL, RETRIES
from .prompt import CONTEXT, HISTORY, PROMPT, TOOLS
from .safety import SAFETY
from .search import DOCUMENTS, EMBEDDINGS, VECTOR_DB

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
    SAFETY,
    SCHEDULE,
    WATCH,
    FALLBACKS,
    RETRIES,
    EXTERNAL,
    BUDGET,
    DEBUG,
)
