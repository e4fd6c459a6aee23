// The way in: with a key, or by a link from the terminal.

import { h, fill, icon } from "./dom.js";
import { t } from "./words.js";

class HomeLogin extends HTMLElement {
  connectedCallback() {
    const field = h("input", { type: "password", autocomplete: "off", "aria-label": t("key"), placeholder: "sk-home-…", required: true });
    const wrong = h("p", { class: "wrong", role: "alert" }, this.message ?? "");
    const form = h("form", {
      onsubmit: async (event) => {
        event.preventDefault();
        try {
          await this.logIn({ key: field.value });
        } catch (error) {
          wrong.textContent = error.status ? error.message : t("no_answer");
          field.select();
        }
      },
    }, h("label", {}, t("key"), field), wrong, h("button", { class: "strong" }, t("log_in")));
    fill(this, h("main", { class: "login" }, h("span", { class: "mark large" }, icon("house")), h("h1", {}, "Home Agent"),
      h("p", {}, t("login_link")), h("pre", {}, "home-agent open"), h("p", { class: "dim" }, t("login_key")), form));
    field.focus();
  }
}

customElements.define("home-login", HomeLogin);
