"""How figures are taken and shown."""

import statistics
from collections.abc import Callable, Iterable
from time import perf_counter


def milliseconds(work: Callable[[], object]) -> float:
    """How long something takes."""
    started = perf_counter()
    work()
    return (perf_counter() - started) * 1000


def percentiles(taken: Iterable[float]) -> str:
    """The middle and the slow end."""
    p50, p95 = middle_and_slow_end(taken)
    return f"p50 {p50:6.1f} ms   p95 {p95:6.1f} ms"


def middle_and_slow_end(taken: Iterable[float]) -> tuple[float, float]:
    """The 50th and the 95th percentile."""
    cuts = statistics.quantiles(taken, n=20)
    return cuts[9], cuts[18]
