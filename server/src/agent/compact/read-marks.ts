import type { ModelMessage } from 'ai';
import { allLines, covers, moveRanges, followRange, unite, rangesWithin } from '../text/line-ranges.ts';
import type { LineChange, LineRange } from '../text/line-ranges.ts';
import type { AgentTree } from '../ports.ts';
import { readNote, shortId, writeNote } from '../notes/seen-note.ts';
import type { Mark, SeenNote } from '../notes/seen-note.ts';

/**
 * Which lines of which content of a file the model has seen in this job. A file may be edited only while its mark names
 * its current content, and only in lines that the model has seen: what it has not seen could be lost.
 *
 * The marks of a job are stored in its messages: every tool result carries those that it set, as
 * `providerOptions.copydesk.seen` (providers ignore names that are not theirs). A resumed turn reads them back, so that
 * nothing besides the transcript has to be stored.
 */
export class ReadMarks {
  #seen = new Map<string, Mark>();
  #news = new Map<string, Mark>();
  #outOfSight = new Set<string>();
  #changesOfStep = new Map<string, StepChange[]>();

  /** Reads the marks that the tool results of a job's messages carry. */
  static fromHistory(history: ModelMessage[]): ReadMarks {
    const marks = new ReadMarks();
    for (const message of history) {
      if (message.role !== 'tool') continue;
      for (const part of message.content) {
        if (part.type !== 'tool-result') continue;
        for (const [path, mark] of readNote(part.providerOptions)) addMark(marks.#seen, path, mark);
      }
    }
    return marks;
  }

  /**
   * Starts a step. All calls of one answer name lines as they are now, even if earlier calls of that answer change
   * them.
   */
  beginStep(): void {
    this.#changesOfStep = new Map();
  }

  /** Returns a function that restores the marks to their current state. */
  snapshot(): () => void {
    const saved = { seen: new Map(this.#seen), news: new Map(this.#news), outOfSight: new Set(this.#outOfSight) };
    const changesOfStep = new Map(this.#changesOfStep);
    return () => {
      this.#seen = saved.seen;
      this.#news = saved.news;
      this.#outOfSight = saved.outOfSight;
      this.#changesOfStep = changesOfStep;
    };
  }

  /** Marks that the model was shown this content. */
  set(path: string, blob: string): void {
    this.#outOfSight.delete(path);
    this.#mark(path, { blob: shortId(blob), whole: allLines, parts: [] });
  }

  /**
   * Marks that the model was shown these lines of this content whole, and a part of each line in `parts`, as in search
   * results.
   */
  setLines(path: string, blob: string, whole: readonly LineRange[], parts: readonly LineRange[] = []): void {
    this.#mark(path, { blob: shortId(blob), whole: unite(whole), parts: unite(parts) });
  }

  /** Marks a file's current content after the model itself wrote it. */
  setPresent(tree: AgentTree, path: string): void {
    const entry = tree.entry(path);
    if (entry === undefined) return;
    this.#mark(path, { blob: shortId(entry.blob), whole: allLines, parts: [] });
    this.#changesOfStep.set(path, [{ changes: [{ from: 1, removed: Infinity, added: 0 }], isRepair: false }]);
  }

  /**
   * Moves the marks of a file along with a change that a tool has made, to its current content and its current path.
   * Lines that replace lines that the model has seen count as seen; so do inserted lines that the model wrote itself.
   * Without a mark on the old content, nothing is marked.
   *
   * @param changes the replaced lines, from top to bottom; see `changedLines` for texts.
   * @param isRepair whether the tool fixed what the model did not name, such as links: see {@link presentLines}.
   */
  follow(
    tree: AgentTree,
    path: string,
    {
      was,
      changes,
      isOwnText,
      isRepair = false,
    }: {
      was: { path: string; blob: string };
      changes: readonly LineChange[];
      isOwnText: boolean;
      isRepair?: boolean;
    },
  ): void {
    const mark = this.#seen.get(was.path);
    const entry = tree.entry(path);
    if (mark?.blob !== shortId(was.blob) || entry === undefined) return;
    if (this.#outOfSight.has(was.path)) this.#outOfSight.add(path);
    if (changes.length > 0) {
      this.#changesOfStep.set(path, [...(this.#changesOfStep.get(was.path) ?? []), { changes, isRepair }]);
    }
    const whole = moveRanges(mark.whole, changes, isOwnText);
    const parts = moveRanges(unite(mark.whole, mark.parts), changes, isOwnText);
    this.#mark(path, { blob: shortId(entry.blob), whole, parts: whole === allLines ? [] : parts });
  }

  /**
   * Sets the files that the model was shown once but no longer sees, because the conversation was shortened. It may
   * still edit them by quotation: a text that it remembers wrongly is not found. Before it replaces lines by their
   * numbers, or a whole file, it must read them again, because what it does not remember would be lost.
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

  /**
   * Whether the model has seen these lines of this content whole; with `part`, whether it has seen at least a part of
   * each.
   */
  hasLines(path: string, blob: string, lines: LineRange, enough: 'whole' | 'part' = 'whole'): boolean {
    const mark = this.#seen.get(path);
    if (mark?.blob !== shortId(blob)) return false;
    return covers(enough === 'whole' ? mark.whole : unite(mark.whole, mark.parts), lines);
  }

  /** Returns which of these lines the model has seen whole, counted from the first of them. */
  wholeAmong(path: string, blob: string, lines: LineRange): LineRange[] {
    const mark = this.#seen.get(path);
    return mark?.blob === shortId(blob) ? rangesWithin(mark.whole, lines) : [];
  }

  /**
   * Returns where lines are now that the model names by their numbers before this step; undefined when the step changed
   * them. Links that a tool fixed and lines that it removed do not count as changes, because they contain no words of
   * the model's.
   */
  presentLines(path: string, lines: LineRange): LineRange | undefined {
    let present: LineRange | undefined = lines;
    for (const { changes, isRepair } of this.#changesOfStep.get(path) ?? [])
      present = present && followRange(present, changes, isRepair);
    return present;
  }

  /** Returns the message for a model that wants to change a file of whose current content it has not seen enough. */
  readFirst(path: string, blob: string): string {
    const mark = this.#seen.get(path);
    if (mark === undefined) return `You have not read ${path}; read it, then change it.`;
    if (this.#outOfSight.has(path)) {
      return `What you read of ${path} was left out to save room; read it again, then replace it, or use edit_file.`;
    }
    if (mark.blob !== shortId(blob)) return `${path} has changed since you read it; read it again, then change it.`;
    return `You have seen a part of ${path}; read all of it, then replace it, or use edit_file.`;
  }

  /**
   * Returns the marks set since the last call, in the form that a tool result carries; undefined when there are none.
   */
  takeNote(): { seen: SeenNote } | undefined {
    if (this.#news.size === 0) return undefined;
    const seen = writeNote(this.#news);
    this.#news = new Map();
    return { seen };
  }

  #mark(path: string, mark: Mark): void {
    addMark(this.#seen, path, mark);
    addMark(this.#news, path, mark);
  }
}

/** What a call of this step changed in a file, and whether it only fixed things such as links. */
interface StepChange {
  changes: readonly LineChange[];
  isRepair: boolean;
}

/** Marks of the same content are united; a mark of another content replaces the old one. */
function addMark(marks: Map<string, Mark>, path: string, mark: Mark): void {
  const former = marks.get(path);
  if (former?.blob !== mark.blob || mark.whole === allLines) marks.set(path, mark);
  else if (former.whole !== allLines) {
    const whole = unite(former.whole, mark.whole);
    marks.set(path, { blob: mark.blob, whole, parts: unite(former.parts, mark.parts) });
  }
}
