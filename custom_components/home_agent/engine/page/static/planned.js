// Planned: what is for later, watched or running, and what can be done about it.

import { h, fill, refill, icon, ask, confirmed } from "./dom.js";
import { settle } from "./question.js";
import { t, tr, when, until, countdown } from "./words.js";

const PICTURES = { timer: "clock", job: "planned", watch: "search", reminder: "bell", condition: "scene", back: "history", automation: "robot" };

class HomePlanned extends HTMLElement {
  connectedCallback() {
    if (!this.list) {
      this.list = h("ul", { class: "list" });
      fill(this, h("header", {}, h("h1", {}, t("planned"))), this.list);
      for (const type of ["planned", "acted", "back", "message"]) {
        this.app.api.addEventListener(type, ({ detail }) => { if (type !== "message" || detail.message.state === "done") this.later(); });
      }
    }
    this.ticking = setInterval(() => this.tick(), 1000);
    this.load();
  }

  disconnectedCallback() { clearInterval(this.ticking); }

  later() {
    clearTimeout(this.loading);
    this.loading = setTimeout(() => { if (this.isConnected) this.load(); }, 150);
  }

  async load() {
    try {
      const { planned } = await this.app.api.get("planned");
      this.times = [];
      refill(this.list, planned.length ? planned.map((item) => this.item(item)) : h("li", { class: "empty" }, t("nothing_planned")));
      this.tick();
    } catch (error) { this.app.trouble(error); }
  }

  item(item) {
    const time = h("span", { class: "time" });
    this.times.push([item, time]);
    const facts = [tr("kind", item.kind), item.due && !item.paused && when(item.due), item.repeats && t("repeats"), item.owner && t("for_whom", { name: item.owner }),
      item.set && t("in_settings"), item.last && t("last_time", { time: when(item.last) }), item.made && t("since", { time: when(item.made) })];
    const editor = item.kind === "automation" && this.app.shell.panel && this.app.overview?.viewer.is_admin;
    return h("li", { class: `card item${item.paused ? " paused" : ""}` }, icon(PICTURES[item.kind] ?? "planned"), h("span", { class: "name" }, item.words), time,
      h("span", { class: "meta" }, facts.filter(Boolean).map((fact) => h("span", {}, fact))),
      item.said ? h("q", { class: "said-by" }, item.said) : null,
      item.can.length ? h("span", { class: "buttons" }, item.can.map((action) => h("button", { onclick: () => this.change(item, action) }, t(this.word(item, action)))),
        editor ? h("a", { href: `/config/automation/edit/${item.id}`, target: "_top" }, t("open_settings")) : null) : null);
  }

  word(item, action) { return item.kind === "automation" ? `automation_${action}` : `do_${action}`; }

  tick() {
    for (const [item, element] of this.times ?? []) {
      element.textContent = item.kind === "timer"
        ? item.due ? countdown((new Date(item.due) - Date.now()) / 1000) : `⏸ ${countdown(item.left)}`
        : item.paused ? t(item.kind === "automation" ? "is_off" : "is_paused") : item.due ? until(item.due) : "";
    }
  }

  async change(item, action) {
    const body = { action: action.replaceAll("_", "-"), kind: item.kind };
    if (action === "move") {
      body.to = await this.askTime(item);
      if (!body.to) return;
    } else if (action === "cancel" && item.kind !== "automation" && !(await this.confirm(item))) return;
    try {
      const told = await settle(this.app, this, await this.app.api.post(`planned/${item.id}`, body), "planned");
      if (told) this.app.tell(told.text, told.verdict === "ok" ? "done" : "failed", told.verdict === "ok" ? "" : "bad");
    } catch (error) { this.app.trouble(error); }
    this.load();
  }

  confirm(item) {
    return confirmed(this, t("cancel_planned", { name: item.words }), t("keep"), t("do_cancel"));
  }

  askTime(item) {
    const due = new Date(item.due);
    const local = new Date(due - due.getTimezoneOffset() * 60000).toISOString().slice(0, 16);
    return ask(this, t("do_move"), (close) => {
      const field = h("input", { type: "datetime-local", value: local, "aria-label": t("new_time") });
      return [h("h2", {}, t("new_time")), h("p", { class: "dim" }, item.words), field,
        h("div", { class: "end" }, h("button", { onclick: () => close() }, t("cancel")),
          h("button", { class: "strong", onclick: () => { if (field.value) close(new Date(field.value).toISOString()); } }, t("set")))];
    });
  }
}

customElements.define("home-planned", HomePlanned);
