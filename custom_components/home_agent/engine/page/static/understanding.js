// Understanding: what was not understood lately, and how sentences were answered.

import { h, fill, svg, icon, ask } from "./dom.js";
import { t, tr, when, figure } from "./words.js";
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
      const [{ days, missed, taught }, memory] = await Promise.all([this.app.api.get("understanding"), this.app.api.get("memories")]);
      fill(this.body, days.length ? [this.figures(days), this.chart(days)] : null, this.missed(missed), taught.length ? this.taught(taught) : null, this.memory(memory));
    } catch (error) { this.app.trouble(error); }
  }

  figures(days) {
    const sum = (key) => days.reduce((total, day) => total + day[key], 0);
    const all = sum("fast") + sum("llm") + sum("none");
    const today = days.at(-1);
    const cards = [
      [all ? `${figure((100 * sum("fast")) / all, 0)} %` : "–", t("share_fast")],
      [today.p50 === null ? "–" : took(today.p50), t("median")],
      [figure(sum("tokens"), 0), t("tokens")],
      [figure(sum("cost"), 2), t("cost")],
    ];
    return h("div", { class: "figures" }, cards.map(([value, name]) => h("div", { class: "card" }, h("b", {}, value), h("span", { class: "dim" }, name))));
  }

  chart(known) {
    const byDay = new Map(known.map((day) => [day.day, day]));
    const days = Array.from({ length: DAYS }, (_, at) => {
      const day = new Date(Date.now() - (DAYS - 1 - at) * 86400000).toISOString().slice(0, 10);
      return byDay.get(day) ?? { day, fast: 0, llm: 0, none: 0 };
    });
    const most = Math.max(1, ...days.map((day) => day.fast + day.llm + day.none));
    const bars = days.flatMap((day, at) => {
      let top = 98;
      const slot = svg("rect", { class: "slot", x: at * 20 + 4, y: 98.5, width: 12, height: 1.5, rx: .7 });
      return [slot, ...KINDS.map((kind) => {
        const height = (94 * day[kind]) / most;
        top -= height;
        return svg("rect", { class: kind, x: at * 20 + 4, y: top, width: 12, height: Math.max(height - .8, 0), rx: .8 });
      })];
    });
    const told = known.map((day) => `${day.day}: ${KINDS.map((kind) => `${day[kind]} ${t(`answered_${kind}`)}`).join(", ")}`).join("; ");
    return h("section", { class: "card list" }, h("h2", {}, t("sentences_by_day")),
      svg("svg", { class: "chart", viewBox: `0 0 ${DAYS * 20} 100`, role: "img", "aria-label": told, preserveAspectRatio: "none" }, bars),
      h("p", { class: "legend" }, KINDS.map((kind) => h("span", {}, h("i", { class: kind }), t(`answered_${kind}`)))));
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
    const said = await ask(this, t("teach"), (close) => {
      const told = h("p", { class: "dim", role: "status" }, t("teach_how"));
      const save = h("button", { class: "strong", disabled: true, onclick: () => close(field.value) }, t("teach"));
      const look = async () => {
        const means = field.value.trim();
        const read = means ? await this.app.api.post("understanding/try", { means }).catch(() => null) : null;
        if (means !== field.value.trim()) return;
        save.disabled = !read?.understood;
        told.textContent = !read ? t("teach_how") : read.understood ? `✓ ${read.does || t("understood_question")}` : t("not_understood_either");
      };
      const field = h("input", { type: "text", "aria-label": t("means"), placeholder: t("means"), maxlength: 300, oninput: () => { save.disabled = true; clearTimeout(this.looking); this.looking = setTimeout(look, 250); },
        onkeydown: (event) => { if (event.key === "Enter" && !save.disabled) close(field.value); } });
      return [h("header", {}, h("h2", {}, `“${found.text}”`), h("button", { class: "plain", "aria-label": t("close"), onclick: () => close() }, icon("close"))),
        field, told, h("div", { class: "end" }, h("button", { onclick: () => close() }, t("cancel")), save)];
    });
    if (!said) return;
    try {
      await this.app.api.post("understanding", { said: found.text, means: said, key: found.id });
    } catch (error) { this.app.trouble(error); }
    this.load();
  }

  taught(taught) {
    return h("section", { class: "below" }, h("h2", {}, t("taught")), h("ul", { class: "list" }, taught.map((one) => h("li", { class: "card item" }, icon("understanding"),
      h("span", { class: "name" }, one.said), h("button", { class: "plain", "aria-label": t("forget", { name: one.said }), onclick: async () => {
        await this.app.api.remove("taught", { said: one.said, in: one.language }).catch((error) => this.app.trouble(error));
        this.load();
      } }, icon("bin")), h("span", { class: "meta" }, `= ${one.means}`)))));
  }

  memory({ enabled, memories }) {
    const add = enabled ? h("button", { onclick: () => this.write({ id: "", content: "" }) }, t("remember")) : null;
    return h("section", { class: "below" }, h("h2", {}, t("remembered")),
      h("ul", { class: "list" }, memories.map((one) => h("li", { class: "card item" }, icon("record"), h("span", { class: "name" }, one.content), h("span", { class: "pill" }, tr("memory", one.type)),
        h("span", { class: "meta" }, [when(one.at), one.owner ? t("for_whom", { name: one.owner }) : t("for_household"), one.before && `${t("before")}: ${one.before}`].filter(Boolean).map((fact) => h("span", {}, fact))),
        h("span", { class: "buttons" }, enabled ? h("button", { onclick: () => this.write(one) }, t("correct")) : null,
          h("button", { onclick: () => this.send(() => this.app.api.remove(`memories/${one.id}`)) }, t("forget_it")))))),
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

  async send(request) {
    await request().catch((error) => this.app.trouble(error));
    this.load();
  }
}

customElements.define("home-understanding", HomeUnderstanding);
