"""What day it is: the weekday, the date, the month, the year."""

from ..language import Language
from ..plan import Wording
from .moments import full_date, weekday


def tell_the_day(wording: Wording, language: Language) -> str:
    """The answer to a question after a day; empty where it is none, or we lack the words."""
    if wording.intent != "HassGetCurrentDate" or not language.phrases:
        return ""
    day = wording.slots["date"]
    if wording.response in ("weekday", "date"):
        return f"{weekday(day, language)}, {full_date(day, language)}"
    if wording.response == "month":
        return full_date(day, language)
    return str(day.year) if wording.response == "year" else ""
