"""OpenAI's chat completions, whoever carries the bytes: requests and replies as values.

- `chat_request`, `chat_reply`: its JSON → values, and back. `api_error`: errors in its form.
- `responses_request`, `responses_reply`: the same for its Responses.
- `model_names`, `request_language`: what a request chooses.
- `agent_chat`: a request → a turn of the agent → a reply. `reply_document`: what that rests on.
- `forwarded_tools`: tools of the caller that a model may call. `running_turn`,
  `waiting_turns`: turns that wait for what came of them.
- `open_conversations`: which conversation of the agent a caller's messages go on with.
- `pending_replies`: a reply in the making, in a task of its own; whole or as a stream of events.
"""
