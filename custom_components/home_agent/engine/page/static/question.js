// The ways to answer a question of the agent: buttons, or a field for the PIN that shows and keeps nothing.

import { h, icon, ask, id } from "./dom.js";
import { t } from "./words.js";

// `answer(text, secret)` says it.
export function answers(reply, answer) {
  const button = (text, kind) => h("button", { class: kind, onclick: (event) => { disable(event); answer(text, false); } }, text);
  switch (reply.asks) {
    case "yes_no":
      return h("div", { class: "answers", role: "group", "aria-label": t("answer") }, button(t("yes"), "strong"), button(t("no")));
    case "which":
      return h("div", { class: "answers", role: "group", "aria-label": t("answer") }, reply.choices.map((choice) => button(choice)));
    case "pin":
      return pinField(answer);
    default:
      return null;
  }
}

function disable(event) {
  for (const other of event.currentTarget.parentElement.querySelectorAll("button")) other.disabled = true;
}

function pinField(answer) {
  const field = h("input", {
    type: "password", inputmode: "numeric", autocomplete: "off", "aria-label": t("pin"), placeholder: t("pin"), maxlength: 16, size: 8,
  });
  return h("form", {
    class: "answers pin",
    onsubmit: (event) => {
      event.preventDefault();
      const typed = field.value;
      field.value = "";
      if (typed) answer(typed, true);
    },
  }, icon("lock"), field, h("button", { class: "strong" }, t("confirm")), h("button", { type: "button", onclick: () => answer(t("no"), false) }, t("cancel")));
}

// Asks what a reply asks, in a dialog, and again if the answer is asked about. Resolves with what is told
// at the end: a reply, or null where it was declined or nobody knows.
export async function settle(app, host, reply, conversation) {
  if (!reply.asks) return reply;
  const said = await ask(host, reply.text, (close) => [h("p", {}, reply.text), answers(reply, (text, secret) => close({ text, secret }))]);
  const told = await say(app, conversation, said ?? { text: t("no"), secret: false });
  if (!told || !said) return null;
  if (!told.reply) return { text: told.words || t("went_wrong"), verdict: "failed", asks: "" };
  return settle(app, host, { ...told.reply, text: told.words }, conversation);
}

// The answer to a question is a sentence like any other; it ends when the stream says so.
function say(app, conversation, { text, secret }) {
  const { api } = app;
  const messageId = id();
  return new Promise((resolve) => {
    const hear = ({ detail }) => { if (detail.message.id === messageId && detail.message.state !== "answering") end(detail.message); };
    const end = (message) => {
      api.removeEventListener("message", hear);
      api.removeEventListener("back", look);
      clearTimeout(patience);
      resolve(message);
    };
    // The line broke meanwhile: the server says what became of it, or another one that it does not know.
    const look = async ({ detail }) => {
      const { messages } = await api.get(`conversations/${conversation}`).catch(() => ({ messages: [] }));
      const found = messages.find((message) => message.id === messageId);
      if (found && found.state !== "answering") end(found);
      else if (!found && detail.restarted) { app.tell(`${t("unknown_outcome")} ${t("record")}`, "failed", "bad"); end(null); }
    };
    const patience = setTimeout(() => end(null), 60000);
    api.addEventListener("message", hear);
    api.addEventListener("back", look);
    api.post("talk", { conversation, id: messageId, text, secret }).catch((error) => { app.trouble(error); end(null); });
  });
}
