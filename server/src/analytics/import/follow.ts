import { setTimeout as delay } from 'node:timers/promises';
import { isCopydeskError } from '@copydesk/contract';
import { LineIds } from './identity.ts';
import type { ImportedFile, ImportRequest, ImportServices } from './import-request.ts';
import { fileCounter, importSource } from './import-source.ts';
import { openLog } from './log-reader.ts';
import type { LogReader } from './log-reader.ts';
import { openFile } from './read/open-file.ts';
import type { GrowingFile, LogSource } from './read/source.ts';

const pollMilliseconds = 500;
/** A server writes to a renamed log until it opens a new one: after this many polls without a line, it has done so. */
const idlePolls = 20;

/**
 * Counts what is in a log and what is appended to it, until the signal. The log may be renamed and restarted, emptied
 * in place, or not exist yet.
 */
export async function followFile(services: ImportServices, request: ImportRequest, file: ImportedFile): Promise<void> {
  const { signal } = request;
  await using follower = new Follower(services, request, file);
  while (!signal.aborted && (await follower.poll())) {
    await delay(pollMilliseconds, undefined, { signal }).catch(() => {});
  }
}

/** A file that is read further as it grows. */
interface Tail {
  source: LogSource;
  growing: GrowingFile;
  /** Undefined as long as its format cannot be recognised. */
  log: LogReader | undefined;
  /** How many consecutive polls found nothing new. */
  idle: number;
}

class Follower implements AsyncDisposable {
  private readonly services: ImportServices;
  private readonly request: ImportRequest;
  private readonly file: ImportedFile;
  /** Lines of a log and of its rotated predecessor are numbered together. */
  private readonly ids: LineIds;
  /** The file that is now at the path. */
  private present: Tail | undefined;
  /** The files that were there before. */
  private renamed: Tail[] = [];
  private missed = false;

  constructor(services: ImportServices, request: ImportRequest, file: ImportedFile) {
    this.services = services;
    this.request = request;
    this.file = file;
    this.ids = new LineIds(request.project.number);
  }

  /**
   * Counts what is new.
   * @returns whether more may follow; false after a file that does not grow, such as a compressed one.
   */
  async poll(): Promise<boolean> {
    for (const tail of this.renamed) await this.readOn(tail);
    await this.closeTails(this.renamed.filter(({ idle }) => idle >= idlePolls));
    if (this.present === undefined && !(await this.open())) return this.missed;
    const { present } = this;
    if (present === undefined) return true;
    await this.readOn(present);
    if (await present.growing.isReplaced()) {
      this.renamed.push({ ...present, idle: 0 });
      this.present = undefined;
      return await this.poll();
    }
    return true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const tails = this.present === undefined ? this.renamed : [...this.renamed, this.present];
    for (const { source } of tails) await source[Symbol.asyncDispose]();
  }

  /** Opens the file at the path. @returns whether it exists and may grow. */
  private async open(): Promise<boolean> {
    const { services, request, file } = this;
    const source = await openFile(file.file).catch((error: unknown) => this.missing(error));
    if (source === undefined) return false;
    this.missed = false;
    const { growing } = source;
    if (growing !== undefined) {
      this.present = { source, growing, log: undefined, idle: 0 };
      return true;
    }
    await using _ = source;
    await importSource(services, request, source, file);
    return false;
  }

  /**
   * Notes once that the file does not exist. A server creates its log when it has something to write; during a rotation
   * there may be none.
   */
  private missing(error: unknown): undefined {
    if (!isCopydeskError(error, 'not_found')) throw error;
    if (!this.missed && this.renamed.length === 0) this.request.report.note(`Waiting for ${this.file.file}`);
    this.missed = true;
    return undefined;
  }

  private async readOn(tail: Tail): Promise<void> {
    if (tail.log !== undefined && !(await tail.log.isSame())) tail.log = undefined;
    tail.log ??= await this.openLog(tail.source);
    const before = this.file.lines;
    await tail.log?.readOn();
    tail.idle = this.file.lines === before ? tail.idle + 1 : 0;
  }

  private async openLog(source: LogSource): Promise<LogReader | undefined> {
    const { services, request, file, ids } = this;
    const log = await openLog({ services, request, source, ids, onCounts: fileCounter(request, source, file) }, false);
    if (log === undefined) return undefined;
    file.linesBefore += file.format === undefined ? log.resumed.lines : 0;
    file.format = log.format;
    file.unreadable = file.unreadable.length === 0 ? log.unreadable : file.unreadable;
    return log;
  }

  /** Finishes and closes files that are no longer written. */
  private async closeTails(tails: Tail[]): Promise<void> {
    for (const { log, source } of tails) {
      await log?.finish();
      await source[Symbol.asyncDispose]();
    }
    this.renamed = this.renamed.filter((tail) => !tails.includes(tail));
  }
}
