// What the page says, in the language of whoever looks.

let words = {};
let code = "en";
let locale = "en";

export async function speak(language, load) {
  words = await load(language);
  code = language;
  // The time as they write it where they are: 18:30 in British English.
  locale = navigator.languages.find((one) => one.split("-")[0] === language) ?? language;
}

export const language = () => code;
export const place = () => locale;

export function t(key, slots) {
  let text = words[key] ?? key;
  for (const [name, value] of Object.entries(slots ?? {})) text = text.replaceAll(`{${name}}`, () => value);
  return text;
}

// A word for something that the home or we have a key for; the key itself, read aloud, if there is none.
export const tr = (prefix, key) => words[`${prefix}_${String(key).replaceAll(" ", "_")}`] ?? String(key).replaceAll("_", " ");

export function choose(wanted, known) {
  for (const one of wanted) {
    const found = known.find((other) => one?.toLowerCase().split("-")[0] === other);
    if (found) return found;
  }
  return known.includes("en") ? "en" : known[0];
}

export const clock = (moment) => new Date(moment).toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });

// By the calendar: what is at nine tomorrow is tomorrow, at any hour of today.
const daysUntil = (moment) => Math.round((new Date(moment).setHours(0, 0, 0, 0) - new Date().setHours(0, 0, 0, 0)) / 86400000);

export function when(moment) {
  const date = new Date(moment);
  const days = daysUntil(date);
  if (days === 0) return clock(moment);
  const day = Math.abs(days) < 2
    ? new Intl.RelativeTimeFormat(code, { numeric: "auto" }).format(days, "day")
    : date.toLocaleDateString(locale, { weekday: "short", day: "numeric", month: "short" });
  return `${day}, ${clock(moment)}`;
}

const UNITS = [["hour", 3600], ["minute", 60], ["second", 1]];

export function until(moment) {
  const seconds = (new Date(moment) - Date.now()) / 1000;
  const format = new Intl.RelativeTimeFormat(code, { numeric: "auto" });
  if (Math.abs(seconds) >= 86400) return format.format(daysUntil(moment), "day");
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? UNITS[2];
  return format.format(Math.round(seconds / size), unit);
}

export function countdown(seconds) {
  const left = Math.max(0, Math.round(seconds));
  const parts = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
  return parts.slice(parts[0] ? 0 : 1).map((part) => String(part).padStart(2, "0")).join(":");
}

export const figure = (value, most = 1) => new Intl.NumberFormat(locale, { maximumFractionDigits: most }).format(value);
