// Drafts: what is typed and not in its file yet.  The browser keeps each until the studio says that it
// is written, and sends it again when a broken connection is back, or when the page is.

const STORE = "drafts";

const stored = () => JSON.parse(sessionStorage.getItem(STORE) || "[]");

const store = (drafts) => {
  try {
    sessionStorage.setItem(STORE, JSON.stringify(drafts));
  } catch { /* more than a browser keeps: what is typed is sent all the same */ }
};

// Tables and files, whose drafts are written as soon as that can be done.
const OWN = ".ag-root-wrapper, .ag-popup, .completing, .code .cm-editor";

// A text as it can be sent and written: half a character, as a broken paste leaves it, is shown as none.
window.whole = (text) => text.toWellFormed?.() ?? text;

window.drafts = {
  kit: "",
  // A draft takes the place of an older one with its key.
  keep(draft) { store([...stored().filter((each) => each.key !== draft.key), draft]); },
  send(draft) {
    const connected = Boolean(window.socket?.connected);
    if (connected) emitEvent("typed", draft);
    return connected;
  },
  sendAll() { stored().filter((each) => each.kit === drafts.kit).forEach((each) => drafts.send({ ...each, again: true })); },
  // What stands in the place of a draft that said `now`; null: it is not written.
  answer([key, now, stands]) {
    if (stands !== null) store(stored().filter((each) => each.key !== key || each.now !== now));
    drafts.editor?.answered(key, now, stands);
  },
  // On every page, of a kit or of none.
  begin(kit) {
    drafts.kit = kit;
    keepEvents(window.socket);
    window.socket.on("connect", () => { cut(false); drafts.editor?.again(); drafts.sendAll(); });
    window.socket.on("disconnect", () => cut(true));
    drafts.sendAll();
  },
};

// Whatever is pressed: each event waits until the studio has taken it, and is sent again, in its order, by
// the next connection.  The server drops a connection that is too slow, and what was on its way with it.
function keepEvents(socket) {
  const emit = socket.emit.bind(socket);
  let number = 0, waiting = [];
  const send = (event) => emit("event", event, () => { waiting = waiting.filter((each) => each !== event); });
  socket.emit = (name, ...args) => {
    if (name !== "event") return emit(name, ...args);
    const event = { ...args[0], number: ++number };
    waiting.push(event);
    if (socket.connected) send(event);
    return socket;
  };
  socket.on("connect", () => waiting.forEach(send));
}

function cut(is) {
  document.querySelector("body > .offline")?.remove();
  if (!is) return;
  const says = document.createElement("p");
  Object.assign(says, { className: "offline", role: "alert", textContent: window.offlineText });
  document.body.append(says);
}

for (const kind of ["click", "beforeinput"]) addEventListener(kind, (event) => {
  const waits = document.querySelector("body > .offline");
  if (!waits || event.target.closest?.(OWN)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  waits.classList.remove("again");
  void waits.offsetWidth; // so that it moves once more
  waits.classList.add("again");
}, true);

// Cells

let begun = null;

// The value of the event, like the old one of an edit, is a letter that has just been typed over the text.
window.cellBegun = (api, { data, colId }) => {
  begun = { api, kit: api.getGridOption("context"), data, field: colId, was: data[colId] ?? "" };
};

function cellDraft({ kit, table }, data, field, was, now) {
  const key = `${Date.now()}-${Math.random().toString(36).slice(2)}`;
  return { key, kit, table, index: data._i, id: data._id, field, was: String(was), now };
}

// Takes what was typed into a cell; another program may have changed the cell since then.
window.cellTyped = ({ data, newValue, colDef, context }) => {
  const field = colDef.field, now = whole(String(newValue ?? ""));
  const same = begun && begun.data._key === data._key && begun.field === field;
  const was = String((same ? begun.was : data[field]) ?? "");
  if (now === was) return false;
  data[field] = now;
  const draft = cellDraft(context, data, field, was, now);
  begun = null;
  drafts.keep(draft);
  drafts.send(draft);
  return true;
};

// What is being typed into a cell, as a draft; null: nothing else than what was there.
function typing() {
  const [editor] = begun?.api.isDestroyed() === false ? begun.api.getCellEditorInstances() : [];
  const now = whole(String(editor?.getValue() ?? ""));
  return editor && now !== String(begun.was) ? cellDraft(begun.kit, begun.data, begun.field, begun.was, now) : null;
}

// A page that is left, or is loaded again, takes along what is being typed.
addEventListener("pagehide", () => {
  const draft = typing();
  if (draft) drafts.keep(draft);
});

// A cell that another window or program takes away is not the end of what is being typed into it.
window.cellGone = () => {
  const draft = typing();
  begun = null;
  if (draft) {
    drafts.keep(draft);
    drafts.send({ ...draft, again: true });
  }
};

window.showRows = (api, rows) => {
  if (begun && !rows.some((row) => row._key === begun.data._key)) cellGone();
  const field = document.activeElement;
  api.setGridOption("rowData", rows);
  if (field.closest(".ag-cell-inline-editing")) keepCursor(api, field);
};

// A key that is pressed before the next frame must not get lost in another cell.
let stolen = null;
addEventListener("focusin", ({ target }) => {
  if (stolen?.isConnected && target.matches(".ag-cell")) stolen.focus();
});

// The grid keeps the focus in the line where it was; what is being typed has moved with its row.
function keepCursor(api, field, frames = 20) {
  const [cell] = field.isConnected ? api.getEditingCells() : [];
  stolen = cell && frames ? field : null;
  if (!stolen) return;
  if (document.activeElement.matches(".ag-cell")) {
    api.setFocusedCell(cell.rowIndex, cell.column);
    field.focus();
  }
  requestAnimationFrame(() => keepCursor(api, field, frames - 1));
}

// Other fields, such as those of a dialog: what is typed into them is there again when the page is loaded again.

const FIELDS = "fields", HERE = location.pathname;
const typedIn = new Set();
const FIELD = "input, textarea, .nicegui-codemirror";
const named = (field) => field.getAttribute("aria-label") || field.labels?.[0]?.innerText.trim() || "";
const alike = (field) => [...document.querySelectorAll(FIELD)].filter((each) => named(each) === named(field));
const code = (field) => (field.matches("input, textarea") ? null : getElement(Number(field.id.slice(1))));
const textOf = (field) => (code(field) ? code(field).editor.state.doc.toString() : field.value);

async function fill(field, text) {
  const editor = code(field);
  if (editor) {
    await editor.editorPromise;
    editor.editor.dispatch({ changes: { from: 0, to: editor.editor.state.doc.length, insert: text } });
  } else {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value").set.call(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  typedIn.add(field);
}

addEventListener("input", (event) => {
  const field = event.isTrusted && !event.target.closest(OWN) && event.target.closest(FIELD);
  if (field && named(field)) typedIn.add(field);
});

addEventListener("pagehide", () => {
  const fields = [...typedIn].filter((field) => field.isConnected)
    .map((field) => ({ name: named(field), number: alike(field).indexOf(field), text: textOf(field) }));
  sessionStorage.setItem(FIELDS, JSON.stringify([HERE, [...fields, ...awaited]]));
});

let awaited = [];
{
  const [path, fields] = JSON.parse(sessionStorage.getItem(FIELDS) || "[null, []]");
  const again = performance.getEntriesByType("navigation")[0]?.type === "reload";
  awaited = again && path === HERE ? fields : [];
}

// A field of a dialog is there once the dialog is open.
if (awaited.length) {
  const observer = new MutationObserver(() => {
    awaited = awaited.filter(({ name, number, text }) => {
      const field = [...document.querySelectorAll(FIELD)].filter((each) => named(each) === name)[number];
      if (field) fill(field, text);
      return !field;
    });
    if (!awaited.length) observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}
