// A recorded game: from move to move by buttons, keys, the scrubber or the list, or by itself.
(() => {
  root.classList.add("js");
  const frames = JSON.parse(document.getElementById("data").textContent);
  const stage = document.querySelector(".stage"), board = stage.querySelector("svg");
  const controls = document.querySelector(".controls"), scrubber = document.getElementById("scrubber");
  const told = document.getElementById("told");
  const list = document.querySelector(".moves"), moves = [...list.children];
  const last = frames.length - 1;
  const buttons = Object.fromEntries([...controls.querySelectorAll("[data-go]")].map((b) => [b.dataset.go, b]));
  let now = -1, timer = 0;

  function show(wanted) {
    const at = Math.max(0, Math.min(last, wanted));
    if (at === now) return;
    const opened = now < 0, [width, height, content] = frames[at];
    board.setAttribute("viewBox", `0 0 ${width} ${height}`);
    board.innerHTML = content;
    board.setAttribute("aria-label", scrubber.dataset.position.replace("{n}", at).replace("{of}", last));
    if (now >= 0) moves[now].removeAttribute("aria-current");
    moves[at].setAttribute("aria-current", "step");
    if (beside()) list.scrollTop = moves[at].offsetTop - list.offsetTop - list.clientHeight / 3;
    now = at;
    scrubber.value = at;
    scrubber.setAttribute("aria-valuetext", board.getAttribute("aria-label"));
    const copy = moves[at].cloneNode(true);
    copy.querySelectorAll(".slug").forEach((one) => one.remove());
    const sentences = [...copy.querySelectorAll("p")].map((one) => one.textContent.trim());
    told.textContent = `${at}/${last}: ${sentences.join(" ")}`;
    buttons.first.disabled = buttons.before.disabled = at === 0;
    buttons.after.disabled = buttons.last.disabled = at === last;
    if (!opened) try { history.replaceState(null, "", `#move-${at}`); } catch { /* from a disk */ }
  }

  // On a wide screen the list scrolls beside the board.  On a narrow one it stands below, and a move in
  // it leads up to the board.
  function beside() { return getComputedStyle(list).overflowY === "auto"; }
  function see() { stage.scrollIntoView({ behavior: "instant", block: beside() ? "nearest" : "start" }); }

  // No element is called as in the address, and nothing is scrolled back: only this page scrolls, so
  // that the browser, which may be earlier or later, cannot lead away from the board.
  function open() {
    const named = /^#move-(\d+)$/.exec(location.hash);
    if (!named) return;
    stop();
    show(Number(named[1]));
    see();
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    buttons.play.setAttribute("aria-pressed", "false");
  }

  function play() {
    if (timer) { stop(); return; }
    if (now === last) show(0);
    buttons.play.setAttribute("aria-pressed", "true");
    timer = setInterval(() => { if (now === last) stop(); else show(now + 1); }, 1200);
  }

  const go = {
    first: () => { stop(); show(0); }, before: () => { stop(); show(now - 1); }, play,
    after: () => { stop(); show(now + 1); }, last: () => { stop(); show(last); },
  };
  for (const [name, button] of Object.entries(buttons)) button.addEventListener("click", go[name]);
  scrubber.addEventListener("input", () => { stop(); show(Number(scrubber.value)); });
  moves.forEach((move, index) => move.addEventListener("click", (event) => {
    if (!event.target.closest("a")) { stop(); show(index); see(); }
  }));
  const KEYS = { ArrowLeft: "before", ArrowRight: "after", Home: "first", End: "last", " ": "play" };
  document.addEventListener("keydown", (event) => {
    const name = KEYS[event.key];
    const busy = /^(INPUT|BUTTON|A|SUMMARY)$/.test(document.activeElement.tagName);
    if (!name || event.ctrlKey || event.altKey || event.metaKey) return;
    if (document.activeElement === scrubber || (busy && event.key === " ")) return;
    event.preventDefault();
    go[name]();
  });
  controls.hidden = false;
  history.scrollRestoration = "manual";
  addEventListener("hashchange", open);
  open();
  if (now < 0) show(0);
})();
