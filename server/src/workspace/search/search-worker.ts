import { parentPort } from 'node:worker_threads';
import { whenLoaded } from '../../threads/when-loaded.ts';
import { countLines, findLines, type FoundLine } from './match-lines.ts';
import type { Place, Replacement } from '../tree/tree.ts';
import { compileReplacement } from './find-places.ts';
import { openKept } from './kept-patterns.ts';
import { compilePattern, PatternRefused, type CompiledPattern, type Pattern } from './pattern.ts';
import type { StoredText } from './text-store.ts';

/** What a thread is asked: how many lines of each text match, to show some of them, or where to replace something. */
export type SearchTask =
  | { kind: 'count'; pattern: Pattern; texts: StoredText[]; /** In all of them together. */ most: number }
  | { kind: 'show'; pattern: Pattern; texts: ShownText[]; context: number }
  | {
      kind: 'places';
      replacement: Replacement;
      texts: readonly string[];
      /** In all of them together. */ most: number;
    };

export interface ShownText {
  text: StoredText;
  /** How many matching lines to skip first, and how many to show. */
  skip: number;
  take: number;
}

export type SearchAnswer =
  | { kind: 'counts'; /** One for each text, as far as it was searched. */ counts: number[] }
  | { kind: 'lines'; lines: FoundLine[][] }
  | { kind: 'places'; places: Place[][] }
  | { kind: 'refused'; reason: string };

/** The patterns of the last few concurrent searches. */
const patterns = openKept(compilePattern);
const replacements = openKept(compileReplacement);

// The entry point of a worker thread: everything else imports only types from this file.
whenLoaded(() => parentPort?.on('message', (task: SearchTask) => parentPort?.postMessage(answer(task), [])));

function answer(task: SearchTask): SearchAnswer {
  try {
    return answerTo(task);
  } catch (error) {
    if (error instanceof PatternRefused) return { kind: 'refused', reason: error.message };
    throw error;
  }
}

function answerTo(task: SearchTask): SearchAnswer {
  if (task.kind === 'places')
    return { kind: 'places', places: replacements.get(task.replacement).find(task.texts, task.most) };
  const pattern = patterns.get(task.pattern);
  if (task.kind === 'count') return { kind: 'counts', counts: count(pattern, task.texts, task.most) };
  const { context } = task;
  const show = ({ text, ...range }: ShownText) => findLines(pattern, textOf(text), { ...range, context });
  return { kind: 'lines', lines: task.texts.map(show) };
}

function count(pattern: CompiledPattern, texts: StoredText[], most: number): number[] {
  const counts: number[] = [];
  let left = most;
  for (const text of texts) {
    if (left <= 0) break;
    const found = pattern.mayHold(bytesOf(text), text.ascii) ? countLines(pattern, textOf(text), left) : 0;
    counts.push(found);
    left -= found;
  }
  return counts;
}

function bytesOf({ memory, start, length }: StoredText): Buffer {
  return Buffer.from(memory, start, length);
}

function textOf(stored: StoredText): string {
  return bytesOf(stored).toString(stored.ascii ? 'latin1' : 'utf8');
}
