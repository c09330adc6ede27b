import { historyNames } from '../text/history.ts';
import type { HistoryKind } from '../text/history.ts';
import { count } from './replace/words.ts';

/** Counts what was found on pages that describe the past and left unchanged, by kind of page. */
export class SkippedHistory {
  readonly #found = new Map<HistoryKind, { number: number; files: Set<string> }>();

  /** Counts what was left on such a page. */
  add(kind: HistoryKind, path: string, number: number): void {
    if (number === 0) return;
    const found = this.#found.get(kind) ?? { number: 0, files: new Set() };
    found.number += number;
    found.files.add(path);
    this.#found.set(kind, found);
  }

  get isEmpty(): boolean {
    return this.#found.size === 0;
  }

  /** Returns a sentence that counts them, with how to change them too; none when nothing was left. */
  sentences(noun: string): string[] {
    const kinds = [...this.#found].sort(([a], [b]) => (a < b ? 1 : -1));
    if (kinds.length === 0) return [];
    const counted = kinds.map(
      ([kind, { number, files }]) => `${count(number, noun)} in ${count(files.size, 'file')} of ${historyNames[kind]}`,
    );
    const hint = `say "including ${joinWithAnd(kinds.map(([kind]) => historyNames[kind]))}" or name their folder to change them too`;
    return [`Left unchanged: ${joinWithAnd(counted)} (${hint}).`];
  }
}

function joinWithAnd(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}
