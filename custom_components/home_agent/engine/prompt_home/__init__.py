"""The caller's home: its devices are in the messages of a request, its calls go back in the reply.

- `messages`: what the messages of a request hold: what was said, called and reported.
- `device_table`, `assist_context`: the devices in a system message → a `DeviceTable`.
- `home`: a `Home` of these devices, which keeps the calls for the caller.
- `caller_tools`, `assist_tools`: a service call → a call of a tool that the caller has.
- `strict_tools`: what a model may use in such a home.
- `tool_results`: what the caller reports of its calls → words.
- `conversation`: what was said before, read again. `pending_questions`: what a model asked.
- `answering`: messages → a reply. `prompt_home_chat`: a request of OpenAI's API → its reply.
"""

from .answering import IssuedCall, PromptHomeAnswerer, PromptReply, PromptRequest
from .caller_tools import CallerTool
from .device_table import DeviceTable
from .messages import MadeCall, RequestError, RequestMessage, read_arguments
from .prompt_home_chat import PromptHomeChat
from .tables import lists_devices, read_devices

__all__ = [
    "CallerTool",
    "DeviceTable",
    "IssuedCall",
    "MadeCall",
    "PromptHomeAnswerer",
    "PromptHomeChat",
    "PromptReply",
    "PromptRequest",
    "RequestError",
    "RequestMessage",
    "lists_devices",
    "read_arguments",
    "read_devices",
]
