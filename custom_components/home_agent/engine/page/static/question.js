// The ways to answer a question of the agent: buttons, or a field for the PIN that shows and keeps nothing.

import { h, icon } from "./dom.js";
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
