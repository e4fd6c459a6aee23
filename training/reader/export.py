"""A trained network → the file that the engine reads: small numbers, with a scale for each row."""

import json
from pathlib import Path

import numpy as np
from torch import Tensor

from .network import Reader

_LARGEST = 127


def write_model(model: Reader, vocabulary: list[str], actions: list[str], target: Path) -> None:
    """Write all weights; the large ones as whole numbers from -127 to 127."""
    arrays: dict[str, np.ndarray] = {}
    table, scales = _quantised(_array(model.word.weight), axis=1)
    arrays["table"], arrays["scales"] = table, scales[:, 0].astype(np.float16)
    plain = {"pos": model.pos.weight, "kind": model.kind, "eln_b": model.eln.bias}
    plain |= {"eln_w": model.eln.weight, "scale": model.scale, "lscale": model.lscale}
    large = {f"{name}_w": getattr(model, name).weight for name in ("sproj", "eproj", "tok", "lift")}
    for name in ("null1", "null2", "action1", "action2"):
        large[f"{name}_w"] = getattr(model, name).weight
        plain[f"{name}_b"] = getattr(model, name).bias
    for name in ("weight", "eweight", "heed"):
        plain[f"{name}_w"] = getattr(model, name).weight[0]
        plain[f"{name}_b"] = getattr(model, name).bias[0]
    for number, layer in enumerate(model.layers):
        for part in ("q", "k", "v", "o", "i", "d", "ln1", "ln2"):
            weights = plain if part.startswith("ln") else large
            weights[f"l{number}_{part}_w"] = getattr(layer, part).weight
            plain[f"l{number}_{part}_b"] = getattr(layer, part).bias
    for name, weight in plain.items():
        arrays[f"{name}.f"] = _array(weight)
    for name, weight in large.items():
        arrays[f"{name}.q"], arrays[f"{name}.s"] = _quantised(_array(weight).T, axis=0)
    about = {"vocabulary": vocabulary, "actions": actions, "layers": len(model.layers)}
    arrays["about"] = np.frombuffer(json.dumps(about).encode(), dtype=np.uint8)
    np.savez_compressed(target, **arrays)


def _array(weight: Tensor) -> np.ndarray:
    return weight.detach().float().cpu().numpy()


def _quantised(values: np.ndarray, axis: int) -> tuple[np.ndarray, np.ndarray]:
    scales = np.abs(values).max(axis=axis, keepdims=True) / _LARGEST + 1e-12
    return np.round(values / scales).astype(np.int8), scales.astype(np.float32)
