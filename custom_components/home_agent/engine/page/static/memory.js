// Memory and tools: what is remembered, to correct and to forget; what a model may use, to try.

import { h, fill, refill, icon, ask, confirmed } from "./dom.js";
import { settle } from "./question.js";
import { t, tr, when } from "./words.js";

const PICTURES = { nothing: "search", home: "house", outside: "out" };

class HomeMemory extends HTMLElement {
  connectedCallback() {
    if (!this.known) {
      this.known = h("div", {});
      this.usable = h("div", {});
      fill(this, h("header", {}, h("h1", {}, t("memory"))), this.known, this.usable);
      for (const type of ["message", "back"]) this.app.api.addEventListener(type, ({ detail }) => { if (this.isConnected && (type === "back" || detail.message.state === "done")) this.load(); });
    }
    this.load();
  }

  async load() {
    try {
      refill(this.known, this.memories(await this.app.api.get("memories")));
      // Loading the tools takes a moment the first time; they change only with the settings.
      const tools = await (this.listed ??= this.app.api.get("tools"));
      if (!this.usable.firstChild && tools.length) fill(this.usable, this.tools(tools));
    } catch (error) { this.listed = null; this.app.trouble(error); }
  }

  memories({ enabled, memories }) {
    const add = enabled ? h("button", { onclick: () => this.write({ id: "", content: "" }) }, t("remember")) : null;
    return h("section", {}, h("h2", { class: "over" }, t("remembered")),
      h("ul", { class: "list" }, memories.map((one) => h("li", { class: "card item" }, icon("record"), h("span", { class: "name" }, one.content), h("span", { class: "pill" }, tr("memory", one.type)),
        h("span", { class: "meta" }, [when(one.at), one.owner ? t("for_whom", { name: one.owner }) : t("for_household"), one.before && `${t("before")}: ${one.before}`].filter(Boolean).map((fact) => h("span", {}, fact))),
        h("span", { class: "buttons" }, enabled ? h("button", { onclick: () => this.write(one) }, t("correct")) : null,
          h("button", { onclick: () => this.forget(one) }, t("forget_it")))))),
      memories.length ? null : h("p", { class: "dim" }, t(enabled ? "nothing_remembered" : "memory_off")), add && h("p", { class: "add" }, add));
  }

  async write(one) {
    const title = t(one.id ? "correct" : "remember");
    const content = await ask(this, title, (close) => {
      const field = h("input", { type: "text", maxlength: 300, value: one.content, "aria-label": title, onkeydown: (event) => { if (event.key === "Enter") close(field.value); } });
      return [h("h2", {}, title), field, h("div", { class: "end" }, h("button", { onclick: () => close() }, t("cancel")), h("button", { class: "strong", onclick: () => close(field.value) }, t("set")))];
    });
    if (content?.trim()) this.send(() => this.app.api.post(one.id ? `memories/${one.id}` : "memories", { content }));
  }

  async forget(one) {
    if (await confirmed(this, t("forget_memory", { name: one.content }), t("keep"), t("forget_it"))) this.send(() => this.app.api.remove(`memories/${one.id}`));
  }

  async send(request) {
    await request().catch((error) => this.app.trouble(error));
    this.load();
  }

  tools(tools) {
    const mayTry = !this.app.overview?.viewer.read_only;
    return h("section", { class: "below" }, h("h2", {}, t("tools")), h("p", { class: "dim lead" }, t("tools_more")),
      h("ul", { class: "list" }, tools.map((tool) => h("li", { class: "card item tool" }, icon(PICTURES[tool.touches] ?? "out"), h("code", { class: "name" }, tool.name),
        mayTry ? h("button", { "aria-label": t("try_tool", { name: tool.name }), onclick: () => this.tryOut(tool) }, t("try")) : h("span"),
        h("span", { class: "meta" }, h("span", {}, tr("touches", tool.touches))), h("p", { class: "meta told" }, tool.description)))));
  }

  tryOut(tool) {
    const { properties = {}, required = [] } = tool.parameters;
    ask(this, tool.name, (close) => {
      const result = h("div", { class: "result", role: "status", hidden: true });
      const fields = Object.entries(properties).map(([name, schema]) => new Field(name, schema, required.includes(name)));
      const run = h("button", { class: "strong" }, t("run"));
      const form = h("form", { class: "fields", novalidate: true, onsubmit: async (event) => {
        event.preventDefault();
        const wrong = fields.filter((field) => !field.check());
        if (wrong.length) { wrong[0].input.focus(); return; }
        run.disabled = true;
        const given = Object.fromEntries(fields.map((field) => [field.name, field.value()]).filter(([, value]) => value !== undefined));
        try {
          this.showResult(result, await this.app.api.post(`tools/${encodeURIComponent(tool.name)}`, { arguments: given }));
        } catch (error) { this.showResult(result, { success: false, error: error.status ? error.message : t("no_answer"), outcomes: [] }); }
        run.disabled = false;
      } }, fields.map((field) => field.element), fields.length ? null : h("p", { class: "dim" }, t("no_arguments")), h("div", { class: "end" }, run));
      return [h("header", {}, h("h2", {}, h("code", {}, tool.name)), h("button", { class: "plain", "aria-label": t("close"), onclick: () => close() }, icon("close"))),
        h("p", { class: "dim clamp" }, tool.description), form, result];
    });
  }

  async showResult(place, told) {
    place.hidden = false;
    const lines = told.outcomes.map((outcome) => h("li", { class: outcome.status }, icon(outcome.status === "done" || outcome.status === "already" ? "done" : outcome.status === "awaiting" ? "asked" : "failed"), h("span", { class: "name" }, outcome.name),
      h("span", { class: "change" }, outcome.after && outcome.before !== outcome.after ? `${outcome.before} → ${outcome.after}` : outcome.reason ? tr("reason", outcome.reason) : tr("status", outcome.status))));
    fill(place, told.error ? h("p", { class: "wrong" }, told.error) : null, lines.length ? h("ul", { class: "outcomes" }, lines) : null,
      told.success && told.result ? h("pre", {}, told.result) : null);
    place.scrollIntoView({ block: "nearest" });
    if (!told.asks) return;
    const end = await settle(this.app, this, told, "tools");
    fill(place, h("p", { class: end?.verdict === "ok" ? "" : "wrong" }, end ? end.text : t("status_refused")));
  }
}

// A field for one argument, by its schema; what is neither a text, a number, a choice nor yes or no is written as JSON.
class Field {
  constructor(name, schema, isRequired) {
    this.name = name;
    this.isRequired = isRequired;
    const kinds = [schema.type].flat().filter((kind) => kind && kind !== "null");
    this.kind = schema.enum ? "choice" : kinds.length === 1 ? kinds[0] : "any";
    const label = { "aria-label": name, required: isRequired };
    const hint = String(schema.description ?? "");
    if (this.kind === "choice" || this.kind === "boolean") {
      const values = this.kind === "boolean" ? [true, false] : schema.enum;
      this.input = h("select", label, h("option", { value: "" }, "–"), values.map((value) => h("option", { value: JSON.stringify(value) }, String(value))));
    } else if (this.kind === "integer" || this.kind === "number") {
      this.input = h("input", { ...label, type: "number", step: this.kind === "integer" ? 1 : "any" });
    } else if (this.kind === "string") this.input = h("input", { ...label, type: "text" });
    else this.input = h("textarea", { ...label, rows: 2, placeholder: this.kind === "array" ? "[…]" : "{…}", spellcheck: "false" });
    this.element = h("label", {}, h("span", {}, h("code", {}, name), isRequired ? h("b", { "aria-hidden": "true" }, " *") : null), this.input, hint ? h("small", { class: "dim" }, hint.length > 160 ? `${hint.slice(0, 160)} …` : hint) : null);
  }

  check() {
    let wrong = "";
    try { this.value(); } catch { wrong = t("no_json"); }
    this.input.setCustomValidity(wrong);
    return this.input.reportValidity();
  }

  value() {
    const text = this.input.value;
    if (text === "") return undefined;
    switch (this.kind) {
      case "string": return text;
      case "integer": case "number": return Number(text);
      case "choice": case "boolean": return JSON.parse(text);
      // A thing may be named by itself where a list of them is fine too.
      case "any": try { return JSON.parse(text); } catch { return text; }
      default: return JSON.parse(text);
    }
  }
}

customElements.define("home-memory", HomeMemory);
