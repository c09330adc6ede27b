import type { ModelMessage } from 'ai';
import { allLines, covers, follow, followRange, unite, within } from './line-ranges.ts';
import type { LineChange, LineRange } from './line-ranges.ts';
import type { AgentTree } from './ports.ts';
import { readNote, shortId, writeNote } from './seen-note.ts';
import type { Mark, SeenNote } from './seen-note.ts';

/**
 * Which lines of which content of a file the model has seen in this job. A file may be edited only while its mark names
 * its present content, and only in lines that the model has seen: what it has not seen could be lost.
 *
 * The marks of a job live in its messages: every tool result carries those that it set, as
 * `providerOptions.copydesk.seen` (providers ignore names that are not theirs). A resumed turn reads them back, so
 * that nothing besides the transcript has to be stored.
 */
export class ReadMarks {
  #seen = new Map<string, Mark>();
  #news = new Map<string, Mark>();
  #outOfSight = new Set<string>();
  #changesOfStep = new Map<string, StepChange[]>();

  /** The marks that the tool results of a job's messages carry. */
  static fromHistory(history: ModelMessage[]): ReadMarks {
    const marks = new ReadMarks();
    for (const message of history) {
      if (message.role !== 'tool') continue;
      for (const part of message.content) {
        if (part.type !== 'tool-result') continue;
        for (const [path, mark] of readNote(part.providerOptions)) add(marks.#seen, path, mark);
      }
    }
    return marks;
  }

  /** The calls that follow are of one answer of the model: they name lines as they stand now, whatever those before do. */
  beginStep(): void {
    this.#changesOfStep = new Map();
  }

  /** Answers what makes the marks again what they are now. */
  hold(): () => void {
    const held = { seen: new Map(this.#seen), news: new Map(this.#news), outOfSight: new Set(this.#outOfSight) };
    const changesOfStep = new Map(this.#changesOfStep);
    return () => {
      this.#seen = held.seen;
      this.#news = held.news;
      this.#outOfSight = held.outOfSight;
      this.#changesOfStep = changesOfStep;
    };
  }

  /** The model was shown this content. */
  set(path: string, blob: string): void {
    this.#outOfSight.delete(path);
    this.#mark(path, { blob: shortId(blob), whole: allLines, parts: [] });
  }

  /** The model was shown these lines of this content whole, and of those others a part, as a search may show them. */
  setLines(path: string, blob: string, whole: readonly LineRange[], parts: readonly LineRange[] = []): void {
    this.#mark(path, { blob: shortId(blob), whole: unite(whole), parts: unite(parts) });
  }

  /** Marks what the file holds now, after a write of the model's own making. */
  setPresent(tree: AgentTree, path: string): void {
    const entry = tree.entry(path);
    if (entry === undefined) return;
    this.#mark(path, { blob: shortId(entry.blob), whole: allLines, parts: [] });
    this.#changesOfStep.set(path, [{ changes: [{ from: 1, removed: Infinity, added: 0 }], isMended: false }]);
  }

  /**
   * Lets the marks of a file follow it through a change that a tool has made: to its present content, and to its present
   * path. What stands in the place of lines that the model has seen counts as seen; so does what was inserted, where the
   * model has written that itself. A file that was not marked as it was stays so.
   *
   * @param changes the lines that became others, from top to bottom; see `changedLines` for texts.
   * @param isMended whether the tool mended what the model did not name, as links are: see {@link presentLines}.
   */
  follow(
    tree: AgentTree,
    path: string,
    {
      was,
      changes,
      isOwnText,
      isMended = false,
    }: {
      was: { path: string; blob: string };
      changes: readonly LineChange[];
      isOwnText: boolean;
      isMended?: boolean;
    },
  ): void {
    const mark = this.#seen.get(was.path);
    const entry = tree.entry(path);
    if (mark?.blob !== shortId(was.blob) || entry === undefined) return;
    if (this.#outOfSight.has(was.path)) this.#outOfSight.add(path);
    if (changes.length > 0) {
      this.#changesOfStep.set(path, [...(this.#changesOfStep.get(was.path) ?? []), { changes, isMended }]);
    }
    const whole = follow(mark.whole, changes, isOwnText);
    const parts = follow(unite(mark.whole, mark.parts), changes, isOwnText);
    this.#mark(path, { blob: shortId(entry.blob), whole, parts: whole === allLines ? [] : parts });
  }

  /**
   * The files that the model was shown once, and of which the conversation was shortened since. It may go on editing
   * them by quotation: what the model remembers wrongly is not found. To replace lines by their numbers, or the whole of
   * a file, it has to read them again, since what it does not remember would be lost.
   */
  setOutOfSight(paths: ReadonlySet<string>): void {
    this.#outOfSight = new Set(paths);
    for (const path of paths) {
      const mark = this.#seen.get(path);
      if (mark !== undefined) this.#seen.set(path, { ...mark, whole: [], parts: unite(mark.whole, mark.parts) });
    }
  }

  /** Whether the model has seen this content of the file, or lines of it. */
  has(path: string, blob: string): boolean {
    return this.#seen.get(path)?.blob === shortId(blob);
  }

  /** Whether the model has these lines of this content before it, whole; or has seen a part of each, where that is enough. */
  hasLines(path: string, blob: string, lines: LineRange, enough: 'whole' | 'part' = 'whole'): boolean {
    const mark = this.#seen.get(path);
    if (mark?.blob !== shortId(blob)) return false;
    return covers(enough === 'whole' ? mark.whole : unite(mark.whole, mark.parts), lines);
  }

  /** Those of these lines of a content that the model has seen whole, counted from the first of them. */
  wholeAmong(path: string, blob: string, lines: LineRange): LineRange[] {
    const mark = this.#seen.get(path);
    return mark?.blob === shortId(blob) ? within(mark.whole, lines) : [];
  }

  /**
   * Where lines stand now that the model names as they stood before this step; undefined when the step changed them.
   * Links among them that a tool mended, and lines that it took out, are no such change: they hold no words of the model's.
   */
  presentLines(path: string, lines: LineRange): LineRange | undefined {
    let present: LineRange | undefined = lines;
    for (const { changes, isMended } of this.#changesOfStep.get(path) ?? [])
      present = present && followRange(present, changes, isMended);
    return present;
  }

  /** What the model is told when it would change a file of which it has not seen enough as it stands. */
  readFirst(path: string, blob: string): string {
    const mark = this.#seen.get(path);
    if (mark === undefined) return `You have not read ${path}; read it, then change it.`;
    if (this.#outOfSight.has(path)) {
      return `What you read of ${path} was left out to save room; read it again, then replace it, or use edit_file.`;
    }
    if (mark.blob !== shortId(blob)) return `${path} has changed since you read it; read it again, then change it.`;
    return `You have seen a part of ${path}; read all of it, then replace it, or use edit_file.`;
  }

  /** The marks set since the last call, as a tool result carries them; undefined when there are none. */
  takeNote(): { seen: SeenNote } | undefined {
    if (this.#news.size === 0) return undefined;
    const seen = writeNote(this.#news);
    this.#news = new Map();
    return { seen };
  }

  #mark(path: string, mark: Mark): void {
    add(this.#seen, path, mark);
    add(this.#news, path, mark);
  }
}

/** What a call of this step changed in a file, and whether it did so to mend it alone. */
interface StepChange {
  changes: readonly LineChange[];
  isMended: boolean;
}

/** What was seen of one content adds up; what was seen of another is no longer of use. */
function add(marks: Map<string, Mark>, path: string, mark: Mark): void {
  const former = marks.get(path);
  if (former?.blob !== mark.blob || mark.whole === allLines) marks.set(path, mark);
  else if (former.whole !== allLines) {
    const whole = unite(former.whole, mark.whole);
    marks.set(path, { blob: mark.blob, whole, parts: unite(former.parts, mark.parts) });
  }
}
