// Record: what was done, for whom, by which way, and how it ended.

import { h, fill, refill, icon } from "./dom.js";
import { t, tr, clock, place } from "./words.js";

const PICTURES = { done: "done", already: "done", pending: "clock", asked: "done", refused: "refused", failed: "failed", awaiting: "asked", scheduled: "planned" };

class HomeRecord extends HTMLElement {
  connectedCallback() {
    if (!this.list) {
      this.most = 100;
      this.list = h("div", { class: "list" });
      this.words = h("input", { type: "search", placeholder: t("search"), "aria-label": t("search"), oninput: () => this.later() });
      this.who = h("select", { "aria-label": t("person"), onchange: () => this.load() });
      this.way = h("select", { "aria-label": t("way"), onchange: () => this.load() });
      this.status = h("select", { "aria-label": t("result"), onchange: () => this.load() });
      fill(this, h("header", {}, h("h1", {}, t("record"))), h("div", { class: "filters", role: "search" }, this.words, h("div", { class: "choices" }, this.who, this.way, this.status)), this.list);
      for (const type of ["acted", "message", "notice", "back"]) {
        this.app.api.addEventListener(type, ({ detail }) => { if (type !== "message" || detail.message.state === "done") this.later(); });
      }
    }
    this.load();
  }

  later() {
    clearTimeout(this.loading);
    this.loading = setTimeout(() => { if (this.isConnected) this.load(); }, 250);
  }

  async load() {
    try {
      const query = { search: this.words.value, who: this.who.value, origin: this.way.value, status: this.status.value, most: this.most };
      const { records, more, people, origins, statuses } = await this.app.api.get("record", query);
      this.choices(this.who, t("all_people"), people, (who) => (who === "~page" ? t("owner") : who));
      this.choices(this.way, t("all_ways"), origins, (way) => tr("way", way));
      this.choices(this.status, t("all_results"), statuses, (status) => tr("status", status));
      let day = "";
      const parts = [];
      for (const record of records) {
        const date = new Date(record.at).toLocaleDateString(place(), { weekday: "long", day: "numeric", month: "long" });
        if (date !== day) parts.push(h("h3", { class: "day" }, day = date));
        parts.push(this.row(record));
      }
      if (more) parts.push(h("button", { onclick: () => { this.most += 100; this.load(); } }, t("show_more")));
      refill(this.list, parts.length ? parts : h("p", { class: "empty" }, t(query.search || query.who || query.origin || query.status ? "none_found" : "nothing_done")));
    } catch (error) { this.app.trouble(error); }
  }

  choices(select, all, values, name) {
    const chosen = select.value;
    fill(select, h("option", { value: "" }, all), values.map((value) => h("option", { value }, name(value))));
    select.value = values.includes(chosen) ? chosen : "";
  }

  row(record) {
    const changed = record.after && record.before !== record.after;
    return h("article", { class: "card item" }, icon(PICTURES[record.status] ?? "record"),
      h("span", { class: "name" }, record.name || (record.service === "pin" ? t("pin") : record.service), changed ? h("span", { class: "change" }, `  ${record.before ?? ""} → `, h("b", {}, record.after)) : null),
      h("span", { class: `pill ${record.status}` }, tr("status", record.status)),
      h("span", { class: "meta" }, [clock(record.at), record.service !== "pin" && `${record.service}${record.data ? ` (${short(record.data)})` : ""}`,
        [record.way.split(">").map((way) => way.split("|").map((one) => tr("way", one)).join(" / ")).join(" → "), record.who === "~page" ? "" : record.who].filter(Boolean).join(", "),
        record.reason && tr("reason", record.reason), record.confirmed && t("why_confirmed")].filter(Boolean).map((fact) => h("span", {}, fact))),
      record.said ? h("q", { class: "said-by" }, record.said) : null);
  }
}

const short = (text) => (text.length > 80 ? `${text.slice(0, 80)} …` : text);

customElements.define("home-record", HomeRecord);
