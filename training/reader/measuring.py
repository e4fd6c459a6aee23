"""What a trained network reads in homes that it learned nothing from."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from .network import Batch, Reader
from .sampling import Thing

_BARS = (0.4, 0.6, 0.8, 0.9)
_IDLE = ("none", "missing")


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What became of one sentence."""

    things: bool
    """Whether the right things were found."""

    action: bool
    sure: float
    """How sure it is of something to be done; 0 if it would do nothing."""

    idle: bool
    """Whether nobody should act upon it."""


def measure(
    model: Reader,
    homes: list[dict[str, Any]],
    corpus: dict[str, Any],
    tensors: Callable[[list[Thing], list[str]], Batch],
) -> str:
    """What is read rightly, and at each bar what is done rightly, wrongly and for nobody."""
    model.eval()
    verdicts = [verdict for home in homes for verdict in _judge(model, home, corpus, tensors)]
    asked = [verdict for verdict in verdicts if not verdict.idle]
    idle = [verdict for verdict in verdicts if verdict.idle]
    told = [
        f"things {np.mean([verdict.things for verdict in asked]):.3f}",
        f"actions {np.mean([verdict.action for verdict in asked]):.3f}",
    ]
    for bar in _BARS:
        done = [verdict for verdict in asked if verdict.sure > bar]
        right = sum(verdict.things and verdict.action for verdict in done)
        wrong = len(done) - right
        false = sum(verdict.sure > bar for verdict in idle)
        told.append(
            f"{bar}: right {right / max(1, len(asked)):.3f} wrong {wrong / max(1, len(asked)):.3f} "
            f"idle {false / max(1, len(idle)):.4f}"
        )
    return " | ".join(told)


def _judge(
    model: Reader,
    home: dict[str, Any],
    corpus: dict[str, Any],
    tensors: Callable[[list[Thing], list[str]], Batch],
) -> list[Verdict]:
    things: list[Thing] = [tuple(thing) for thing in home["things"]]
    chatter = [
        (text, "none", [])
        for language, text, source in corpus["chatter"]
        if language == "*" and source == home["source"]
    ]
    sentences = [entry for entry in (*home["sentences"], *chatter) if entry[2] is not None]
    with torch.no_grad():
        scores, asked = model(tensors(things, [entry[0] for entry in sentences]))
    shares, acts = scores.softmax(-1).cpu().numpy()[:, 1:], asked.softmax(-1).cpu().numpy()
    verdicts = []
    for (_, action, targets), share, act in zip(sentences, shares, acts, strict=True):
        # what is at least half as likely as the likeliest is meant along with it
        meant = [at for at, part in enumerate(share) if part >= share.max() / 2]
        best = corpus["actions"][int(act.argmax())]
        does = best not in (*_IDLE, "ask")
        verdicts.append(
            Verdict(
                things={things[at][0] for at in meant} == set(targets),
                action=best == action,
                sure=float(act.max() * share[meant].sum()) * does,
                idle=action in _IDLE,
            )
        )
    return verdicts
