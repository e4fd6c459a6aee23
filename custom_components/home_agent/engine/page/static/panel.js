// The page as a panel of Home Assistant: in its frame, with its login and its light.

import { Api, read } from "./api.js";
import { HomeAgentApp } from "./app.js";
import { choose, speak } from "./words.js";

const LANGUAGES = ["en", "de", "nl", "fr", "it", "es"];

class HomeAgentPanel extends HTMLElement {
  set hass(hass) {
    this._hass = hass;
    if (this.menu) this.menu.hass = hass;
    this.dress();
    if (!this.begun && this.isConnected && this._panel) this.begin();
  }

  set panel(panel) {
    this._panel = panel;
    if (!this.begun && this._hass && this.isConnected) this.begin();
  }

  set narrow(narrow) {
    this._narrow = narrow;
    if (this.menu) this.menu.narrow = narrow;
    this.dress();
  }

  connectedCallback() {
    if (!this.begun && this._hass && this._panel) this.begin();
    else if (this.app) this.app.api.start();
  }

  disconnectedCallback() { this.app?.api.stop(); }

  async begin() {
    this.begun = true;
    this.style.display = "block";
    const base = `/api/home_agent/page/${this._panel.config.agent}/`;
    const send = (path, init) => this._hass.fetchWithAuth(base + path, init);
    const language = choose([this._hass.language], LANGUAGES);
    await speak(language, async () => read(await send(`words?language=${language}`)));
    const root = this.attachShadow({ mode: "open" });
    const style = document.createElement("link");
    style.rel = "stylesheet";
    style.href = new URL("./style.css", import.meta.url).href;
    const dressed = new Promise((resolve) => { style.onload = style.onerror = resolve; });
    root.append(style);
    await dressed;
    const { connection } = this._hass;
    const api = new Api(send, (hear, spoken) => this._hass.connection.subscribeMessage(hear, { type: "home_agent/page", agent: this._panel.config.agent, language: spoken }));
    connection.addEventListener("disconnected", () => api.become(false));
    api.language = language;
    this.app = new HomeAgentApp();
    this.menu = document.createElement("ha-menu-button");
    this.menu.className = "ha-menu";
    this.menu.hass = this._hass;
    this.menu.narrow = this._narrow;
    root.append(this.app);
    this.app.begin(api, { panel: true, logout: () => this.app.showConnection(false) });
    this.app.append(this.menu);
    this.dress();
  }

  dress() {
    if (!this.app) return;
    const dark = Boolean(this._hass.themes?.darkMode);
    this.app.classList.toggle("dark", dark);
    this.app.classList.toggle("light", !dark);
    this.app.classList.toggle("narrow", Boolean(this._narrow));
  }
}

if (!customElements.get("home-agent-panel")) customElements.define("home-agent-panel", HomeAgentPanel);
