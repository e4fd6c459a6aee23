// Talks to the server: requests, and a stream of events that comes back by itself.

export class Refused extends Error {
  constructor(status, message, code) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

// The server shows that it is there every 15 seconds; whoever slept hears nothing for longer.
const PATIENCE = 40000;
const BETWEEN_SIGNS = 20000;
const LONGEST_PAUSE = 8000;
// A browser opens six lines to a server: a tab that nobody looks at leaves its own to others.
const UNSEEN = 60000;

export class Api extends EventTarget {
  // `send(path, init)` makes a request in the name of whoever looks. `subscribe(listener, language)` has what
  // happens told by a line that is there already, and resolves with what ends that; without it, we open a stream.
  constructor(send, subscribe = null) {
    super();
    this.send = send;
    this.subscribe = subscribe;
    this.online = false;
    this.run = null;
    this.language = "en";
    this.stopped = true;
  }

  async request(method, path, { body, query } = {}) {
    const search = new URLSearchParams({ language: this.language, ...query });
    const init = { method, headers: {} };
    if (body) {
      init.body = JSON.stringify({ language: this.language, ...body });
      init.headers["Content-Type"] = "application/json";
    }
    const response = await this.send(`${path}?${search}`, init);
    return read(response);
  }

  get(path, query) { return this.request("GET", path, { query }); }
  post(path, body) { return this.request("POST", path, { body: body ?? {} }); }
  remove(path, query) { return this.request("DELETE", path, { query }); }

  start() {
    if (!this.stopped) return;
    this.stopped = false;
    this.wake = () => {
      clearTimeout(this.resting);
      if (document.visibilityState !== "visible") {
        if (!this.subscribe) this.resting = setTimeout(() => { this.rests = true; this.abort?.abort(); }, UNSEEN);
        return;
      }
      this.rests = false;
      // Whoever slept may hold a stream that nobody writes to any more.
      if (Date.now() - this.heard > BETWEEN_SIGNS) this.abort?.abort();
      this.hurry?.();
    };
    this.lose = () => this.abort?.abort();
    addEventListener("online", this.wake);
    addEventListener("offline", this.lose);
    document.addEventListener("visibilitychange", this.wake);
    this.follow();
  }

  stop() {
    this.stopped = true;
    this.abort?.abort();
    removeEventListener("online", this.wake);
    removeEventListener("offline", this.lose);
    document.removeEventListener("visibilitychange", this.wake);
  }

  restart() { this.abort?.abort(); this.hurry?.(); }

  async follow() {
    let pause = 500;
    while (!this.stopped) {
      try {
        await this.listen();
        pause = 500;
      } catch (error) {
        if (error.status === 401) {
          this.stop();
          this.tell("out");
          return;
        }
      }
      if (this.stopped) return;
      if (this.rests) {
        await new Promise((resolve) => { this.hurry = resolve; });
        continue;
      }
      this.become(false);
      await new Promise((resolve) => {
        this.hurry = resolve;
        setTimeout(resolve, pause * (0.7 + Math.random() * 0.6));
      });
      this.hurry = null;
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    }
  }

  // Until it ends, or we let go of it. The line comes back by itself, and begins with a hello then.
  async attend() {
    this.abort = new AbortController();
    this.heard = Infinity;
    const { signal } = this.abort;
    let unsubscribe = null;
    try {
      await new Promise((resolve, reject) => {
        signal.addEventListener("abort", resolve);
        this.subscribe((event) => (event.type === "end" ? resolve() : this.hear(event)), this.language)
          .then((found) => { unsubscribe = found; if (signal.aborted) found(); }, reject);
      });
    } finally { Promise.resolve(unsubscribe?.()).catch(() => {}); }
  }

  async listen() {
    if (this.subscribe) return this.attend();
    this.abort = new AbortController();
    const response = await this.send(`events?language=${this.language}`, { signal: this.abort.signal });
    if (!response.ok) await read(response);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const watchdog = setTimeout(() => this.abort.abort(), PATIENCE);
      const { value, done } = await reader.read().finally(() => clearTimeout(watchdog));
      this.heard = Date.now();
      if (done) return;
      const parts = (rest + value).split("\n\n");
      rest = parts.pop();
      for (const part of parts) if (part.startsWith("data: ")) this.hear(JSON.parse(part.slice(6)));
    }
  }

  hear(event) {
    if (event.type === "hello") {
      const again = this.run !== null;
      const restarted = again && this.run !== event.run;
      this.run = event.run;
      if (this.viewer !== undefined && this.viewer !== event.viewer) { this.tell("other"); return; }
      this.viewer = event.viewer;
      this.become(true);
      if (again) this.tell("back", { restarted });
      return;
    }
    this.tell(event.type, event);
  }

  become(online) {
    if (online === this.online) return;
    this.online = online;
    this.tell("connection", { online });
  }

  tell(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail })); }
}

export async function read(response) {
  let document = null;
  try {
    document = await response.json();
  } catch { /* What is no JSON says nothing that could be shown. */ }
  if (response.ok) return document;
  const error = document?.error ?? document ?? {};
  throw new Refused(response.status, error.message ?? response.statusText, error.code);
}
