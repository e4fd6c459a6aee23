// Making elements. Text is only ever a text node: nothing from the home is read as markup.

// A name may be in any script; what turns the writing of others around, and marks nothing itself, is left out.
export const withoutBidi = (text) => text.replace(/[\u202a-\u202e\u2066-\u2069]/gu, "");
// Whether there is anything to see of a text.
export const isVisible = (text) => /[^\p{Z}\p{C}\p{M}\u115f\u1160\u3164\uffa0]/u.test(text);

export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") element[name] = value;
    else element.setAttribute(name, value === true ? "" : name === "aria-label" ? withoutBidi(value) : value);
  }
  put(element, children);
  return element;
}

export function put(parent, children) {
  const flat = [children].flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
  parent.append(...flat.map((child) => (typeof child === "string" ? withoutBidi(child) : child)));
}

export function fill(parent, ...children) {
  parent.replaceChildren();
  put(parent, children);
  return parent;
}

const PRESSED = "button:enabled:not([hidden]), a[href], input:enabled, select:enabled, textarea:enabled, summary";

// Fills anew what somebody may be in with the keyboard: they stay where they were, or at what came in its place.
export function refill(parent, ...children) {
  const held = parent.getRootNode().activeElement;
  const at = held && parent.contains(held) ? [...parent.querySelectorAll(PRESSED)].indexOf(held) : -1;
  fill(parent, ...children);
  if (at < 0) return parent;
  const there = [...parent.querySelectorAll(PRESSED)];
  if (!there.length) parent.tabIndex = -1;
  (there[Math.min(at, there.length - 1)] ?? parent).focus({ preventScroll: true });
  return parent;
}

const SVG = "http://www.w3.org/2000/svg";

export function svg(tag, props, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props ?? {})) element.setAttribute(name, value);
  put(element, children);
  return element;
}

// Each a path in a square of 24, drawn as a line.
const PATHS = {
  talk: "M4 5.5h16v11H10l-5 4v-4H4z",
  house: "M4 11.5 12 4.5l8 7M6 10v9.5h12V10M10 19.5v-5h4v5",
  planned: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2",
  record: "M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.5M4.5 12h.5M4.5 17.5h.5",
  understanding: "M9 18.5h6M10 21h4M8.5 15.5c0-2-3-3.500-3-7a6.500 6.500 0 0 1 13 0c0 3.500-3 5-3 7z",
  memory: "M6.500 4.500h11v15l-5.500-4-5.500 4z",
  start: "M4 7.500h9M17.500 7.500H20M4 16.500h2.500M11 16.500h9M15.200 5.300a2.200 2.200 0 1 0 .01 0zM8.800 14.300a2.200 2.200 0 1 0 .01 0z",
  send: "M5 12h13M12.500 6l6 6-6 6",
  mic: "M12 4a2.500 2.500 0 0 0-2.500 2.500v5a2.500 2.500 0 0 0 5 0v-5A2.500 2.500 0 0 0 12 4zM6.500 11.500a5.500 5.500 0 0 0 11 0M12 17v3",
  speaker: "M5 10v4h3l4 3.500v-11L8 10zM15.500 9.500a3.500 3.500 0 0 1 0 5M17.800 7a7 7 0 0 1 0 10",
  plus: "M12 5.500v13M5.500 12h13",
  history: "M4.500 12a7.500 7.500 0 1 0 2.300-5.400L4.500 9M4.500 4.500V9H9M12 8.500V12l2.500 1.500",
  close: "M6.500 6.500l11 11M17.500 6.500l-11 11",
  more: "M4 7.500h8M16.500 7.500H20M4 16.500h3.500M12 16.500h8M14.300 5.300a2.200 2.200 0 1 0 .01 0zM9.800 14.300a2.200 2.200 0 1 0 .01 0z",
  bin: "M5.500 7.500h13M9.500 7.500V5h5v2.500M7 7.500l.8 12h8.400l.8-12",
  search: "M10.500 5a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11zM14.500 14.500l5 5",
  done: "M5.500 12.500l4.500 4.500 8.500-9.500",
  failed: "M12 4.500 3.500 19h17zM12 10v4M12 16.500v.3",
  refused: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM6.500 6.500l11 11",
  asked: "M9 9.500a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.200-1.500 2.400M12 17.500v.3",
  out: "M14 8V5.500H5.500v13H14V16M10 12h9.500M16.500 9l3 3-3 3",
  light: "M9.500 18h5M10.500 20.500h3M9 15c0-1.800-2.500-3-2.500-6a5.500 5.500 0 0 1 11 0c0 3-2.500 4.200-2.500 6z",
  switch: "M12 4v8M7.500 6.500a7 7 0 1 0 9 0",
  cover: "M5 4.500h14M6 4.500v11h12v-11M6 8.200h12M6 11.900h12M12 15.500v4",
  lock: "M6.500 11h11v8.500h-11zM9 11V8a3 3 0 0 1 6 0v3",
  climate: "M12 4a2 2 0 0 0-2 2v7.500a4 4 0 1 0 4 0V6a2 2 0 0 0-2-2zM12 9v7",
  sensor: "M4.500 16a7.500 7.500 0 1 1 15 0M12 16l3.500-4",
  media_player: "M8 5.500v13l10.500-6.500z",
  fan: "M12 10.500a1.500 1.500 0 1 0 .01 0zM12 10.500c-2.500-3-1.500-6.500 1-6.500s2.500 4-1 6.500zM13.300 12.800c3.800-.6 6.200 2.100 5 4.200s-4.800.3-5-4.200zM10.700 12.800c-1.300 3.600-4.900 4.400-6.100 2.200s1.900-4.600 6.100-2.200z",
  scene: "M12 4l1.800 5.200L19 11l-5.200 1.800L12 18l-1.800-5.200L5 11l5.200-1.800zM18.500 16.500v4M16.500 18.500h4",
  door: "M7 20V4.500h10V20M4.500 20h15M14 12.200v.3",
  window: "M5.500 4.500h13v15h-13zM12 4.500v15M5.500 12h13",
  motion: "M12 10a2 2 0 1 0 .01 0M7.800 16.200a6 6 0 0 1 0-8.400M16.200 7.800a6 6 0 0 1 0 8.400M5 19a10 10 0 0 1 0-14M19 5a10 10 0 0 1 0 14",
  person: "M12 5a3 3 0 1 0 .01 0zM5.500 19.500c0-4 3-6 6.500-6s6.500 2 6.500 6",
  camera: "M4.500 8h3l1.500-2.500h6L16.500 8h3v10.500h-15zM12 10.200a3 3 0 1 0 .01 0z",
  weather: "M7.500 18.500a3.500 3.500 0 0 1 0-7 5 5 0 0 1 9.500 1 3 3 0 0 1 0 6z",
  robot: "M12 5a7.500 7.500 0 1 0 .01 0zM12 8.500a4 4 0 0 1 4 4M12 15.500v.3",
  list: "M5 6.500l1.500 1.500L9 5M5 16l1.500 1.500L9 14.500M12 7h7.500M12 16.500h7.500",
  clock: "M12 4.500a7.500 7.500 0 1 0 0 15 7.500 7.500 0 0 0 0-15zM12 8v4l2.500 2",
  bell: "M6.500 16.500V11a5.500 5.500 0 0 1 11 0v5.500l1.500 1.500H5zM10.500 20.500h3",
  shield: "M12 4l7 2.500v5c0 4-3 7-7 8.500-4-1.500-7-4.500-7-8.500v-5z",
  drop: "M12 4.500c3 4 5 6.400 5 9a5 5 0 0 1-10 0c0-2.600 2-5 5-9z",
  bolt: "M13 4 6.500 13.500H12L11 20l6.500-9.500H12z",
  text: "M6 6.500h12M12 6.500v12",
};

export function icon(name, label) {
  const element = svg("svg", { viewBox: "0 0 24 24", class: "icon" }, svg("path", { d: PATHS[name] ?? PATHS.sensor }));
  if (label) {
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", label);
  } else element.setAttribute("aria-hidden", "true");
  return element;
}

const BY_DOMAIN = {
  light: "light", switch: "switch", input_boolean: "switch", cover: "cover", valve: "drop", lock: "lock",
  climate: "climate", water_heater: "climate", media_player: "media_player", fan: "fan", humidifier: "drop",
  scene: "scene", script: "scene", automation: "scene", button: "switch", input_button: "switch",
  person: "person", device_tracker: "person", camera: "camera", weather: "weather", vacuum: "robot",
  lawn_mower: "robot", todo: "list", calendar: "planned", timer: "clock", input_datetime: "clock",
  alarm_control_panel: "shield", siren: "bell", event: "bell", assist_satellite: "mic", notify: "talk",
  input_text: "text", text: "text", select: "list", input_select: "list", number: "more", input_number: "more",
  sun: "weather", zone: "house",
};
const BY_CLASS = {
  door: "door", garage_door: "door", opening: "door", window: "window", motion: "motion", occupancy: "motion",
  presence: "person", temperature: "climate", humidity: "drop", moisture: "drop", power: "bolt", energy: "bolt",
  battery: "bolt", smoke: "bell", gas: "bell", carbon_monoxide: "bell", lock: "lock", plug: "switch",
};

export function iconOf(entity) {
  const domain = entity.id.split(".")[0];
  return (domain.endsWith("sensor") && BY_CLASS[entity.class]) || BY_DOMAIN[domain] || "sensor";
}

export const id = () => crypto.randomUUID?.() ?? `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

// Opens a dialog with these contents; resolves when it is closed, with what it was closed with.
export function ask(host, label, build) {
  return new Promise((resolve) => {
    const dialog = h("dialog", { "aria-label": label });
    const end = (value) => { if (dialog.isConnected) { dialog.close(); dialog.remove(); resolve(value); } };
    dialog.addEventListener("cancel", (event) => { event.preventDefault(); end(undefined); });
    // A press beside it closes it; one that only ended there, as when text is marked, does not.
    let beganOutside = false;
    const isOutside = (event) => { const box = dialog.getBoundingClientRect(); return event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom; };
    dialog.addEventListener("pointerdown", (event) => { beganOutside = event.target === dialog && isOutside(event); });
    dialog.addEventListener("click", (event) => { if (beganOutside && event.target === dialog && isOutside(event)) end(undefined); });
    put(dialog, build(end));
    host.append(dialog);
    dialog.showModal();
  });
}

// Asks whether to do what cannot be taken back; resolves with whether it was meant.
export const confirmed = (host, question, keep, act) => ask(host, act, (close) => [h("p", {}, question),
  h("div", { class: "end" }, h("button", { onclick: () => close(false) }, keep), h("button", { class: "strong", onclick: () => close(true) }, act))]);
