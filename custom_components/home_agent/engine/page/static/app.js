// The frame around the views: where one is, whether the server is there, and what is told meanwhile.

import { h, fill, icon, id } from "./dom.js";
import { t } from "./words.js";
import "./talk.js";

const VIEWS = ["talk", "house", "planned", "memory", "record", "understanding", "start"];
const TOLD_FOR = 7000;

export class HomeAgentApp extends HTMLElement {
  // `api`: an Api. `shell`: what the place that shows us offers: logout(), languages, setLanguage(), panel.
  begin(api, shell) {
    this.api = api;
    this.shell = shell;
    this.views = new Map();
    this.classList.add("home-agent");
    this.classList.toggle("in-panel", Boolean(shell.panel));
    this.build();
    api.addEventListener("connection", ({ detail }) => this.showConnection(detail.online));
    api.addEventListener("notice", ({ detail }) => this.tell(detail.text, "bell"));
    api.addEventListener("out", () => shell.logout(true));
    // Somebody else logged in meanwhile, in another tab.
    api.addEventListener("other", () => location.reload());
    api.start();
    addEventListener("hashchange", () => this.show(this.wanted()));
    this.show(this.wanted());
    this.loadOverview();
  }

  build() {
    this.main = h("main", { id: "main", tabindex: "-1" });
    this.skip = h("a", { class: "skip", href: "#main", onclick: (event) => { event.preventDefault(); this.main.focus(); } }, t("skip"));
    this.lost = h("p", { class: "lost", role: "status", hidden: true }, t("lost"));
    this.notices = h("div", { class: "notices", role: "status", "aria-live": "polite" });
    this.links = new Map(VIEWS.map((view) => [
      view,
      h("a", { href: `#${view}`, onclick: (event) => { if (this.shell.panel) { event.preventDefault(); this.show(view); } } },
        icon(view), h("span", { class: "full" }, t(view === "memory" ? "memory_short" : view)), h("span", { class: "short" }, t(`${view}_short`))),
    ]));
    this.brand = h("p", { class: "brand" }, h("span", { class: "mark" }, icon("house")), h("b", {}, "Home Agent"));
    fill(this, this.skip, h("nav", { "aria-label": t("views") }, this.brand, ...this.links.values()), this.lost, this.main, this.notices);
  }

  wanted() {
    const view = this.shell.panel ? this.current : location.hash.slice(1);
    return VIEWS.includes(view) ? view : "talk";
  }

  async show(view) {
    if (this.current === view && this.main.firstChild) return;
    this.current = view;
    for (const [name, link] of this.links) {
      if (name === view) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    if (!this.views.has(view)) {
      if (view !== "talk") await import(`./${view}.js`);
      const element = document.createElement(`home-${view}`);
      element.app = this;
      element.className = `view ${view}`;
      this.views.set(view, element);
    }
    if (this.current !== view) return;
    const element = this.views.get(view);
    if (this.main.firstChild === element) return;
    this.main.replaceChildren(element);
    element.appear?.();
    this.entitle();
  }

  go(view) {
    if (this.shell.panel) this.show(view);
    else location.hash = view;
  }

  showConnection(online) {
    clearTimeout(this.losing);
    // What is back within a moment need not worry anybody.
    if (online) this.lost.hidden = true;
    else this.losing = setTimeout(() => { this.lost.hidden = false; }, 600);
    this.classList.toggle("offline", !online);
  }

  async loadOverview() {
    try {
      this.overview = await this.api.get("overview");
      this.classList.toggle("read-only", this.overview.viewer.read_only);
      this.dispatchEvent(new CustomEvent("overview"));
      this.entitle();
    } catch { /* The connection is told of elsewhere. */ }
  }

  // In Home Assistant, the title is its own.
  entitle() {
    if (!this.shell.panel) document.title = [t(this.current), this.overview?.name, "Home Agent"].filter(Boolean).join(" · ");
  }

  tell(text, picture = "asked", kind = "") {
    const note = h("p", { class: `notice ${kind}` }, icon(picture), h("span", {}, text),
      h("button", { class: "plain", "aria-label": t("close"), onclick: () => note.remove() }, icon("close")));
    this.notices.append(note);
    while (this.notices.children.length > 3) this.notices.firstChild.remove();
    setTimeout(() => note.remove(), TOLD_FOR);
  }

  trouble(error) { this.tell(error.status ? error.message : t("no_answer"), "failed", "bad"); }

  // One conversation for all tabs.
  get conversation() {
    let known = localStorage.getItem("home-agent-conversation");
    if (!known) this.conversation = known = id();
    return known;
  }

  set conversation(value) { localStorage.setItem("home-agent-conversation", value); }
}

customElements.define("home-agent-app", HomeAgentApp);
