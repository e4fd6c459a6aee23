"""Telling what an understanding took for something else, and what it left out."""

from ..home import Layout
from ..language import Language
from ..understand import Evidence
from .acts import listed
from .phrases import phrase

# Where a sentence has ended already.
_ENDS = (".", "!", "?", "…")


def with_remarks(
    text: str, evidence: Evidence, layout: Layout, language: Language, *, asks: bool
) -> str:
    """An answer with what should be known of how it came about; before it where it `asks`."""
    remarks = [
        phrase(language, "why_found", words=said, names=meant)
        for said, meant in dict.fromkeys(evidence.mended)
    ]
    spared = [layout.entities[one].name for one in evidence.spared if one in layout.entities]
    if spared:
        remarks.append(phrase(language, "may_be_at_work", name=listed(spared, language)))
    if not remarks or "why_found" not in language.phrases:
        return text
    told = " ".join(remarks)
    if asks:
        return f"{told} {text}"
    return f"{text}{'' if text.endswith(_ENDS) else '.'} {told}"
