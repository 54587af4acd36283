// Focus at the table: stays with what can be pressed when what had it is gone or can no longer be pressed.
(() => {
  const PARTS = [".tabletop", ".moves"], USABLE = { ".tabletop": "rect.lit", ".moves": "button" };
  let part = "", names = "";
  const kept = (target) => {
    part = PARTS.find((each) => target.closest?.(each)) || "";
    names = target.dataset?.names || "";
  };
  document.addEventListener("focusin", (event) => kept(event.target));
  document.addEventListener("pointerdown", (event) => kept(event.target));
  const usable = (each) => [...document.querySelectorAll(`${each} ${USABLE[each]}`)].filter((node) => node.getClientRects().length);
  window.keepFocus = () => {
    const now = document.activeElement;
    if (!part || (now && now !== document.body && PARTS.some((each) => usable(each).includes(now)))) return;
    if (now && now !== document.body && !now.closest(PARTS.join())) return;
    const all = [part, ...PARTS].flatMap(usable), same = all.find((node) => names && node.dataset.names === names);
    (same || all[0])?.focus({ preventScroll: true });
  };
})();
