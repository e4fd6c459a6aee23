"""Names as the intents project's grammar sees them."""


def bare(name: str) -> str:
    """A name without its punctuation, as the grammar sees it in a sentence."""
    # Only the grammar needs that, which most sentences do without.
    from hassil.util import remove_punctuation  # noqa: PLC0415

    return remove_punctuation(name).strip()
