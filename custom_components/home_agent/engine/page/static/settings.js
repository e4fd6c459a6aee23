// The values of the settings file: each with a field, and what is wrong with one beside it.

import { h, fill, icon, ask } from "./dom.js";
import { t } from "./words.js";

export function editSettings(app, host) {
  return ask(host, t("settings"), (close) => {
    const list = h("div", { class: "settings" }, h("p", { class: "dim" }, "…"));
    const search = h("input", { type: "search", placeholder: t("search"), "aria-label": t("search"), oninput: () => sift(list, search.value) });
    app.api.get("settings").then((told) => { show(app, list, told); sift(list, search.value); }).catch((error) => fill(list, h("p", { class: "wrong" }, error.status ? error.message : t("no_answer"))));
    return [h("header", {}, h("h2", {}, t("settings")), h("button", { class: "plain", "aria-label": t("close"), onclick: () => close() }, icon("close"))),
      h("p", { class: "dim" }, t("settings_edit")), search, list];
  });
}

function show(app, list, { entries, problems }) {
  const groups = new Map();
  for (const entry of entries) {
    const parts = entry.key.split(".");
    const name = parts.length > 1 ? parts[0] : "";
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(new Setting(app, entry));
  }
  fill(list, problems.map((problem) => h("p", { class: "wrong" }, problem)),
    [...groups].sort(([one], [other]) => one.localeCompare(other)).map(([name, settings]) => h("details", { open: name === "" },
      h("summary", {}, name || t("settings_general"), h("small", { class: "dim" }, ` ${settings.filter(({ entry }) => entry.set).length || ""}`)), settings.map((setting) => setting.element))));
}

function sift(list, words) {
  const wanted = words.trim().toLocaleLowerCase();
  for (const group of list.querySelectorAll("details")) {
    let any = false;
    for (const row of group.querySelectorAll(".setting")) {
      row.hidden = Boolean(wanted) && !row.dataset.key.includes(wanted);
      any ||= !row.hidden;
    }
    group.hidden = !any;
    if (wanted) group.open = any;
  }
}

class Setting {
  constructor(app, entry) {
    this.app = app;
    this.entry = entry;
    this.told = h("small", { class: "dim", role: "status" });
    this.place = h("span", { class: "value" });
    this.element = h("div", { class: "setting", "data-key": entry.key }, h("code", {}, entry.key), this.place, this.told);
    this.build();
  }

  build() {
    const { entry } = this;
    if (entry.secret) {
      fill(this.place, h("span", { class: "dim" }, entry.set ? "••••" : "–"));
      this.tell(entry.set ? this.origin() : t("setting_secret"));
      return;
    }
    const value = entry.set ? entry.value : entry.default;
    const common = { "aria-label": entry.key, disabled: Boolean(entry.variable), onchange: () => this.save(this.read()) };
    if (entry.kind === "flag" || entry.kind === "choice") {
      const values = entry.kind === "flag" ? [true, false] : entry.choices;
      this.field = h("select", common, values.map((one) => h("option", { value: JSON.stringify(one), selected: one === value }, String(one))));
    } else if (entry.kind === "number") this.field = h("input", { ...common, type: "number", step: "any", value: value ?? "" });
    else if (entry.kind === "text") this.field = h("input", { ...common, type: "text", value: value ?? "" });
    else this.field = h("input", { ...common, type: "text", spellcheck: "false", value: JSON.stringify(value ?? []) });
    const back = entry.set && !entry.variable ? h("button", { class: "plain", "aria-label": t("setting_back", { name: entry.key }), title: t("setting_default"), onclick: () => this.save(null) }, icon("history")) : null;
    fill(this.place, this.field, back);
    this.tell(this.origin());
  }

  origin() {
    const { entry } = this;
    if (entry.variable) return t("setting_variable", { name: entry.variable });
    return entry.set ? t("setting_line", { line: entry.line ?? "–" }) : t("setting_default");
  }

  read() {
    const text = this.field.value;
    switch (this.entry.kind) {
      case "flag": case "choice": return JSON.parse(text);
      case "number": return text === "" ? null : Number(text);
      case "text": return text;
      default: try { return JSON.parse(text); } catch { return text; }
    }
  }

  async save(value) {
    this.field.disabled = true;
    try {
      const { entries } = await this.app.api.post("settings", { key: this.entry.key, value });
      this.entry = entries.find((entry) => entry.key === this.entry.key) ?? { ...this.entry, set: false };
      this.build();
      this.tell(t("setting_saved"));
    } catch (error) {
      this.field.disabled = false;
      this.tell(error.status ? error.message : t("no_answer"), true);
      this.field.setAttribute("aria-invalid", "true");
      this.field.focus();
    }
  }

  tell(text, wrong = false) {
    this.told.textContent = text;
    this.told.className = wrong ? "wrong" : "dim";
  }
}
