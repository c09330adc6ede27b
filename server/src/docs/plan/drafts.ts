import { replaceSpans, type TextEdit } from '../text/lines.ts';
import type { FileEdit, Span } from '../tree.ts';
import type { DocsView } from '../view.ts';

/** Edits of files, collected from all parts of a plan, so that each file is written once. */
export interface Drafts {
  /** Adds edits. `optional` marks those that links and navigation do not need, such as redirects. */
  add(path: string, edits: TextEdit[], options?: { optional: boolean }): void;
  /** Returns whether a part of the span is edited already. */
  touches(path: string, span: Span): boolean;
  /** Returns how many lines the edits add before a position of a file's text. */
  linesBefore(path: string, text: string, position: number): number;
  /** Returns the files with their edits applied; moved files under their new paths, edited or not. */
  files(): Promise<FileEdit[]>;
}

export function openDrafts(view: DocsView, moves: ReadonlyMap<string, string> = new Map()): Drafts {
  const edits = new Map<string, TextEdit[]>();
  const needed = new Set(moves.keys());
  return {
    add(path, more, options = { optional: false }) {
      if (more.length === 0) return;
      edits.set(path, [...(edits.get(path) ?? []), ...more]);
      if (!options.optional) needed.add(path);
    },
    touches: (path, { start, end }) => edits.get(path)?.some((edit) => edit.start < end && start < edit.end) ?? false,
    linesBefore: (path, text, position) =>
      (edits.get(path) ?? [])
        .filter(({ end }) => end <= position)
        .reduce((sum, edit) => sum + breaksIn(edit.text) - breaksIn(text.slice(edit.start, edit.end)), 0),
    async files() {
      const found: FileEdit[] = [];
      for (const path of new Set([...moves.keys(), ...edits.keys()])) {
        const text = await view.text(path);
        if (text.kind === 'refused') continue;
        const content = replaceSpans(text.value, edits.get(path) ?? []);
        const edit = { path: moves.get(path) ?? path, content };
        found.push(needed.has(path) ? edit : { ...edit, optional: true });
      }
      return found;
    },
  };
}

function breaksIn(text: string): number {
  return text.split('\n').length - 1;
}
