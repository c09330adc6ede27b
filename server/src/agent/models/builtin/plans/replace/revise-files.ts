import { applyChanges, orderChanges } from '../../text/change.ts';
import type { Change } from '../../text/change.ts';
import { minimalEdits } from '../../text/minimal-edits.ts';
import { wasNotRun } from '../plan.ts';
import type { Plan, ToolAnswer, ToolCall } from '../plan.ts';
import { readSlice } from '../read-answer.ts';

/** The result of revising files. */
export interface Revision {
  changed: string[];
  /** `PATH: why` of those that could not be read or written. */
  left: string[];
}

/** A file as it was read: its whole text, without its byte-order mark, which edits preserve. */
export interface ReadFile {
  path: string;
  text: string;
}

/**
 * Reads files, many in each step, and makes the changes that `revise` returns for each. The edits of one step are sent
 * with the reads of the next, and texts are not kept longer, so any number of files can be revised.
 *
 * @param revise receives all files that a step read, and returns the changes of each, in their order.
 */
export async function* reviseFiles(
  paths: readonly string[],
  revise: (files: readonly ReadFile[]) => Promise<readonly (readonly Change[])[]>,
): Plan<Revision> {
  const revision: Revision = { changed: [], left: [] };
  const queue = new ReadingQueue(paths);
  let edits: ToolCall[] = [];
  for (;;) {
    const reads = queue.nextReads();
    if (edits.length + reads.length === 0) return revision;
    const answers = yield [...edits, ...reads.map(readCall)];
    for (const [index, call] of edits.entries()) noteEdit(revision, call, answers[index]);
    const files = takeFiles(queue, revision, reads, answers.slice(edits.length));
    const changes = await revise(files);
    edits = files.flatMap((file, index) => editCall(file, changes[index] ?? []));
  }
}

function takeFiles(
  queue: ReadingQueue,
  revision: Revision,
  reads: readonly Read[],
  answers: readonly ToolAnswer[],
): ReadFile[] {
  const files: ReadFile[] = [];
  for (const [index, read] of reads.entries()) {
    const answer = queue.take(read, answers[index]);
    if (answer.kind === 'refused') revision.left.push(`${read.path}: ${answer.why}`);
    if (answer.kind === 'whole') files.push({ path: read.path, text: answer.text });
  }
  return files;
}

/** A part of a file to read next. */
interface Read {
  path: string;
  fromLine: number;
  /** The parts that were read before it. */
  before: string[];
}

/** The results of a step are limited to 8 MiB, and one read shows at most 100 KB. */
const surelyFits = 75;
const bytesPerStep = 5_000_000;
const mostReads = 240;

/** Chooses which parts of which files are read in the next step. */
class ReadingQueue {
  readonly #paths: readonly string[];
  #next = 0;
  #again: Read[] = [];
  #answers = 0;
  #characters = 0;

  constructor(paths: readonly string[]) {
    this.#paths = paths;
  }

  nextReads(): Read[] {
    const room = this.#room();
    const reads = this.#again.splice(0, room);
    const fresh = this.#paths.slice(this.#next, this.#next + room - reads.length);
    this.#next += fresh.length;
    return [...reads, ...fresh.map((path) => ({ path, fromLine: 1, before: [] }))];
  }

  take(
    read: Read,
    answer: ToolAnswer | undefined,
  ): { kind: 'whole'; text: string } | { kind: 'refused'; why: string } | { kind: 'part' } {
    if (answer !== undefined && wasNotRun(answer)) {
      this.#again.push(read);
      return { kind: 'part' };
    }
    const slice = answer?.ok === true ? readSlice(answer.text) : undefined;
    if (slice === undefined) return { kind: 'refused', why: firstLine(answer?.text ?? 'it was not read') };
    this.#answers += 1;
    this.#characters += slice.text.length;
    const parts = [...read.before, slice.text];
    if (slice.lastLine >= slice.lines) return { kind: 'whole', text: parts.join('') };
    this.#again.push({ path: read.path, fromLine: slice.lastLine + 1, before: parts });
    return { kind: 'part' };
  }

  /** Returns how many reads fit, judging by the average so far, with room for some longer ones. */
  #room(): number {
    if (this.#answers === 0) return surelyFits;
    const usual = Math.max(1, this.#characters / this.#answers);
    return Math.min(mostReads, Math.max(surelyFits, Math.floor(bytesPerStep / (3 * usual))));
  }
}

function readCall({ path, fromLine }: Read): ToolCall {
  return { tool: 'read_file', input: fromLine === 1 ? { path } : { path, from_line: fromLine } };
}

function editCall({ path, text }: ReadFile, changes: readonly Change[]): ToolCall[] {
  const ordered = orderChanges(text, changes);
  if (ordered.length === 0) return [];
  if (text === '') return [{ tool: 'write_file', input: { path, content: applyChanges(text, ordered) } }];
  return [{ tool: 'edit_file', input: { path, edits: minimalEdits(text, ordered) } }];
}

function noteEdit(revision: Revision, call: ToolCall, answer: ToolAnswer | undefined): void {
  const path = typeof call.input.path === 'string' ? call.input.path : '';
  if (answer?.ok === true) revision.changed.push(path);
  else revision.left.push(`${path}: ${firstLine(answer?.text ?? 'it was not written')}`);
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
