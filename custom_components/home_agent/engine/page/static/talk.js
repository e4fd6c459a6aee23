// Talk: messages with what became of each thing, and whatever is needed to go on.

import { h, fill, icon, id, ask, confirmed } from "./dom.js";
import { t, tr, when, clock, figure, place } from "./words.js";
import { answers, settle } from "./question.js";
import { Refused } from "./api.js";

const Recognition = globalThis.SpeechRecognition ?? globalThis.webkitSpeechRecognition;
const PICTURES = { done: "done", already: "done", pending: "clock", asked: "done", scheduled: "planned", refused: "refused", failed: "failed", awaiting: "asked" };

class HomeTalk extends HTMLElement {
  connectedCallback() {
    if (this.list) return;
    this.messages = new Map();
    this.build();
    const { api } = this.app;
    api.addEventListener("message", ({ detail }) => { if (detail.conversation === this.app.conversation) this.take(detail.message); });
    api.addEventListener("words", ({ detail }) => this.addWords(detail));
    api.addEventListener("back", ({ detail }) => this.comeBack(detail.restarted));
    api.addEventListener("notice", ({ detail }) => this.say(detail.text));
    addEventListener("storage", (event) => { if (event.key === "home-agent-conversation") this.load(); });
    this.app.addEventListener("overview", () => this.showName());
    this.load();
  }

  appear() { if (matchMedia("(hover: hover)").matches) this.field.focus(); }

  build() {
    this.list = h("ol", { class: "messages" });
    this.welcome = h("div", { class: "welcome", hidden: true });
    this.field = h("textarea", { rows: 1, placeholder: t("say"), "aria-label": t("say"), enterkeyhint: "send", maxlength: 8000,
      oninput: () => this.grow(),
      onkeydown: (event) => { if (event.key === "Enter" && !event.shiftKey && !event.isComposing) { event.preventDefault(); this.submit(); } } });
    this.mic = Recognition && h("button", { type: "button", class: "round", "aria-label": t("listen"), "aria-pressed": "false", onclick: () => this.listen() }, icon("mic"));
    this.voice = globalThis.speechSynthesis && h("button", { class: "plain", "aria-label": t("read_aloud"), title: t("read_aloud"), "aria-pressed": String(this.readsAloud), onclick: () => this.toggleVoice() }, icon("speaker"));
    fill(this,
      h("header", {},
        this.heading = h("h1", {}, t("talk")),
        this.voice,
        h("button", { class: "plain", "aria-label": t("conversations"), title: t("conversations"), onclick: () => this.showConversations() }, icon("history")),
        h("button", { class: "plain", "aria-label": t("new_conversation"), title: t("new_conversation"), onclick: () => this.begin(id()) }, icon("plus"))),
      this.scroller = h("div", { class: "scroller" }, this.welcome, h("div", { role: "log", "aria-live": "polite", "aria-label": t("conversation") }, this.list)),
      h("form", { class: "composer", onsubmit: (event) => { event.preventDefault(); this.submit(); } },
        this.field, this.mic, h("button", { class: "round strong", "aria-label": t("send") }, icon("send"))));
  }

  showName() { this.heading.textContent = this.app.overview?.name || t("talk"); }

  grow() {
    this.field.style.height = "auto";
    this.field.style.height = `${Math.min(this.field.scrollHeight, 160)}px`;
  }

  async load() {
    const conversation = this.app.conversation;
    const began = performance.now();
    try {
      const { messages } = await this.app.api.get(`conversations/${conversation}`);
      if (conversation !== this.app.conversation) return;
      const known = new Set(messages.map((message) => message.id));
      // What was told since we asked is newer than the answer, and what is on its way may not be in it.
      const newer = new Map([...this.messages].filter(([messageId, entry]) => entry.conversation === conversation
        && (entry.changed > began || (entry.data.state !== "done" && !known.has(messageId)))).map(([messageId, entry]) => [messageId, entry.data]));
      this.messages.clear();
      this.list.replaceChildren();
      for (const message of messages) this.take(message.state === "done" ? message : newer.get(message.id) ?? message, false);
      for (const [messageId, message] of newer) if (!known.has(messageId)) this.take(message, false);
      this.scroll();
      this.showWelcome();
    } catch (error) { this.app.trouble(error); }
  }

  async showWelcome() {
    this.welcome.hidden = this.messages.size > 0;
    if (this.messages.size || this.welcome.firstChild) return;
    const chips = h("div", { class: "chips" });
    fill(this.welcome, h("p", { class: "big" }, t("welcome")), h("p", { class: "dim" }, t("welcome_more")), chips,
      localStorage.getItem("home-agent-toured") ? null : h("button", { class: "link tour-link", onclick: () => this.app.go("start") }, t("tour")));
    const examples = await this.app.api.get("examples").catch(() => []);
    fill(chips, examples.map((text) => h("button", { onclick: () => this.send(text) }, text)));
  }

  submit() {
    const text = this.field.value.trim();
    if (!text) return;
    this.field.value = "";
    this.grow();
    this.send(text);
  }

  // A sentence has its id from here on: said again after a broken line, it is still the same one.
  async send(text, secret = false) {
    const message = { id: id(), heard: secret ? "•••" : text, state: "sending", words: "", at: new Date().toISOString(), conversation: this.app.conversation };
    this.take(message);
    this.scroll();
    // One after the other: a yes must not arrive before what it is to.
    this.sending = (this.sending ?? Promise.resolve()).then(() => this.deliver(message, text, secret));
    await this.sending;
  }

  async deliver(message, text, secret) {
    message.retry = secret ? null : () => this.deliver(message, text, secret);
    try {
      await this.app.api.post("talk", { conversation: message.conversation, id: message.id, text, secret });
      if (this.messages.get(message.id)?.data.state === "sending") this.take({ ...message, state: "answering", doing: { key: "understanding" } });
    } catch (error) {
      this.take({ ...message, state: "unsent", words: error instanceof Refused ? error.message : t("unsent") });
    }
  }

  async comeBack() {
    const open = [...this.messages.values()].map((entry) => entry.data).filter((message) => message.state !== "done");
    for (const message of open) if (message.state === "unsent" && message.retry) await message.retry();
    const waiting = open.filter((message) => message.state === "answering");
    try {
      const { messages } = await this.app.api.get(`conversations/${this.app.conversation}`);
      for (const message of messages) if (!message.id.startsWith("kept-")) this.take(message);
      for (const message of waiting) {
        if (messages.some((other) => other.id === message.id)) continue;
        // Another process answers now. What the one before still wrote down is known; the rest is not.
        const kept = messages.findLast((other) => other.id.startsWith("kept-") && other.heard === message.heard);
        this.take(kept && kept === messages.at(-1) ? { ...message, state: "done", words: kept.words } : { ...message, state: "unknown", words: "" });
      }
    } catch { /* The next time that we are back. */ }
  }

  take(message, speaks = true) {
    const follows = this.isAtEnd();
    let entry = this.messages.get(message.id);
    const previous = entry ? null : [...this.messages.values()].at(-1);
    if (!entry) {
      entry = { element: h("li", { class: "exchange" }), conversation: this.app.conversation };
      this.messages.set(message.id, entry);
      this.list.append(entry.element);
      this.welcome.hidden = true;
    }
    const before = entry.data;
    // What we know to be at its end does not begin again because a word comes late.
    if (before?.state === "done" && message.state !== "done") return;
    entry.changed = performance.now();
    entry.data = { ...before, ...message, heard: message.heard || before?.heard || "" };
    // What is as it was stays as it is, with whatever somebody is about to write into it.
    if (before && JSON.stringify(before) === JSON.stringify(entry.data)) return;
    this.render(entry);
    // Only the last question can still be answered.
    if (previous?.data.reply?.asks) this.render(previous);
    this.refreshUndo();
    if (follows) this.scroll();
    if (message.state === "done" && before && before.state !== "done") this.offerPin(entry);
    if (speaks && message.state === "done" && before?.state !== "done" && before) this.say(message.words);
  }

  // Whoever has the keyboard in this conversation, and is writing nothing, goes on with the PIN.
  offerPin({ element }) {
    const held = this.getRootNode().activeElement;
    if (!this.field.value && (held === this.field || !held || held === document.body)) element.querySelector(".pin input")?.focus();
  }

  addWords({ conversation, id: messageId, text }) {
    const entry = conversation === this.app.conversation && this.messages.get(messageId);
    if (!entry || entry.data.state === "done") return;
    entry.data.words = (entry.data.words ?? "") + text;
    const follows = this.isAtEnd();
    this.render(entry);
    if (follows) this.scroll();
  }

  render({ element, data }) {
    const reply = data.reply;
    const parts = [];
    // Read out when it is whole, and not with every word.
    element.setAttribute("aria-busy", String(data.state === "answering" || data.state === "sending"));
    if (data.heard) parts.push(h("p", { class: "heard" }, h("span", { class: "sr" }, t("you_said")), data.heard));
    if (data.words) parts.push(said(data.words, `said ${reply?.verdict ?? ""} ${data.state}`));
    if (data.state === "answering" || data.state === "sending") parts.push(this.doing(data));
    if (data.state === "unknown") parts.push(h("p", { class: "said failed" }, t("unknown_outcome"), " ", h("a", { href: "#record", onclick: (event) => { event.preventDefault(); this.app.go("record"); } }, t("record"))));
    if (data.state === "failed" && !data.words) parts.push(h("p", { class: "said failed" }, t("went_wrong")));
    if (data.state === "unsent" && data.retry) parts.push(h("div", { class: "answers" }, h("button", { onclick: () => data.retry() }, t("send_again"))));
    if (reply) parts.push(...this.outcome(data, reply));
    fill(element, parts);
  }

  doing({ doing, words }) {
    const key = doing?.key ?? "sending";
    const more = doing?.more ? ` ${t("and_more", { count: doing.more })}` : "";
    return h("p", { class: words ? "doing small" : "doing" }, h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")), t(`doing_${key}`, { name: doing?.name ?? "" }) + more);
  }

  outcome(data, reply) {
    const parts = [];
    if (reply.outcomes.length && reply.asks !== "yes_no" && reply.asks !== "pin") {
      parts.push(h("ul", { class: "outcomes" }, reply.outcomes.map((outcome) => this.thing(outcome))));
    }
    const isLast = [...this.messages.values()].at(-1)?.data.id === data.id;
    if (isLast && !this.app.overview?.viewer.read_only) parts.push(answers(reply, (text, secret) => { this.send(text, secret); this.appear(); }));
    const why = reply.why && h("button", { class: "link", "aria-expanded": String(Boolean(data.open)), onclick: () => this.unfold(data) }, t("why"));
    const undo = h("button", { class: "link undo", hidden: true, onclick: (event) => this.undo(data, event.currentTarget) }, t("undo"));
    parts.push(h("p", { class: "foot" },
      data.undone ? h("span", {}, t("undone")) : undo, why,
      h("span", { class: "took" }, data.at ? clock(data.at) : "", reply.ms ? ` · ${took(reply.ms)}` : "")));
    if (data.open && reply.why) parts.push(this.why(reply.why, reply));
    return parts;
  }

  unfold(data) {
    const { element } = this.messages.get(data.id);
    data.open = !data.open;
    this.render({ element, data });
    this.refreshUndo();
    element.querySelector("[aria-expanded]").focus();
    element.querySelector("[aria-expanded]").focus({ preventScroll: true });
    element.querySelector(".why")?.scrollIntoView({ block: "nearest" });
  }

  thing(outcome) {
    const changed = outcome.after && outcome.before !== outcome.after;
    return h("li", { class: outcome.status }, icon(PICTURES[outcome.status] ?? "done", tr("status", outcome.status)),
      h("span", { class: "name" }, outcome.name),
      changed ? h("span", { class: "change" }, outcome.before ? [outcome.before, h("span", { "aria-label": t("becomes") }, " → ")] : null, h("b", {}, outcome.after))
        : h("span", { class: "change" }, outcome.reason ? tr("reason", outcome.reason) : tr("status", outcome.status)));
  }

  why(why, reply) {
    const rows = [[t("why_tier"), tr("tier", why.tier)]];
    if (why.reader) rows.push([t("why_reader"), `${tr("reader", why.reader)}, ${figure(why.confidence * 100, 0)} %`]);
    for (const found of why.found) rows.push([`“${found.words}”`, `${found.names.join(", ")} (${tr("how", found.how)})`]);
    if (why.model) rows.push([t("why_model"), `${why.model}${why.tools.length ? `: ${why.tools.join(", ")}` : ""}`]);
    if (why.tokens) rows.push([t("tokens"), `${figure(why.tokens, 0)}${why.cost ? `, ${figure(why.cost, 4)}` : ""}`]);
    if (why.confirmed) rows.push([t("why_gate"), t("why_confirmed")]);
    for (const gate of why.gate) if (gate.gate !== "allowed") rows.push([t("why_gate"), `${gate.name}: ${gate.gate}`]);
    for (const call of why.calls) rows.push([t("why_call"), h("code", {}, call)]);
    rows.push([t("why_took"), took(reply.ms)]);
    return h("dl", { class: "why" }, rows.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))));
  }

  // What was done before the last thing is taken back together with what came after it.
  refreshUndo() {
    const mayUndo = !this.app.overview?.viewer.read_only;
    let later = false;
    for (const { element, data } of [...this.messages.values()].reverse()) {
      const button = element.querySelector(".undo");
      const can = mayUndo && data.reply?.changed && !data.undone;
      if (button) {
        button.hidden = !can;
        button.textContent = t(later ? "undo_since" : "undo");
      }
      later ||= can;
    }
  }

  async undo(data, button) {
    button.disabled = true;
    try {
      const { conversation } = this.app;
      const asked = await this.app.api.post("undo", { conversation, id: data.id });
      const told = await settle(this.app, this, asked, conversation);
      if (told && !asked.asks) this.app.tell(told.text, told.verdict === "ok" ? "done" : "failed", told.verdict === "ok" ? "" : "bad");
      await this.load();
      this.appear();
    } catch (error) { this.app.trouble(error); button.disabled = false; }
  }

  begin(conversation) {
    this.app.conversation = conversation;
    this.load();
    this.field.focus();
  }

  showConversations() {
    ask(this, t("conversations"), (close) => {
      const list = h("ul", { class: "rows" });
      const find = async (search) => {
        const found = await this.app.api.get("conversations", { search }).catch(() => []);
        const shown = found.filter((one) => !["house", "planned", "tools"].includes(one.id));
        fill(list, shown.length ? shown.map((one) => h("li", {},
          h("button", { class: "row", onclick: () => { this.begin(one.id); close(); } }, h("span", { class: "name" }, one.title), h("span", { class: "dim" }, one.last ? when(one.last) : "")),
          h("button", { class: "plain", "aria-label": t("forget", { name: one.title }), onclick: async () => {
            if (!(await confirmed(this, t("forget_conversation", { name: one.title }), t("keep"), t("forget_it")))) return;
            await this.app.api.remove(`conversations/${one.id}`).catch((error) => this.app.trouble(error));
            if (one.id === this.app.conversation) this.begin(id());
            find(search);
          } }, icon("bin")))) : h("li", { class: "dim" }, t("none_found")));
      };
      find("");
      return [h("header", {}, h("h2", {}, t("conversations")), h("button", { class: "plain", "aria-label": t("close"), onclick: () => close() }, icon("close"))),
        h("input", { type: "search", placeholder: t("search"), "aria-label": t("search"), oninput: (event) => find(event.target.value) }), list];
    });
  }

  get readsAloud() { return localStorage.getItem("home-agent-aloud") === "yes"; }

  toggleVoice() {
    const on = !this.readsAloud;
    localStorage.setItem("home-agent-aloud", on ? "yes" : "no");
    this.voice.setAttribute("aria-pressed", String(on));
    if (!on) speechSynthesis.cancel();
  }

  say(text) {
    if (!this.readsAloud || !globalThis.speechSynthesis || !text || document.hidden) return;
    const spoken = new SpeechSynthesisUtterance(text);
    spoken.lang = place();
    speechSynthesis.speak(spoken);
  }

  listen() {
    if (this.hearing) { this.hearing.stop(); return; }
    const hearing = this.hearing = new Recognition();
    hearing.lang = place();
    hearing.interimResults = true;
    this.mic.setAttribute("aria-pressed", "true");
    hearing.onresult = (event) => {
      this.field.value = [...event.results].map((result) => result[0].transcript).join("");
      this.grow();
      if (event.results[event.results.length - 1].isFinal) this.submit();
    };
    hearing.onerror = (event) => { if (event.error !== "no-speech" && event.error !== "aborted") this.app.tell(t("not_heard"), "mic", "bad"); };
    hearing.onend = () => { this.hearing = null; this.mic.setAttribute("aria-pressed", "false"); };
    hearing.start();
  }

  isAtEnd() { return this.scroller.scrollHeight - this.scroller.scrollTop - this.scroller.clientHeight < 80; }
  scroll() { requestAnimationFrame(() => { this.scroller.scrollTop = this.scroller.scrollHeight; }); }
}

// What is fenced as code is shown as such; all of it is text.
function said(text, kind) {
  const parts = text.split("```");
  if (parts.length < 2) return h("p", { class: kind }, text);
  return h("div", { class: kind }, parts.map((part, at) => (at % 2 ? h("pre", {}, part.replace(/^\w*\n/, "").trimEnd()) : part.trim() && h("p", {}, part.trim()))));
}

export const took = (ms) => (ms < 1000 ? `${figure(ms, 0)} ms` : `${figure(ms / 1000, 1)} s`);

customElements.define("home-talk", HomeTalk);
