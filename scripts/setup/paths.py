"""Where things are."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOCKS = ROOT / "locks"
# All that set-up adds besides the environments. Ignored by git; `make clean` removes it.
PRIVATE = ROOT / ".setup"
