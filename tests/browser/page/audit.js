// What a person who sees little, or uses no mouse, would stumble over. Returns what is wrong.
() => {
  const wrong = [];
  const shown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.getClientRects().length > 0;
  const name = (element) => (element.getAttribute("aria-label") || element.textContent || element.getAttribute("alt") || element.getAttribute("title") || element.labels?.[0]?.textContent || "").trim();
  for (const element of document.querySelectorAll("button, a[href], input, select, textarea, [role=button], [role=img], dialog, nav")) {
    if (shown(element) && !name(element)) wrong.push(`no name: ${element.outerHTML.slice(0, 120)}`);
  }
  for (const element of document.querySelectorAll("button, a[href], input, select, textarea")) {
    if (!shown(element)) continue;
    const { width, height } = element.getBoundingClientRect();
    if (width < 24 || height < 24) wrong.push(`too small to press: ${name(element)} ${width}x${height}`);
    if (element.tabIndex < 0) wrong.push(`not to be reached by keyboard: ${name(element)}`);
  }
  if (!document.documentElement.lang) wrong.push("no language");
  if (document.querySelectorAll("main").length !== 1) wrong.push("not one main");
  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
  if (new Set(ids).size !== ids.length) wrong.push("an id twice");
  const levels = [...document.querySelectorAll("h1, h2, h3")].filter(shown).map((element) => element.tagName);
  if (!levels.includes("H1")) wrong.push("no heading");
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)).reduce((sum, c, at) => sum + c * [0.2126, 0.7152, 0.0722][at], 0);
  const behind = (element) => { for (let at = element; at; at = at.parentElement) { const colour = rgba(getComputedStyle(at).backgroundColor); if (colour[3] > 250) return colour; } return [255, 255, 255, 255]; };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !shown(element) || element.closest(":disabled, .sr, noscript, .notices")) continue;
    const [one, other] = [light(rgba(getComputedStyle(element).color)), light(behind(element))];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (contrast < 4.5) wrong.push(`hard to read (${contrast.toFixed(1)}): ${walker.currentNode.data.trim().slice(0, 40)}`);
  }
  return [...new Set(wrong)];
}
