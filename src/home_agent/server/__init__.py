"""The home behind an API that everyone already speaks: OpenAI's chat completions over HTTP.

- `http_server`: opens the port, tells when it is ready, and ends in order; `header_timeout`
  gives up connections that say nothing.
- `app`: the routes. `access`: who may come in, how often and with how much; under every route.
- `keys`, `limits`: the keys, and what each may use. `caller`: who asks, for the rest to know.
- `error_response`: errors in OpenAI's form. Requests and replies as values: `engine/chat_api`.
- `chat_completions`: one request → one reply, whole or as a stream.
- `answerer`: the seam. `our_home` answers with the home that this app is set to, `callers_home`
  with the one that a prompt tells of.

Where others hook in:

- *Another way to answer* (the caller's home): an `answerer.Answerer`, before `OurHome` in
  `build_answerers` of `app`. The first whose `takes` says yes has the request.
- *Another app on the same port* (MCP): a `MountedApp` with its path, given to `build_app`. It is
  behind the same check of keys: `caller_of(scope)` in `caller` tells who asks, and `Caller.turn`
  and `Caller.authority` are what to act on, so that the gate and the audit know the key.
"""
