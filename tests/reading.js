// Everything on a page that somebody who does not see it well could miss, as a list of faults.
() => {
  const faults = new Set();
  const UNREAD = "svg, [aria-hidden=true], script, style, noscript, [aria-disabled=true], :disabled";
  const CONTROLS = "a[href], button, input, select, textarea, [role=button], [role=tab], [role=switch], [role=slider], "
    + "[role=combobox], [role=dialog]";
  const LEAST = 4.5, TOUCH = 24; // WCAG 2.2: contrast of text (1.4.3), size of targets (2.5.8)

  const isShown = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const ink = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const rgba = (color) => {
    ink.clearRect(0, 0, 1, 1);
    ink.fillStyle = color;
    ink.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = ink.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  const over = (front, back) => [0, 1, 2].map((n) => front[n] * front[3] + back[n] * (1 - front[3]));
  const parents = (element) => (element ? [element, ...parents(element.parentElement)] : []);
  const ground = (element) => {
    const layers = parents(element).map((each) => rgba(getComputedStyle(each).backgroundColor));
    const opaque = layers.findIndex((each) => each[3] === 1);
    return layers.slice(0, opaque < 0 ? undefined : opaque + 1).reduceRight((below, each) => over(each, below), [255, 255, 255]);
  };
  const luminance = (color) => {
    const [red, green, blue] = color.map((each) => (each / 255 <= 0.03928 ? each / 3294.6 : ((each / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const words = texts.currentNode.data.trim(), element = texts.currentNode.parentElement;
    if (!words || element.closest(UNREAD) || !isShown(element)) continue;
    const back = ground(element), [red, green, blue, alpha] = rgba(getComputedStyle(element).color);
    const opacity = parents(element).reduce((product, each) => product * getComputedStyle(each).opacity, alpha);
    const [dark, light] = [luminance(over([red, green, blue, opacity], back)), luminance(back)].sort((a, b) => a - b);
    const contrast = (light + 0.05) / (dark + 0.05);
    if (contrast < LEAST) faults.add(`contrast ${contrast.toFixed(2)}: ${words.slice(0, 40)}`);
  }

  const nameOf = (element) => [
    element.getAttribute("aria-label"), ...[...(element.labels || [])].map((each) => each.textContent),
    element.textContent, element.title, element.querySelector("img")?.alt,
  ].find((each) => each?.trim())?.trim();
  for (const element of document.querySelectorAll(CONTROLS)) {
    if (!isShown(element) || element.closest(".unseen, .ag-root-wrapper")) continue;
    const name = nameOf(element);
    if (!name) faults.add(`no name: ${element.outerHTML.slice(0, 120)}`);
    const { width, height } = (element.closest("label") || element).getBoundingClientRect();
    const within = element.matches("input, .spot") || element.closest("svg") || getComputedStyle(element).display === "inline";
    if (!within && Math.min(width, height) < TOUCH - 0.5) faults.add(`${width.toFixed()} × ${height.toFixed()}: ${name}`);
  }
  for (const image of document.querySelectorAll("img:not([alt]), [role=img]:not([aria-label], [aria-hidden=true])"))
    faults.add(`no text for a picture: ${image.outerHTML.slice(0, 120)}`);
  if (!document.documentElement.lang) faults.add("no language");
  if (document.documentElement.scrollWidth > innerWidth) faults.add(`wider than the window: ${document.documentElement.scrollWidth}`);
  return [...faults];
}
