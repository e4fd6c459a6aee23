// The page by itself: lets somebody in, and begins.

import { Api, read } from "./api.js";
import { HomeAgentApp } from "./app.js";
import { choose, speak, t } from "./words.js";

let csrf = "";

async function send(path, init = {}) {
  const headers = { ...init.headers, ...(csrf && { "X-CSRF-Token": csrf }) };
  const response = await fetch(`page/api/${path}`, { ...init, headers, credentials: "same-origin", cache: "no-store" });
  if (response.status === 401) await showLogin(() => t("was_out"));
  // Another tab logged in anew: what this one shows may be another's.
  if (response.status === 403 && (await response.clone().json().catch(() => null))?.error?.code === "not_from_page") {
    const facts = await fetch("page/api/login", { credentials: "same-origin", cache: "no-store" }).then(read).catch(() => null);
    if (facts && facts.csrf !== csrf) location.reload();
  }
  return response;
}

async function loadWords(language) {
  return read(await fetch(`page/words/${language}.json`));
}

export async function logIn(credentials) {
  const response = await fetch("page/login", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(credentials), credentials: "same-origin",
  });
  return begin(await read(response));
}

let shown = null;

async function showLogin(message = () => "") {
  if (shown === "login") return;
  shown = "login";
  await speak(choose([stored(), ...navigator.languages], ["en", "de", "nl", "fr", "it", "es"]), loadWords);
  await import("./login.js");
  const login = document.createElement("home-login");
  login.className = "home-agent";
  login.message = message();
  login.logIn = logIn;
  document.body.replaceChildren(login);
}

const stored = () => localStorage.getItem("home-agent-language");

async function begin(facts) {
  csrf = facts.csrf;
  const language = choose([stored(), ...navigator.languages, facts.language], facts.languages);
  await speak(language, loadWords);
  document.documentElement.lang = language;
  const api = new Api(send);
  api.language = language;
  const app = new HomeAgentApp();
  shown = "app";
  document.body.replaceChildren(app);
  app.begin(api, {
    languages: facts.languages,
    logout: async (wasOut = false) => {
      api.stop();
      if (wasOut) return showLogin(() => t("was_out"));
      await fetch("page/api/logout", { method: "POST", headers: { "X-CSRF-Token": csrf, "Content-Type": "application/json" }, body: "{}" }).catch(() => {});
      csrf = "";
      return showLogin();
    },
    setLanguage: (code) => {
      localStorage.setItem("home-agent-language", code);
      location.reload();
    },
  });
}

async function start() {
  const link = /^#link=(.+)$/.exec(location.hash)?.[1];
  if (link) {
    // A link is for once: it is not to be found in the address or the history any more.
    history.replaceState(null, "", location.pathname);
    try {
      await logIn({ link });
      return;
    } catch (error) {
      if (await resume()) return;
      await showLogin(() => error.message);
      return;
    }
  }
  if (!(await resume())) await showLogin();
}

async function resume() {
  for (let pause = 500; ; pause = Math.min(pause * 2, 8000)) {
    try {
      const response = await fetch("page/api/login", { credentials: "same-origin", cache: "no-store" });
      if (response.status === 401) return false;
      await begin(await read(response));
      return true;
    } catch {
      // The server is away; whoever loaded the page from a cache waits for it.
      await new Promise((resolve) => { setTimeout(resolve, pause); });
    }
  }
}

// A link that is opened where the page is already changes nothing but the hash.
addEventListener("hashchange", () => { if (location.hash.startsWith("#link=")) start(); });

start();
