"""MiniLM's word pieces and layers, in half precision: `python -m training.reader.pretrained FILE`.

The weights come inside a package (Apache-2.0); nothing is fetched here. Pieces of other scripts
than the Latin one are left out: nobody of ours would ever use them.
"""

import json
import re
import struct
import sys
import zipfile
from importlib import resources
from pathlib import Path

import numpy as np

_PACKAGE = "all_minilm_l6_v2"
_LAYERS = 3
_LONGEST = 40
_KEPT = re.compile(r"(##)?[a-z0-9'%°.,?!&+:;/$€£-]+")
_SPECIAL = ("[PAD]", "[UNK]")
_TYPES = {"F32": np.float32, "I64": np.int64}
_PARTS = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "o": "attention.output.dense",
    "ln1": "attention.output.LayerNorm",
    "i": "intermediate.dense",
    "d": "output.dense",
    "ln2": "output.LayerNorm",
}


def main(target: Path) -> None:
    """Write the weights, with the vocabulary as JSON in bytes."""
    archive = zipfile.ZipFile(str(resources.files(_PACKAGE) / "model.zip"))
    pieces = json.loads(archive.read("tokenizer.json"))["model"]["vocab"]
    kept = [
        piece
        for piece, _ in sorted(pieces.items(), key=lambda entry: entry[1])
        if piece in _SPECIAL or _KEPT.fullmatch(piece)
    ]
    weights = _read_safetensors(archive.read("model.safetensors"))
    found = {
        "word": weights["embeddings.word_embeddings.weight"][[pieces[piece] for piece in kept]],
        "pos": weights["embeddings.position_embeddings.weight"][:_LONGEST],
        "kind": weights["embeddings.token_type_embeddings.weight"][0],
        "eln_w": weights["embeddings.LayerNorm.weight"],
        "eln_b": weights["embeddings.LayerNorm.bias"],
    }
    for layer in range(_LAYERS):
        for part, name in _PARTS.items():
            for kind in ("weight", "bias"):
                found[f"l{layer}_{part}_{kind[0]}"] = weights[
                    f"encoder.layer.{layer}.{name}.{kind}"
                ]
    halved = {name: values.astype(np.float16) for name, values in found.items()}
    vocabulary = np.frombuffer(json.dumps(kept).encode(), dtype=np.uint8)
    np.savez(target, vocabulary=vocabulary, **halved)
    print(f"{len(kept)} word pieces, {_LAYERS} layers")


def _read_safetensors(raw: bytes) -> dict[str, np.ndarray]:
    """Arrays by name: a length, a header in JSON, then numbers."""
    (length,) = struct.unpack("<Q", raw[:8])
    header = json.loads(raw[8 : 8 + length])
    header.pop("__metadata__", None)
    found = {}
    for name, entry in header.items():
        start, end = (8 + length + at for at in entry["data_offsets"])
        values = np.frombuffer(raw[start:end], dtype=_TYPES[entry["dtype"]])
        found[name] = values.reshape(entry["shape"])
    return found


if __name__ == "__main__":
    main(Path(sys.argv[1]))
