// Cells of the tables: pictures and colours in them, and the editor that completes what is typed.

const parts = (text, many) => (many ? String(text || "").split(";").map((each) => each.trim()) : [text || ""]);

function picture(kit, path) {
  const image = document.createElement("img");
  image.className = "cellpicture";
  image.alt = "";
  image.src = `/art/${encodeURIComponent(kit)}/${path.split("/").map(encodeURIComponent).join("/")}`;
  return image;
}

function swatch(color) {
  const chip = document.createElement("i");
  chip.className = "swatch";
  chip.style.background = color;
  return chip;
}

window.PictureCell = class {
  init(params) {
    this.gui = document.createElement("span");
    this.refresh(params);
  }
  refresh(params) {
    const { kit, many } = params, pictures = new Map(params.pictures), colors = new Map(params.colors);
    const signs = parts(params.value, many).map((each) =>
      pictures.has(each) ? picture(kit, pictures.get(each))
        : colors.has(each) ? swatch(colors.get(each))
          : params.color && each ? swatch(each) : null);
    this.gui.replaceChildren(...signs.filter(Boolean), document.createTextNode(params.value ?? ""));
    return true;
  }
  getGui() { return this.gui; }
};

// What is typed is completed from `options`: the whole text ("one"), what stands behind the last
// semicolon ("list"), or an icon in the middle of words, after a colon ("words").
window.CompletingEditor = class {
  init(params) {
    this.params = params;
    this.mode = params.mode || "one";
    const start = params.eventKey && params.eventKey.length === 1 ? params.eventKey
      : params.eventKey === "Backspace" || params.eventKey === "Delete" ? "" : params.value ?? "";
    const id = `options-${Math.random().toString(36).slice(2)}`;
    this.gui = document.createElement("div");
    this.gui.className = `completing ${this.mode}`;
    this.input = document.createElement(this.mode === "words" ? "textarea" : "input");
    Object.assign(this.input, { value: start, spellcheck: this.mode === "words", rows: 6, autocomplete: "off" });
    this.list = document.createElement("ul");
    this.list.id = id;
    this.list.setAttribute("role", "listbox");
    for (const [name, value] of Object.entries({
      role: "combobox", "aria-autocomplete": "list", "aria-controls": id, "aria-label": params.colDef.headerName,
    })) this.input.setAttribute(name, value);
    this.gui.append(this.input, this.list);
    this.input.addEventListener("input", () => this.complete(true));
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.typed = this.mode === "one" && start !== (params.value ?? "");
    this.complete(this.typed);
  }
  getGui() { return this.gui; }
  isPopup() { return true; }
  getPopupPosition() { return "over"; }
  afterGuiAttached() {
    this.gui.style.minWidth = `${Math.max(this.params.column.getActualWidth(), this.mode === "words" ? 420 : 200)}px`;
    this.input.focus();
    this.mark();
    if (!this.typed) this.input.select();
  }
  getValue() {
    const only = this.mode === "one" && this.params.strict && this.typed && this.input.value;
    const exact = this.params.options.some((each) => each.value === this.input.value);
    return only && !exact && this.found.length ? this.found[Math.max(this.at, 0)].value : this.input.value;
  }
  // The word that is completed, and where it stands.
  word() {
    const text = this.input.value, caret = this.input.selectionStart ?? text.length;
    if (this.mode === "words") {
      const before = /:([a-z0-9-]*)$/.exec(text.slice(0, caret));
      return before && { start: caret - before[0].length, end: caret, says: before[1], sign: true };
    }
    const start = this.mode === "list" ? text.lastIndexOf(";") + 1 : 0;
    return { start, end: text.length, says: text.slice(start).trim() };
  }
  complete(typed) {
    this.typed = this.typed || typed;
    const word = this.word();
    const says = word ? word.says.toLowerCase() : "";
    const rank = (each) => {
      const value = each.value.toLowerCase(), label = (each.label || "").toLowerCase();
      return value.startsWith(says) ? 0 : label.startsWith(says) ? 1 : value.includes(says) || label.includes(says) ? 2 : 3;
    };
    const all = this.params.options;
    this.found = !word ? [] : !typed || !says ? all
      : all.map((each) => [rank(each), each]).filter(([n]) => n < 3).sort((a, b) => a[0] - b[0]).map(([, each]) => each);
    this.found = this.found.slice(0, 300);
    const now = all.length && !typed ? this.found.findIndex((each) => each.value === this.input.value) : -1;
    this.at = typed && says && (this.params.strict || this.mode === "words") ? 0 : now;
    this.list.replaceChildren(...this.found.map((each, index) => this.option(each, index)));
    this.list.hidden = !this.found.length;
    this.input.setAttribute("aria-expanded", String(!this.list.hidden));
    this.mark();
  }
  option(each, index) {
    const item = document.createElement("li");
    item.id = `${this.list.id}-${index}`;
    item.setAttribute("role", "option");
    if (each.picture) item.append(picture(this.params.kit, each.picture));
    if (each.color) item.append(swatch(each.color));
    item.append(document.createTextNode(each.value || "–"));
    if (each.label) {
      const label = document.createElement("small");
      label.textContent = each.label;
      item.append(label);
    }
    item.addEventListener("mousedown", (event) => {
      event.preventDefault();
      this.at = index;
      this.take();
      if (this.mode === "one") this.params.stopEditing();
    });
    return item;
  }
  mark() {
    [...this.list.children].forEach((item, index) => {
      item.setAttribute("aria-selected", String(index === this.at));
      if (index === this.at) item.scrollIntoView({ block: "nearest" });
    });
    const active = this.list.children[this.at];
    if (active) this.input.setAttribute("aria-activedescendant", active.id);
    else this.input.removeAttribute("aria-activedescendant");
  }
  take() {
    const each = this.found[this.at], word = this.word();
    if (!each || !word) return;
    const text = this.input.value;
    const gap = this.mode === "list" && word.start ? " " : "";
    const value = word.sign ? `:${each.value}:` : gap + each.value;
    this.input.value = text.slice(0, word.start) + value + text.slice(word.end);
    const caret = word.start + value.length;
    this.input.setSelectionRange(caret, caret);
    this.typed = false;
    if (this.mode === "words") this.complete(false);
  }
  key(event) {
    const open = !this.list.hidden && (this.mode !== "words" || this.word());
    const move = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (open && move) {
      event.preventDefault();
      const last = this.found.length - 1;
      this.at = Math.min(Math.max(this.at < 0 ? (move > 0 ? 0 : last) : this.at + move, 0), last);
      this.mark();
    } else if (event.key === "Enter" && this.mode === "words") {
      if (open && this.at >= 0) {
        event.preventDefault();
        event.stopPropagation();
        this.take();
      } else if (event.shiftKey) event.stopPropagation();  // a new line
    } else if (["Enter", "Tab"].includes(event.key) && open && this.at >= 0) this.take();
  }
};

// What keys of an open editor the table leaves to it.
window.editorKeys = ({ editing, event }) =>
  editing && (["ArrowUp", "ArrowDown", "PageUp", "PageDown"].includes(event.key)
    || (event.key === "Enter" && event.shiftKey));

// The cell that a block from the clipboard begins at, and the rows and fields that follow it.
window.pasted = (event, grid, emit) => {
  const text = event.clipboardData.getData("text/plain");
  const writing = /^(input|textarea)$/i.test(event.target.tagName);
  const cell = grid.getFocusedCell();
  if (!text || !cell || (writing && !/[\t\n]/.test(text.trim()))) return;
  event.preventDefault();
  if (writing) grid.stopEditing(true);
  changeAsked();
  const rows = [];
  grid.forEachNodeAfterFilterAndSort((node) => { if (node.rowIndex >= cell.rowIndex) rows.push([node.data._i, node.data._id]); });
  const columns = grid.getAllDisplayedColumns().map((each) => each.getColId());
  emit({ text, rows, fields: columns.slice(columns.indexOf(cell.column.getColId())) });
};

window.copied = (event, grid) => {
  const cell = grid.getFocusedCell();
  if (!cell || /^(input|textarea)$/i.test(event.target.tagName) || String(getSelection())) return;
  const node = grid.getDisplayedRowAtIndex(cell.rowIndex);
  event.clipboardData.setData("text/plain", node?.data[cell.column.getColId()] ?? "");
  event.preventDefault();
};

// The row and field that the cursor is in: index, id and field.
window.cursorOf = (grid) => {
  const cell = grid.getFocusedCell(), node = cell && grid.getDisplayedRowAtIndex(cell.rowIndex);
  return node ? [node.data._i, node.data._id, cell.column.getColId()] : null;
};

// On a phone the name of a row stays in sight, a long text has the width beside it, and the rest follows.
const shapeForPhone = (grid) => {
  const columns = grid.getColumns().filter((each) => each.getColId() !== "_all"), names = columns.map((each) => each.getColId());
  const head = ["name", "title", "id"].find((each) => names.includes(each)) ?? names[0];
  const long = columns.filter((each) => each.getFlex() && each.getColId() !== head).map((each) => each.getColId());
  const first = grid.getColumn(head), room = innerWidth - 24 - (first?.getActualWidth() ?? 0);
  const shape = (colId) => colId === head ? { colId, pinned: "left" } : long.includes(colId) ? { colId, flex: null, width: room } : { colId };
  const order = new Set(["_all", head, ...long, ...names.filter((each) => each !== "id"), ...names]);
  return first && [...order].map(shape);
};

// Columns keep the order and the widths that people give them, for each table of a kit in this browser.
const columnsOf = ({ kit, table }) => `columns ${kit}/${table}`;
window.keepColumns = ({ finished, source }, grid) => {
  if (!finished || !source.startsWith("uiColumn")) return;
  const shape = grid.getColumnState().map(({ colId, width, flex }) => ({ colId, width, flex }));
  localStorage.setItem(columnsOf(grid.getGridOption("context")), JSON.stringify(shape));
};
window.restoreColumns = (grid) => {
  const kept = JSON.parse(localStorage.getItem(columnsOf(grid.getGridOption("context") ?? {})));
  const shapes = [matchMedia("(max-width: 700px)").matches && shapeForPhone(grid), kept].filter(Boolean);
  for (const shape of shapes) {
    const order = shape.map(({ colId, pinned }) => ({ colId, pinned }));
    grid.applyColumnState({ state: order, applyOrder: true });
  }
  // A grid shows its rows as soon as it has given room to flexible columns, and never if none is left by then.
  const give = () => {
    if (grid.isDestroyed()) return;
    if (document.querySelector(".grid .ag-delay-render")) setTimeout(give, 20);
    else shapes.forEach((state) => grid.applyColumnState({ state }));
  };
  give();
};

// What people do in the table is counted: a cursor that is put there after an edit has been written must
// not take the cell away that they have chosen meanwhile.
let cellsTouched = 0, touchedBefore = 0;
for (const kind of ["mousedown", "keydown"])
  addEventListener(kind, (event) => { cellsTouched += event.target.closest?.(".ag-root-wrapper") ? 1 : 0; }, true);
window.changeAsked = () => { touchedBefore = cellsTouched; };
window.cursorFree = () => touchedBefore === cellsTouched;

// Tab goes from cell to cell; Escape leaves the table for what comes after it.
addEventListener("keydown", (event) => {
  const grid = event.key === "Escape" && event.target.closest?.(".ag-root-wrapper");
  if (!grid || event.target.closest("input, textarea, .ag-popup")) return;
  const after = (node) => grid.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING && !grid.contains(node);
  [...document.querySelectorAll("button, a[href], input")].find((node) => after(node) && !node.disabled && node.checkVisibility())?.focus();
});

window.movedBy = (event, move) => {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!event.altKey || !by) return;
  event.preventDefault();
  event.stopPropagation();
  changeAsked();
  move(by);
};

// Files that are dropped: which drop of the page that is, their names, and the row and field under them.
window.drops = [];
window.droppedAt = (event) => {
  const cell = event.target.closest?.("[col-id]"), row = event.target.closest?.("[row-id]");
  const files = [...event.dataTransfer.files], names = files.map((file) => file.name);
  return { drop: drops.push(files) - 1, names, row: row?.getAttribute("row-id") ?? "", field: cell?.getAttribute("col-id") ?? "" };
};
