// Editor of one file: completes what is typed, by asking the studio, and keeps it until it is written.

const asked = async (context, about) => {
  const before = context.state.sliceDoc(0, context.pos);
  if (!context.explicit && !/[\w<:\[."{/ -]$/.test(before)) return null;
  const response = await fetch(`/complete/${encodeURIComponent(about.kit)}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ file: about.file, before }),
  });
  if (!response.ok || context.aborted) return null;
  const found = await response.json();
  if (!found.options.length) return null;
  const from = context.pos - found.back;
  if (!context.explicit && !found.back && /\s$/.test(before)) return null;
  const options = found.options.map(({ label, detail, info }) => ({
    label, detail, info: info || undefined,
    apply: found.kind !== "attribute" ? label : (view, _, start, end) => view.dispatch({
      changes: { from: start, to: end, insert: `${label}=""` },
      selection: { anchor: start + label.length + 2 },
      userEvent: "input.complete",
    }),
  }));
  return { from, options, validFor: /^[\w-]*:?$/ };
};

// Marks of lines, and what is said of them; the text stays as it is.
window.markIn = async (id, marks, tips) => {
  const editor = getElement(id);
  await editor.editorPromise;
  const lines = editor.editor.state.doc.lines;
  editor.setDecorations(marks.map((mark) => ({ ...mark, line: Math.min(mark.line, lines) })));
  editor.setLineTooltips(Object.fromEntries(Object.entries(tips).filter(([line]) => Number(line) <= lines)));
};

// The text of a file.  It is the browser's: the studio is sent all of it after a pause, and when the editor is left.
const PAUSE = 500;
const said = (editor) => whole(editor.editor.state.doc.toString());

function typed(editor) {
  const { kit, file } = editor.about;
  clearTimeout(editor.pause);
  editor.pause = setTimeout(() => flush(editor), PAUSE);
  editor.$el.dataset.unsaved = "";
  editor.draft = { key: `${kit}/${file}`, kit, file, base: editor.base, now: said(editor) };
  drafts.keep(editor.draft);
}

// One draft at a time is on its way: the next is what has been typed since that.
function flush(editor) {
  clearTimeout(editor.pause);
  if ("unsaved" in editor.$el.dataset && !editor.sent) editor.sent = drafts.send(editor.draft);
}

// Put another text in, by what is other in it alone.
function put(editor, text) {
  editor.puts = true;
  editor.setEditorValue(text);
  editor.puts = false;
}

window.openIn = async (id, about) => {
  const editor = getElement(id);
  await editor.editorPromise;
  Object.assign(editor, { about, base: said(editor) });
  const { EditorState, EditorView, StateEffect, redoDepth, undoDepth } = await import("nicegui-codemirror");
  const source = (context) => asked(context, about);
  let ours = false;  // while there is something to take back here, the studio takes back nothing itself
  editor.$el.addEventListener("keydown", (event) => {
    const forth = event.shiftKey || /y/i.test(event.key), undoes = /^[zy]$/i.test(event.key);
    ours = undoes && (event.ctrlKey || event.metaKey) && (forth ? redoDepth : undoDepth)(editor.editor.state) > 0;
  }, true);
  editor.$el.addEventListener("keydown", (event) => { if (ours) event.stopPropagation(); });
  editor.editor.dispatch({ effects: StateEffect.appendConfig.of([
    EditorState.languageData.of(() => [{ autocomplete: source }]),
    EditorView.domEventHandlers({ blur: () => flush(editor) }),
    EditorView.updateListener.of((update) => { if (update.docChanged && !editor.puts) typed(editor); }),
  ]) });
  drafts.editor = {
    answered: (key, now, stands) => answered(editor, key, now, stands),
    again() { editor.sent = false; },
  };
  if (said(editor) !== editor.base) typed(editor);
};

// The file says `text` by now: shown unless something is typed, which is merged when it is written.
window.nowIn = async (id, text) => {
  const editor = getElement(id);
  await editor.editorPromise;
  if ("unsaved" in editor.$el.dataset || text === editor.base) return;
  editor.base = text;
  put(editor, text);
};

function answered(editor, key, now, stands) {
  if (key !== `${editor.about.kit}/${editor.about.file}`) return;
  editor.sent = false;
  if (stands === null) return;
  if (said(editor) !== now) {
    editor.base = now;  // more has been typed since
    typed(editor);
    return;
  }
  delete editor.$el.dataset.unsaved;
  editor.base = stands;
  put(editor, stands);
}
