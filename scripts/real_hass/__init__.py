"""A real Home Assistant, with our integration in it, in a process and folder of its own.

Needs an environment that Home Assistant is installed in. `make develop` and the end-to-end tests
start it, and it leaves nothing behind.
"""

from .client import AGENT, Client
from .folder import DEMO, RECORDING
from .process import RealHass, StartError

__all__ = ["AGENT", "DEMO", "RECORDING", "Client", "RealHass", "StartError"]
