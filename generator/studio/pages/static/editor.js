// Completion in the editor: asks the studio what can stand at the place where somebody types.

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
  editor.setDecorations(marks.filter((mark) => mark.line <= lines));
  editor.setLineTooltips(Object.fromEntries(Object.entries(tips).filter(([line]) => Number(line) <= lines)));
};

window.completeIn = async (id, kit, file) => {
  const editor = getElement(id);
  await editor.editorPromise;
  const before = editor.completesAbout;
  editor.completesAbout = { kit, file };
  if (before) return;
  const { EditorState, StateEffect } = await import("nicegui-codemirror");
  const source = (context) => asked(context, editor.completesAbout);
  editor.editor.dispatch({
    effects: StateEffect.appendConfig.of(EditorState.languageData.of(() => [{ autocomplete: source }])),
  });
};
