import type { ModelMessage } from 'ai';
import { z } from 'zod';
import type { AgentTree } from './ports.ts';

/**
 * Which content of which file the model has seen in this job: path → blob id. A file may be edited only while its
 * mark names its present content.
 *
 * The marks of a job live in its messages: every tool result carries those that it set, as
 * `providerOptions.copydesk.seen` (providers ignore names that are not theirs). A resumed turn reads them back, so
 * that nothing besides the transcript has to be stored.
 */
export class ReadMarks {
  readonly #seen = new Map<string, string>();
  #news = new Map<string, string>();
  #outOfSight = new Set<string>();

  /** The marks that the tool results of a job's messages carry. */
  static fromHistory(history: ModelMessage[]): ReadMarks {
    const marks = new ReadMarks();
    for (const message of history) {
      if (message.role !== 'tool') continue;
      for (const part of message.content) {
        if (part.type !== 'tool-result') continue;
        const note = SeenNote.safeParse(part.providerOptions?.copydesk);
        for (const [path, blob] of Object.entries(note.data?.seen ?? {})) marks.#seen.set(path, blob);
      }
    }
    return marks;
  }

  /** The model was shown this content. */
  set(path: string, blob: string): void {
    this.#outOfSight.delete(path);
    this.#mark(path, blob);
  }

  /** Marks what the file holds now, after a write of the model's own making. */
  setPresent(tree: AgentTree, path: string): void {
    const entry = tree.entry(path);
    if (entry !== undefined) this.#mark(path, entry.blob);
  }

  /**
   * The files that the model was shown once, and of which the conversation was shortened since. It may go on editing
   * them: an edit must quote what it replaces, and what the model remembers wrongly is not found. To replace the whole
   * of a file it has to read it again, since what it does not remember would be lost.
   */
  setOutOfSight(paths: ReadonlySet<string>): void {
    this.#outOfSight = new Set(paths);
  }

  /** Whether the model still has before it what it was shown of the file. */
  isInSight(path: string): boolean {
    return !this.#outOfSight.has(path);
  }

  /** Whether the model has seen this content of the file. */
  has(path: string, blob: string): boolean {
    return this.#seen.get(path) === blob;
  }

  /** What the model is told when it would change a file that it has not seen as it stands. */
  readFirst(path: string): string {
    if (!this.isInSight(path)) {
      return `What you read of ${path} was left out to save room; read it again, then replace it, or use edit_file.`;
    }
    return this.#seen.has(path)
      ? `${path} has changed since you read it; read it again, then change it.`
      : `You have not read ${path}; read it, then change it.`;
  }

  /** The marks set since the last call, as a tool result carries them; undefined when there are none. */
  takeNote(): { seen: Record<string, string> } | undefined {
    if (this.#news.size === 0) return undefined;
    const seen = Object.fromEntries(this.#news);
    this.#news = new Map();
    return { seen };
  }

  #mark(path: string, blob: string): void {
    this.#seen.set(path, blob);
    this.#news.set(path, blob);
  }
}

const SeenNote = z.object({ seen: z.record(z.string(), z.string()) });
