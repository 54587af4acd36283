// Carrying: whatever has names in an element of the class "movable" is dragged to another such thing; or it is
// chosen by a click or by Enter, and then its place.  The element gets an event "carry" with the names of both.
(() => {
  const NEAR = 4; // pixels that a click may slip
  let held = null, pressed = null, ghost = null, over = null, dragged = false;
  const all = (within) => [...within.querySelectorAll("[data-names]")];
  const names = (node) => node.dataset.names.split("|");
  const at = (node) => node?.closest?.(".movable [data-names]");
  const isZone = (node) => node.localName === "details";

  const tell = (node, says) => {
    const place = node.closest(".movable").querySelector(".carried");
    if (place) place.textContent = says;
  };
  const mark = (name, old, node) => { old?.classList.remove(name); node?.classList.add(name); return node; };
  const release = () => {
    if (held?.isConnected) tell(held, "");
    held = mark("held", held, null);
  };
  const take = (node) => {
    held = mark("held", held, node);
    tell(node, `${node.getAttribute("aria-label") || names(node).join(", ")} is picked up: choose its place, or press Escape.`);
  };
  const put = (from, to) => {
    release();
    from.closest(".movable").dispatchEvent(new CustomEvent("carry", { detail: [names(from), names(to)] }));
  };
  // What is chosen: taken, put down where it is, or put elsewhere.  A list is only a place.
  const choose = (node) => {
    if (held && !held.isConnected) release();
    if (held === node) release();
    else if (held) put(held, node);
    else if (isZone(node)) return false;
    else take(node);
    return true;
  };

  const picture = (node) => {
    const box = node.getBoundingClientRect(), drawing = node.closest(".felt")?.querySelector(".drawing");
    const made = (drawing || node).cloneNode(true);
    if (drawing) made.setAttribute("viewBox", ["x", "y", "width", "height"].map((each) => node.getAttribute(each)).join(" "));
    made.removeAttribute("data-names");
    made.setAttribute("aria-hidden", "true");
    made.setAttribute("class", "ghost");
    Object.assign(made.style, { width: `${box.width}px`, height: `${box.height}px` });
    return { made, x: box.x - pressed.x, y: box.y - pressed.y };
  };

  addEventListener("pointerdown", (event) => {
    const node = at(event.target);
    dragged = false;
    const waits = document.querySelector("body > .offline");
    if (node && !isZone(node) && event.button === 0 && !waits) pressed = { node, x: event.clientX, y: event.clientY };
  });
  addEventListener("pointermove", (event) => {
    if (!pressed) return;
    if (!ghost && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > NEAR) {
      release();
      ghost = picture(pressed.node);
      document.body.append(ghost.made);
      dragged = true;
    }
    if (!ghost) return;
    ghost.made.style.translate = `${event.clientX + ghost.x}px ${event.clientY + ghost.y}px`;
    over = mark("over", over, at(document.elementFromPoint(event.clientX, event.clientY)));
  });
  const ended = (event) => {
    const from = pressed?.node, to = ghost && event.type === "pointerup" ? over : null;
    ghost?.made.remove();
    over = mark("over", over, null);
    pressed = ghost = null;
    if (to && from.isConnected && to !== from) put(from, to);
  };
  addEventListener("pointerup", ended);
  addEventListener("pointercancel", ended);
  addEventListener("dragstart", (event) => { if (at(event.target)) event.preventDefault(); });

  addEventListener("click", (event) => {
    const node = at(event.target);
    if (!node) return;
    if (dragged || choose(node)) event.preventDefault();
    dragged = false;
  }, true);

  const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const middle = (node) => { const box = node.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const focusable = (node) => (isZone(node) ? node.querySelector("summary") : node);
  // The nearest thing in a direction; what lies aside counts twice.
  const nearest = (node, [right, down]) => {
    const [x, y] = middle(focusable(node));
    const found = all(node.closest(".movable")).filter((each) => each !== node && focusable(each).getClientRects().length)
      .map((each) => { const [a, b] = middle(focusable(each)); return [(a - x) * right + (b - y) * down, Math.abs((a - x) * down) + Math.abs((b - y) * right), each]; })
      .filter(([ahead]) => ahead > 1).sort((one, other) => one[0] + 2 * one[1] - other[0] - 2 * other[1]);
    return found.length ? focusable(found[0][2]) : null;
  };
  addEventListener("keydown", (event) => {
    const node = at(event.target);
    if (!node) return;
    if (event.key === "Escape" && held) { release(); event.stopPropagation(); event.preventDefault(); }
    else if (STEPS[event.key]) { nearest(node, STEPS[event.key])?.focus(); event.preventDefault(); }
    else if ((event.key === "Enter" || event.key === " ") && node.localName === "rect") { choose(node); event.preventDefault(); }
  }, true);

  // The focus goes along with a piece that has been put elsewhere.
  window.putDown = (within, piece, to) => {
    const node = document.getElementById(within), found = node ? all(node) : [];
    const zone = found.find((each) => isZone(each) && each.dataset.names === to[0]);
    const there = zone ? all(zone).at(-1) || zone
      : found.find((each) => !isZone(each) && names(each).includes(to.at(-1)) && names(each).includes(piece[0]))
      || found.find((each) => !isZone(each) && names(each).includes(to.at(-1)));
    (there ? focusable(there) : null)?.focus();
  };
})();
