// Understanding: what was not understood lately, and how sentences were answered.

import { h, fill, refill, svg, icon, ask } from "./dom.js";
import { t, when, figure, place } from "./words.js";
import { took } from "./talk.js";

const DAYS = 14;
const KINDS = ["fast", "llm", "none"];

class HomeUnderstanding extends HTMLElement {
  connectedCallback() {
    if (!this.body) {
      this.body = h("div", {});
      fill(this, h("header", {}, h("h1", {}, t("understanding"))), this.body);
      for (const type of ["message", "back"]) this.app.api.addEventListener(type, ({ detail }) => { if (this.isConnected && (type === "back" || detail.message.state === "done")) this.load(); });
    }
    this.load();
  }

  async load() {
    try {
      const { days, missed, taught, names } = await this.app.api.get("understanding");
      refill(this.body, days.length ? [this.figures(days), this.charts(days)] : null, this.missed(missed), this.app.overview?.viewer.is_admin ? this.taught(taught, names) : null);
    } catch (error) { this.app.trouble(error); }
  }

  figures(days) {
    const sum = (key) => days.reduce((total, day) => total + day[key], 0);
    const all = sum("fast") + sum("llm") + sum("none");
    const today = days.find(({ day }) => day === new Date().toISOString().slice(0, 10));
    const cards = [
      [all ? `${figure((100 * sum("fast")) / all, 0)} %` : "–", t("share_fast")],
      [typeof today?.p50 !== "number" ? "–" : took(today.p50), t("median")],
      ...(this.app.overview?.has_model || sum("tokens") ? [[figure(sum("tokens"), 0), t("tokens")], [figure(sum("cost"), 2), t("cost")]] : []),
    ];
    return h("div", { class: "figures" }, cards.map(([value, name]) => h("div", { class: "card" }, h("b", {}, value), h("span", { class: "dim" }, name))));
  }

  charts(known) {
    const byDay = new Map(known.map((day) => [day.day, day]));
    const days = Array.from({ length: DAYS }, (_, at) => {
      const day = new Date(Date.now() - (DAYS - 1 - at) * 86400000).toISOString().slice(0, 10);
      return byDay.get(day) ?? { day, fast: 0, llm: 0, none: 0, tokens: 0, cost: 0, p50: 0, p95: 0 };
    });
    const legend = h("p", { class: "legend" }, KINDS.map((kind) => h("span", {}, h("i", { class: kind }), t(`answered_${kind}`))));
    const small = [["p95", t("latency_by_day"), took], ["tokens", t("tokens_by_day"), (value) => figure(value, 0)], ["cost", t("cost_by_day"), (value) => figure(value, 2)]];
    const shown = small.filter(([key]) => this.app.overview?.has_model || days.some((day) => day[key]));
    return [h("section", { class: "card list" }, h("h2", {}, t("sentences_by_day")), this.bars(days, KINDS, (value) => figure(value, 0)), this.axis(days), legend),
      h("div", { class: "figures small" }, shown.map(([key, title, tell]) => h("section", { class: "card" }, h("h2", {}, title),
        this.bars(days, [key], tell), this.axis(days), h("p", { class: "dim range" }, t("most", { value: tell(Math.max(...days.map((day) => day[key] ?? 0))) })))))];
  }

  // A bar for each day, of one kind or several upon each other; the figures are told to whoever cannot see them.
  bars(days, kinds, tell) {
    const most = Math.max(...days.map((day) => kinds.reduce((sum, kind) => sum + (day[kind] ?? 0), 0))) || 1;
    const bars = days.flatMap((day, at) => {
      let top = 98;
      const slot = svg("rect", { class: "slot", x: at * 20 + 4, y: 98.5, width: 12, height: 1.5, rx: .7 });
      return [slot, ...kinds.map((kind) => {
        const height = (94 * (day[kind] ?? 0)) / most;
        top -= height;
        return svg("rect", { class: kinds.length > 1 ? kind : "fast", x: at * 20 + 4, y: top, width: 12, height: Math.max(height - .8, 0), rx: .8 });
      })];
    });
    const told = days.filter((day) => kinds.some((kind) => day[kind])).map((day) => `${day.day}: ${kinds.map((kind) => `${tell(day[kind] ?? 0)}${kinds.length > 1 ? ` ${t(`answered_${kind}`)}` : ""}`).join(", ")}`).join("; ");
    return svg("svg", { class: "chart", viewBox: `0 0 ${DAYS * 20} 100`, role: "img", "aria-label": told || "0", preserveAspectRatio: "none" }, bars);
  }

  axis(days) {
    const day = ({ day }) => new Date(`${day}T12:00`).toLocaleDateString(place(), { day: "numeric", month: "short" });
    return h("p", { class: "axis", "aria-hidden": "true" }, h("span", {}, day(days[0])), h("span", {}, day(days.at(-1))));
  }

  missed(missed) {
    return h("section", { class: "below" }, h("h2", {}, t("not_understood")),
      h("ul", { class: "list" }, missed.length ? missed.map((found) => h("li", { class: "card item" }, icon("asked"), h("span", { class: "name" }, found.text),
        h("span", { class: "time" }, found.count > 1 ? `${found.count} ×` : ""), h("span", { class: "meta" }, h("span", {}, when(found.last))),
        h("span", { class: "buttons" },
          this.app.overview?.viewer.is_admin ? h("button", { onclick: () => this.teach(found) }, t("teach")) : null,
          h("button", { onclick: () => { this.app.go("talk"); setTimeout(() => { const talk = this.app.views.get("talk"); talk.field.value = found.text; talk.grow(); talk.field.focus(); }, 50); } }, t("say_again")),
          h("button", { onclick: async () => { await this.app.api.remove("understanding", { key: found.id }).catch((error) => this.app.trouble(error)); this.load(); } }, t("dismiss")))))
        : h("li", { class: "empty" }, t("all_understood"))));
  }

  async teach(found) {
    const things = await this.things();
    const lesson = await ask(this, t("teach"), (close) => {
      const told = h("p", { class: "dim", role: "status" }, t("teach_how"));
      const save = h("button", { class: "strong", disabled: true, onclick: () => close(read()) }, t("teach"));
      const way = h("select", { "aria-label": t("teach_way"), onchange: () => { show(); } }, h("option", { value: "sentence" }, t("teach_sentence")), h("option", { value: "name" }, t("teach_name")));
      const means = h("input", { type: "text", "aria-label": t("means"), placeholder: t("means"), maxlength: 300, oninput: () => later(), onkeydown: (event) => { if (event.key === "Enter" && !save.disabled) close(read()); } });
      const [name, thing, list] = this.nameFields(things, () => later());
      const read = () => (way.value === "name" ? { name: name.value.trim(), entity_id: things.get(thing.value)?.id } : { means: means.value.trim() });
      const later = () => { save.disabled = true; clearTimeout(this.looking); this.looking = setTimeout(look, 250); };
      const look = async () => {
        if (way.value === "name") { save.disabled = !(name.value.trim() && things.has(thing.value)); return; }
        const text = means.value.trim();
        const tried = text ? await this.app.api.post("understanding/try", { means: text }).catch(() => null) : null;
        if (text !== means.value.trim() || way.value === "name") return;
        save.disabled = !tried?.understood;
        told.textContent = !tried ? t("teach_how") : tried.understood ? `✓ ${tried.does || t("understood_question")}` : t("not_understood_either");
      };
      const show = () => {
        means.hidden = way.value === "name";
        name.hidden = thing.hidden = way.value !== "name";
        told.textContent = t(way.value === "name" ? "teach_name_how" : "teach_how");
        look();
      };
      show();
      return [h("header", {}, h("h2", {}, `“${found.text}”`), h("button", { class: "plain", "aria-label": t("close"), onclick: () => close() }, icon("close"))),
        way, means, name, thing, list, told, h("div", { class: "end" }, h("button", { onclick: () => close() }, t("cancel")), save)];
    });
    if (!lesson) return;
    if (lesson.means) await this.send(() => this.app.api.post("understanding", { said: found.text, means: lesson.means, key: found.id }));
    else await this.name({ ...lesson, said: found.text, key: found.id });
  }

  // What things are called, with their room where two are called alike.
  async things() {
    const house = await this.app.api.get("house").catch(() => ({ entities: [], areas: [] }));
    const rooms = new Map(house.areas.map((area) => [area.id, area.name]));
    return new Map(house.entities.map((entity) => [[entity.name, rooms.get(entity.area)].filter(Boolean).join(", "), entity]));
  }

  nameFields(things, changed) {
    const list = h("datalist", { id: "things" }, [...things.keys()].map((value) => h("option", { value })));
    return [h("input", { type: "text", "aria-label": t("own_name"), placeholder: t("own_name"), maxlength: 60, oninput: changed }),
      h("input", { type: "text", "aria-label": t("which_thing"), placeholder: t("which_thing"), list: "things", oninput: changed }), list];
  }

  async teachName() {
    const things = await this.things();
    const lesson = await ask(this, t("teach_name"), (close) => {
      const save = h("button", { class: "strong", disabled: true, onclick: () => close({ name: name.value.trim(), entity_id: things.get(thing.value).id }) }, t("teach"));
      const [name, thing, list] = this.nameFields(things, () => { save.disabled = !(name.value.trim() && things.has(thing.value)); });
      return [h("h2", {}, t("teach_name")), h("p", { class: "dim" }, t("teach_name_how")), name, thing, list,
        h("div", { class: "end" }, h("button", { onclick: () => close() }, t("cancel")), save)];
    });
    if (lesson) await this.name(lesson);
  }

  async name(lesson) {
    await this.send(async () => {
      const told = await this.app.api.post("names", lesson);
      if (lesson.said) this.app.tell(told.understood ? `✓ ${told.does || t("understood_question")}` : t("still_not_understood"), told.understood ? "done" : "asked");
    });
  }

  taught(taught, names) {
    const row = (said, means, forget) => h("li", { class: "card item" }, icon("understanding"), h("span", { class: "name" }, said),
      h("button", { class: "plain", "aria-label": t("forget", { name: said }), onclick: () => this.send(forget) }, icon("bin")), h("span", { class: "meta" }, `= ${means}`));
    return h("section", { class: "below" }, h("h2", {}, t("taught")), h("ul", { class: "list" },
      names.map((one) => row(one.name, one.thing, () => this.app.api.remove("names", { name: one.name }))),
      taught.map((one) => row(one.said, one.means, () => this.app.api.remove("taught", { said: one.said, in: one.language })))),
      names.length || taught.length ? null : h("p", { class: "dim" }, t("nothing_taught")), h("p", { class: "add" }, h("button", { onclick: () => this.teachName() }, t("teach_name"))));
  }

  async send(request) {
    await request().catch((error) => this.app.trouble(error));
    this.load();
  }
}

customElements.define("home-understanding", HomeUnderstanding);
