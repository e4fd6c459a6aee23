// House: floors and rooms with everything in them, as it changes. A press does the obvious thing.

import { h, fill, refill, icon, iconOf, isVisible, withoutBidi, ask } from "./dom.js";
import { t, tr, figure } from "./words.js";
import { settle } from "./question.js";

const FILTERS = ["all", "active", "controls", "gone"];
const SHOWN_WRONG = 8000;

class HomeHouse extends HTMLElement {
  connectedCallback() {
    if (this.tiles) return;
    this.tiles = new Map();
    this.filter = "all";
    this.search = "";
    this.build();
    const { api } = this.app;
    api.addEventListener("states", ({ detail }) => this.update(detail.states));
    api.addEventListener("house", () => this.load());
    api.addEventListener("back", () => this.load());
    this.load();
  }

  build() {
    this.buttons = new Map(FILTERS.map((name) => [name,
      h("button", { "aria-pressed": String(name === this.filter), onclick: () => this.choose(name) }, t(`show_${name}`))]));
    this.rooms = h("div", { class: "rooms" });
    this.empty = h("p", { class: "empty", hidden: true }, t("none_found"));
    fill(this, h("header", {}, h("h1", {}, t("house")), this.counted = h("span", { class: "dim counted" })),
      h("div", { class: "filters", role: "search" },
        h("input", { type: "search", placeholder: t("search"), "aria-label": t("search_house"), oninput: (event) => { this.search = event.target.value.trim().toLocaleLowerCase(); this.sift(); } }),
        h("div", { class: "choices" }, ...this.buttons.values())),
      this.rooms, this.empty);
  }

  choose(name) {
    this.filter = name;
    for (const [other, button] of this.buttons) button.setAttribute("aria-pressed", String(other === name));
    this.sift();
  }

  async load() {
    let house;
    try {
      house = await this.app.api.get("house");
    } catch (error) { if (!this.tiles.size) this.app.trouble(error); return; }
    this.tiles.clear();
    const areas = new Map(house.areas.map((area) => [area.id, area]));
    const byRoom = new Map();
    for (const entity of house.entities) {
      const area = areas.get(entity.area) ?? null;
      if (!byRoom.has(area)) byRoom.set(area, []);
      byRoom.get(area).push(new Tile(this, entity, area));
    }
    const floors = [...house.floors, { id: null, name: house.floors.length ? t("no_floor") : "" }];
    const sections = [];
    for (const floor of floors) {
      const rooms = [...byRoom].filter(([area]) => (area?.floor ?? null) === floor.id).sort(([one], [other]) => rank(one).localeCompare(rank(other)));
      if (!rooms.length) continue;
      if (floor.name) sections.push(h("h3", { class: "floor" }, floor.name));
      for (const [area, tiles] of rooms) sections.push(this.room(area, tiles));
    }
    refill(this.rooms, sections);
    this.sift();
    this.count();
  }

  room(area, tiles) {
    tiles.sort((one, other) => one.weight() - other.weight() || one.entity.name.localeCompare(other.entity.name));
    for (const tile of tiles) this.tiles.set(tile.entity.id, tile);
    const section = h("section", { class: "room", "aria-label": area?.name ?? t("no_room") },
      h("h2", {}, area?.name ?? t("no_room")), h("div", { class: "tiles" }, tiles.map((tile) => tile.element)));
    for (const tile of tiles) tile.section = section;
    return section;
  }

  // Only what changed is touched, however large the house is.
  update(states) {
    for (const [entityId, state] of Object.entries(states)) {
      const tile = this.tiles.get(entityId);
      if (tile) tile.update(state ?? { state: "unavailable", words: "" });
    }
    if (this.filter !== "all" || this.search) this.sift();
    this.count();
  }

  count() {
    cancelAnimationFrame(this.counting);
    this.counting = requestAnimationFrame(() => {
      let active = 0;
      let gone = 0;
      for (const { entity } of this.tiles.values()) {
        if (entity.active) active += 1;
        if (entity.state === "unavailable") gone += 1;
      }
      this.counted.textContent = [t("count_active", { count: active }), gone ? t("count_gone", { count: gone }) : ""].filter(Boolean).join(" · ");
    });
  }

  sift() {
    const seen = new Set();
    let found = 0;
    for (const tile of this.tiles.values()) {
      const shown = tile.fits(this.filter, this.search);
      if (tile.element.hidden === shown) tile.element.hidden = !shown;
      if (shown) { found += 1; seen.add(tile.section); }
    }
    for (const section of this.rooms.children) if (section.matches("section")) section.hidden = !seen.has(section);
    let any = false;
    for (const element of [...this.rooms.children].reverse()) {
      if (element.matches("section")) any ||= !element.hidden;
      else { element.hidden = !any; any = false; }
    }
    this.empty.hidden = found > 0;
  }
}

const rank = (area) => (area ? ` ${area.name}` : "￿");

class Tile {
  constructor(house, entity, area) {
    this.house = house;
    this.app = house.app;
    this.entity = entity;
    if (!isVisible(entity.name)) entity.name = entity.id;
    this.found = `${entity.name} ${area?.name ?? ""} ${entity.id}`.toLocaleLowerCase();
    this.words = h("span", { class: "words" });
    this.face = h(entity.press ? "button" : "div", { class: "face" }, icon(iconOf(entity)), h("span", { class: "name" }, entity.name), " ", this.words);
    if (entity.press) this.face.addEventListener("click", () => this.press());
    this.element = h("div", { class: "tile" }, this.face);
    this.update(entity);
  }

  weight() {
    const domain = this.entity.id.split(".")[0];
    if (this.entity.press || this.entity.slider) return domain === "light" ? 0 : domain === "scene" || domain === "script" ? 2 : 1;
    return 3;
  }

  fits(filter, search) {
    const { entity } = this;
    if (filter === "active" && !entity.active) return false;
    if (filter === "controls" && !entity.press && !entity.slider) return false;
    if (filter === "gone" && entity.state !== "unavailable") return false;
    return !search || search.split(/\s+/).every((word) => this.found.includes(word) || entity.words.toLocaleLowerCase().includes(word));
  }

  update(state) {
    const { entity } = this;
    if (state !== entity) {
      entity.active = entity.press = entity.slider = undefined;
      Object.assign(entity, state);
    }
    const gone = entity.state === "unavailable";
    this.element.classList.toggle("active", Boolean(entity.active));
    this.element.classList.toggle("gone", gone);
    this.element.classList.toggle("adjusts", Boolean(entity.slider));
    if (!this.isWrong) this.tell();
    const presses = Boolean(entity.press) && !this.app.overview?.viewer.read_only;
    if (this.face.tagName === "BUTTON") {
      this.face.disabled = !presses;
      this.face.setAttribute("aria-label", withoutBidi(`${entity.name}, ${this.words.textContent}${presses ? `. ${tr("press", entity.press)}` : ""}`));
    }
    if (entity.slider && !this.more) {
      this.more = h("button", { class: "plain", "aria-label": t("adjust", { name: entity.name }), onclick: () => this.adjust() }, icon("more"));
      this.element.append(this.more);
    }
    if (this.more) this.more.hidden = !entity.slider;
  }

  tell() {
    const { entity } = this;
    const slider = entity.active && entity.slider?.unit === "%" && entity.slider.value < 100 ? ` · ${figure(entity.slider.value, 0)} %` : "";
    const text = entity.words ? `${entity.words}${slider}` : ["unavailable", "unknown"].includes(entity.state) && !entity.press ? tr("state", entity.state) : entity.press ? tr("press", entity.press) : "";
    if (this.words.textContent !== text) this.words.textContent = withoutBidi(text);
  }

  async press(value) {
    if (this.element.classList.contains("busy")) return;
    const service = value === undefined ? this.entity.press : this.entity.slider?.service;
    if (!service) return;
    this.element.classList.add("busy");
    this.face.setAttribute("aria-busy", "true");
    try {
      await this.show(await this.app.api.post("press", { entity_id: this.entity.id, service, value }));
    } catch (error) {
      this.fail(error.status ? error.message : t("no_answer"));
    } finally {
      this.element.classList.remove("busy");
      this.face.removeAttribute("aria-busy");
    }
  }

  // Only what was seen to happen is shown as having happened; the rest is told.
  async show(reply) {
    const told = await settle(this.app, this.house, reply, "house");
    if (told && told.verdict !== "ok") this.fail(told.text);
  }

  fail(text) {
    this.isWrong = true;
    this.words.textContent = text;
    this.element.classList.add("wrong");
    this.app.tell(text, "failed", "bad");
    clearTimeout(this.righting);
    this.righting = setTimeout(() => {
      this.isWrong = false;
      this.element.classList.remove("wrong");
      this.tell();
    }, SHOWN_WRONG);
  }

  adjust() {
    const { slider, name } = this.entity;
    ask(this.house, name, (close) => {
      const shown = (value) => `${slider.max === 1 ? `${figure(value * 100, 0)} %` : figure(value)}${slider.unit && slider.unit !== "°" ? ` ${slider.unit}` : slider.unit}`;
      const output = h("output", {}, shown(slider.value));
      const range = h("input", { type: "range", min: slider.min, max: slider.max, step: slider.step, value: slider.value, "aria-label": name, oninput: () => { output.textContent = shown(Number(range.value)); } });
      range.value = slider.value;
      return [h("header", {}, h("h2", {}, name), h("button", { class: "plain", "aria-label": t("close"), onclick: () => close() }, icon("close"))),
        h("div", { class: "slider" }, output, range),
        h("div", { class: "end" }, h("button", { onclick: () => close() }, t("cancel")),
          h("button", { class: "strong", disabled: Boolean(this.app.overview?.viewer.read_only), onclick: () => { close(); this.press(Number(range.value)); } }, t("set")))];
    });
  }
}

customElements.define("home-house", HomeHouse);
