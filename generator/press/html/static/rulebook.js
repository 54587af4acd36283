// Search, the short names of rules, and the chapter that is being read.
(() => {
  const main = document.getElementById("main");
  const box = document.querySelector(".search"), field = document.getElementById("search");
  const found = document.getElementById("found"), list = found.querySelector("ol");
  const status = found.querySelector("p");
  const MOST = 60;
  let passages = null;

  function read() {
    passages = [];
    let heading = document.querySelector("h1").textContent;
    for (const part of main.querySelectorAll("h2,h3,h4,p,li,td,th,figcaption,dt")) {
      const isHeading = /^H\d$/.test(part.tagName);
      if (isHeading) heading = part.textContent;
      if (part.querySelector("p,li,td")) continue;
      const copy = part.cloneNode(true);
      copy.querySelectorAll(".slug,svg").forEach((one) => one.remove());
      const text = copy.textContent.trim();
      const slugs = [...part.querySelectorAll(".slug")].map((one) => one.textContent).join(" ");
      passages.push({ part, heading, text, plain: plain(text + " " + slugs), isHeading });
    }
  }

  function snippet(text, words) {
    const at = Math.max(0, plain(text).indexOf(words[0]) - 50);
    const cut = (at ? "…" : "") + text.slice(at, at + 180) + (text.length > at + 180 ? "…" : "");
    const shown = document.createElement("span");
    const spots = new RegExp(`(${words.map((w) => w.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "gi");
    for (const [index, piece] of cut.split(spots).entries()) {
      const one = index % 2 ? document.createElement("mark") : document.createElement("span");
      one.textContent = piece;
      shown.append(one);
    }
    return shown;
  }

  function search() {
    const words = plain(field.value.trim()).split(" ").filter(Boolean);
    list.replaceChildren();
    found.hidden = !words.length;
    if (!words.length) return;
    if (!passages) read();
    const hits = passages.filter((one) => words.every((word) => one.plain.includes(word)));
    hits.sort((a, b) => b.isHeading - a.isHeading);
    status.textContent = hits.length ? field.dataset.some.replace("{n}", hits.length) : field.dataset.none;
    for (const hit of hits.slice(0, MOST)) {
      const item = document.createElement("li"), link = document.createElement("a");
      const title = document.createElement("b");
      if (!hit.part.id) hit.part.id = `found-${passages.indexOf(hit)}`;
      link.href = `#${hit.part.id}`;
      title.textContent = hit.heading;
      link.append(title, hit.isHeading ? "" : snippet(hit.text, words));
      link.addEventListener("click", () => { found.hidden = true; });
      item.append(link);
      list.append(item);
    }
  }

  box.hidden = false;
  field.addEventListener("input", search);
  field.addEventListener("focus", () => { if (field.value) search(); });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { field.value = ""; search(); }
    if (event.key === "ArrowDown" || event.key === "Enter") {
      const first = list.querySelector("a");
      if (first) { event.preventDefault(); if (event.key === "Enter") first.click(); first.focus(); }
    }
  });
  list.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const links = [...list.querySelectorAll("a")];
    (links[links.indexOf(document.activeElement) + step] || field).focus();
  });
  document.addEventListener("keydown", (event) => {
    const typing = /INPUT|SELECT|TEXTAREA/.test(document.activeElement.tagName);
    if (event.key === "/" && !typing) { event.preventDefault(); field.focus(); }
    if (event.key === "Escape") found.hidden = true;
  });
  document.addEventListener("click", (event) => { if (!box.contains(event.target)) found.hidden = true; });

  for (const button of document.querySelectorAll("button[data-slugs]")) {
    const show = (on) => {
      root.classList.toggle("no-slugs", !on);
      button.setAttribute("aria-pressed", String(on));
    };
    button.hidden = false;
    show(kept.get("slugs") === "on");
    button.addEventListener("click", () => {
      const on = root.classList.contains("no-slugs");
      show(on);
      kept.set("slugs", on ? "on" : "off");
    });
  }

  const details = document.querySelector(".contents details");
  if (!matchMedia("(min-width: 64rem)").matches) details.open = false;
  details.addEventListener("click", (event) => {
    if (event.target.tagName === "A" && !matchMedia("(min-width: 64rem)").matches) details.open = false;
  });
  const links = new Map([...document.querySelectorAll(".contents a")].map((a) => [a.hash.slice(1), a]));
  let current = null;
  const watch = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      const link = links.get(entry.target.id);
      if (!entry.isIntersecting || !link) continue;
      if (current) current.removeAttribute("aria-current");
      link.setAttribute("aria-current", "true");
      current = link;
    }
  }, { rootMargin: "-10% 0px -75% 0px" });
  for (const id of links.keys()) {
    const heading = document.getElementById(decodeURIComponent(id));
    if (heading) watch.observe(heading);
  }
})();
