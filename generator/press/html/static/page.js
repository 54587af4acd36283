"use strict";
// What every page does: light or dark, as the reader chose last.
const kept = {
  get(name) { try { return localStorage.getItem(name); } catch { return null; } },
  set(name, value) { try { localStorage.setItem(name, value); } catch { /* not allowed here */ } },
};
const root = document.documentElement;
if (kept.get("theme")) root.dataset.theme = kept.get("theme");
for (const button of document.querySelectorAll("button[data-theme]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const now = root.dataset.theme || (dark ? "dark" : "light");
    root.dataset.theme = now === "dark" ? "light" : "dark";
    kept.set("theme", root.dataset.theme);
  });
}
// Letters as people type them: without accents, soft hyphens and capitals.
const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f\u00ad\u200b\u2060]/g, "")
  .replace(/[\u00a0\s]+/g, " ").replace(/\u2011/g, "-").replace(/[\u2018\u2019]/g, "'").toLowerCase();
