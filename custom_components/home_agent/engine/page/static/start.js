// Start: how the home and its models are, who one is here, and where things are changed.

import { h, fill, refill, icon } from "./dom.js";
import { t, figure, language } from "./words.js";

const NAMES = { en: "English", de: "Deutsch", nl: "Nederlands", fr: "Français", it: "Italiano", es: "Español" };

const LEVELS = { ok: "done", hint: "asked", fix: "failed" };

class HomeStart extends HTMLElement {
  connectedCallback() {
    if (!this.body) {
      this.body = h("div", { class: "cards" });
      fill(this, h("header", {}, h("h1", {}, t("start"))), this.body);
      // How models are shows while they are asked.
      for (const type of ["message", "back", "house"]) this.app.api.addEventListener(type, ({ detail }) => { if (this.isConnected && (type !== "message" || detail.message.state === "done")) this.load(); });
    }
    localStorage.setItem("home-agent-toured", "yes");
    this.load();
  }

  async load() {
    await this.app.loadOverview();
    const told = this.app.overview;
    if (!told) return;
    refill(this.body, this.home(told), this.models(told), this.tour(), this.you(told), this.settings(told));
    if (this.found) this.showFound();
  }

  card(picture, title, ...contents) { return h("section", { class: "card" }, h("h2", {}, icon(picture), title), ...contents); }

  pairs(rows) { return h("dl", { class: "pairs" }, rows.filter(Boolean).map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)))); }

  home(told) {
    return this.card("house", told.name, this.pairs([[t("things"), figure(told.entities, 0)], [t("rooms"), figure(told.areas, 0)],
      told.unavailable_count > 0 && [t("count_gone", { count: told.unavailable_count }), told.unavailable.slice(0, 5).join(", ")], ["Home Agent", told.version]]),
      told.notes?.map((note) => h("p", { class: "dim" }, note)));
  }

  models(told) {
    this.findings = h("div", { class: "findings", role: "status" });
    const check = told.examines && (told.has_model || told.settings) ? h("div", { class: "end" }, h("button", { onclick: (event) => this.examine(event.currentTarget) }, t("check_now"))) : null;
    if (!told.has_model) return this.card("scene", t("models"), h("p", { class: "dim" }, t(this.app.shell.panel ? "no_models_panel" : "no_models")), this.findings, check);
    const rows = (told.models ?? []).map((model) => [model.name, model.resting ? t("model_rests") : model.failures ? t("model_failed") : t("model_well")]);
    const errors = (told.models ?? []).filter((model) => model.error && (model.resting || model.failures)).map((model) => h("p", { class: "dim" }, model.error));
    return this.card("scene", t("models"), this.pairs([...rows, told.spent && [t("tokens_today"), figure(told.spent.tokens, 0)]]), errors, this.findings, check);
  }

  // What the doctor of the terminal finds out, by asking the home and each model something short.
  async examine(button) {
    button.disabled = true;
    fill(this.findings, h("p", { class: "dim" }, t("checking")));
    try {
      this.found = await this.app.api.post("examination");
      this.showFound();
    } catch (error) { fill(this.findings); this.app.trouble(error); }
    button.disabled = false;
  }

  showFound() {
    fill(this.findings, this.found.length ? this.found.map(({ title, findings }) => [h("h3", {}, title), h("ul", {}, findings.map(({ what, told, level }) => h("li", { class: level },
      icon(LEVELS[level] ?? "asked", t(`level_${level}`)), h("span", {}, h("b", {}, what), ` ${told}`))))]) : h("p", { class: "dim" }, t("nothing_to_check")));
  }

  tour() {
    return this.card("talk", t("tour"), h("ul", { class: "tour" }, ["talk", "house", "planned", "memory", "record", "understanding"].map((view) => h("li", {},
      icon(view), h("a", { href: `#${view}`, onclick: (event) => { event.preventDefault(); this.app.go(view); } }, t(view)), h("span", { class: "dim" }, t(`tour_${view}`))))));
  }

  you(told) {
    const { viewer } = told;
    const may = viewer.read_only ? t("may_look") : viewer.areas.length ? t("may_areas", { areas: viewer.areas.join(", ") }) : t(viewer.is_admin ? "may_all" : "may_use");
    const select = this.app.shell.setLanguage && h("select", { "aria-label": t("language"), onchange: (event) => this.app.shell.setLanguage(event.target.value) },
      this.app.shell.languages.map((code) => h("option", { value: code, selected: code === language() }, NAMES[code] ?? code)));
    return this.card("person", t("you"), this.pairs([[t("you_are"), viewer.name === "~page" ? t("owner") : viewer.name], [t("you_may"), may], select && [t("language"), select]]),
      told.has_logout && h("div", { class: "end" }, h("button", { onclick: () => this.app.shell.logout() }, t("log_out"))));
  }

  settings(told) {
    if (!told.settings) return null;
    const place = told.settings.startsWith("/config/") ? h("a", { href: told.settings, target: "_top" }, t("open_settings")) : h("code", {}, told.settings);
    return this.card("start", t("settings"), h("p", {}, place), h("p", { class: "dim" }, told.settings.startsWith("/config/") ? "" : t("settings_more")),
      told.edits_settings ? h("div", { class: "end" }, h("button", { onclick: async () => { const { editSettings } = await import("./settings.js"); await editSettings(this.app, this); } }, t("edit_settings"))) : null);
  }
}

customElements.define("home-start", HomeStart);
