"""The forward pass of a small transformer, in plain numpy."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

type Array = NDArray[np.floating]

_HEADS = 12
_TINY = 1e-12
# The error function by formula 7.1.26 of Abramowitz and Stegun: off by 2e-7 at most.
_SLOPE = 0.3275911
_TERMS = (0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Network:
    """Weights by name. Nothing in it changes: any thread may use it."""

    weights: Mapping[str, Array]
    layers: int

    def transform(self, rows: Array) -> Array:
        """Rows of a text, each with regard to its place and to all the others."""
        hidden = self.norm(rows + self.weights["pos"][: len(rows)] + self.weights["kind"], "eln")
        for layer in range(self.layers):
            hidden = self._layer(hidden, f"l{layer}_")
        return hidden

    def dense(self, values: Array, name: str) -> Array:
        """The weights and the bias of this name applied."""
        result: Array = values @ self.weights[f"{name}_w"] + self.weights[f"{name}_b"]
        return result

    def perceive(self, values: Array, name: str) -> Array:
        """Two dense layers with a bend between them."""
        return self.dense(gelu(self.dense(values, f"{name}1")), f"{name}2")

    def norm(self, values: Array, name: str) -> Array:
        """Every row with mean 0 and variance 1, then scaled as was learned."""
        centred = values - values.mean(axis=-1, keepdims=True)
        spread = np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + _TINY)
        scaled: Array = centred / spread * self.weights[f"{name}_w"] + self.weights[f"{name}_b"]
        return scaled

    def _layer(self, hidden: Array, layer: str) -> Array:
        length, width = hidden.shape
        size = width // _HEADS

        def split(name: str) -> Array:
            return self.dense(hidden, layer + name).reshape(length, _HEADS, size).swapaxes(0, 1)

        attention = softmax(split("q") @ split("k").swapaxes(1, 2) / math.sqrt(size))
        mixed = (attention @ split("v")).swapaxes(0, 1).reshape(length, width)
        hidden = self.norm(hidden + self.dense(mixed, f"{layer}o"), f"{layer}ln1")
        inner = self.dense(gelu(self.dense(hidden, f"{layer}i")), f"{layer}d")
        return self.norm(hidden + inner, f"{layer}ln2")


def softmax(values: Array) -> Array:
    """Shares that add up to 1, along the last axis."""
    raised = np.exp(values - values.max(axis=-1, keepdims=True))
    shares: Array = raised / raised.sum(axis=-1, keepdims=True)
    return shares


def gelu(values: Array) -> Array:
    """Values, bent near zero: each times the share of a normal distribution that lies below it."""
    scaled = np.abs(values) / math.sqrt(2)
    step = 1 / (1 + _SLOPE * scaled)
    total = np.zeros_like(scaled)
    for term in reversed(_TERMS):
        total = (total + term) * step
    below = 1 - total * np.exp(-scaled * scaled)
    bent: Array = 0.5 * values * (1 + np.sign(values) * below)
    return bent


def unit(values: Array) -> Array:
    """Every row at length 1."""
    length = np.sqrt((values * values).sum(axis=-1, keepdims=True))
    result: Array = values / (length + _TINY)
    return result
