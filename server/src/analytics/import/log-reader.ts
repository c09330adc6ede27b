import { chooseFormat } from './choose-format.ts';
import type { ChosenFormat } from './choose-format.ts';
import { Delivery } from './deliver.ts';
import { LineIds } from './identity.ts';
import type { ImportRequest, ImportServices } from './import-request.ts';
import { Intake, textOf } from './intake.ts';
import type { UnreadableLine } from './intake.ts';
import type { FormatName, LineReader, LogFormat } from './formats/format.ts';
import { retryWhileUnavailable } from './retry-while-unavailable.ts';
import { findPlace, fingerprintAt, knownBy } from './ledger.ts';
import type { Beginning, Place } from './ledger.ts';
import type { Entry, Splitter } from './read/entries.ts';
import { splitLines } from './read/lines.ts';
import type { LogSource } from './read/source.ts';
import type { ImportCounts } from './tally.ts';

/** How many bytes are used to recognise the format. */
const beginningBytes = 64 * 1024;
/**
 * How many counted bytes are read again, so that identical lines continue their numbering. They span seconds of the
 * busiest log.
 */
const recalledBytes = 4 * 1024 * 1024;

interface Opening {
  services: ImportServices;
  request: ImportRequest;
  source: LogSource;
  /** Shared by files that follow one another at one path, as with a rotated log. */
  ids?: LineIds;
  /** Receives everything that was counted. */
  onCounts: (counts: ImportCounts) => void;
}

/**
 * Prepares to read a log from where its last import ended.
 * @param whole whether the file is complete.
 * @returns undefined when it contains nothing yet that shows its format.
 * @throws CopydeskError `file_refused`, `database_unavailable`
 */
export async function openLog(opening: Opening, whole: boolean): Promise<LogReader | undefined> {
  const { services, request, source } = opening;
  const beginning = await source.beginning(beginningBytes);
  const chosen = chooseFormat(request.format, beginning.bytes, { file: source.name, whole, fields: request.fields });
  if (chosen === undefined) return undefined;
  const place = await retryWhileUnavailable(request, () => findPlace(services.db, request.project.number, beginning));
  return new LogReader(opening, chosen, beginning, place);
}

/** Reads a log and counts its page views, piece by piece. */
export class LogReader {
  /** The place that the last import reached. */
  readonly resumed: Place;
  private readonly chosen: ChosenFormat;
  private readonly intake: Intake;
  private readonly beginning: Beginning;
  private readonly opening: Opening;
  private readonly ids: LineIds;
  private readonly splitter: Splitter;
  private readonly recalled: Splitter;
  private readonly delivery: Delivery;
  private readonly read: LineReader;
  /** The position after the last byte read, which may be in the middle of a line. */
  private position: number;
  /** Whether the bytes at this position belong to a line that was counted without its end. */
  private withinCounted = false;

  constructor(opening: Opening, chosen: ChosenFormat, beginning: Beginning, place: Place) {
    this.opening = opening;
    this.chosen = chosen;
    this.beginning = beginning;
    this.resumed = place;
    this.ids = opening.ids ?? new LineIds(opening.request.project.number);
    this.read = chosen.format.open(opening.request.host, opening.request.fields);
    // The top of the file names the fields, again wherever they change; or the first lines show them.
    for (const line of definingLines(beginning.bytes, chosen.format)) this.read(line);
    this.intake = new Intake({ read: this.read, ids: this.ids, place });
    this.position = Math.max(0, place.position - recalledBytes);
    this.splitter = chosen.split(place.position);
    this.recalled = splitLines(this.position);
    this.delivery = new Delivery(opening.services, opening.request, opening.onCounts);
  }

  get format(): FormatName {
    return this.chosen.format.name;
  }

  /** The first lines that could not be read. */
  get unreadable(): UnreadableLine[] {
    return this.intake.unreadable;
  }

  /** Reads and counts what exists, until the signal; resolves when that is durable. */
  async readOn(): Promise<void> {
    const { source, request } = this.opening;
    try {
      for await (const chunk of source.read(this.position)) {
        if (chunk.length === 0) await this.send();
        await this.take(chunk);
        if (request.signal.aborted) break;
      }
    } finally {
      // Includes the lines before the damaged place of a compressed file.
      await this.send();
      await this.delivery.end();
    }
  }

  /**
   * Counts a last line without an end, if it is complete. When it grows or gets its end later, the rest is skipped.
   * @returns whether an incomplete line is left.
   */
  async finish(): Promise<boolean> {
    const rest = this.withinCounted ? undefined : this.splitter.rest();
    if (rest === undefined) return false;
    if (!this.isWhole(rest)) return true;
    this.intake.add(rest);
    await this.send();
    await this.delivery.end();
    return false;
  }

  /** Returns whether the file is still the one that was read: a server may have emptied it and started again. */
  async isSame(): Promise<boolean> {
    const { source } = this.opening;
    const size = await source.growing?.size();
    if (size !== undefined && size < this.position) return false;
    const known = Math.min(this.beginning.bytes.length, knownBy);
    const { bytes, start } = await source.beginning(known);
    return start === this.beginning.start && bytes.equals(this.beginning.bytes.subarray(0, known));
  }

  private async take(chunk: Buffer): Promise<void> {
    const counted = Math.min(chunk.length, Math.max(0, this.resumed.position - this.position));
    this.recall(chunk.subarray(0, counted));
    this.extendBeginning(chunk);
    this.position += chunk.length;
    for (const entry of this.splitter.push(chunk.subarray(counted))) {
      if (this.withinCounted) this.stepOver(entry);
      else if (this.intake.add(entry)) await this.send();
    }
  }

  /** Processes bytes that an earlier import has counted. */
  private recall(bytes: Buffer): void {
    if (bytes.length === 0) return;
    for (const line of this.recalled.push(bytes)) {
      this.ids.remember(line.bytes);
      if (line.bytes[0] === 0x23 || this.chosen.format.continues) this.read(textOf(line.bytes, 0));
    }
    this.withinCounted = this.chosen.split === splitLines && bytes.at(-1) !== 0x0a;
  }

  private stepOver({ end }: Entry): void {
    this.withinCounted = false;
    this.intake.moveTo(end);
  }

  /** Adds new bytes to the beginning of a short file, which is identified by all of its bytes. */
  private extendBeginning(chunk: Buffer): void {
    const { beginning } = this;
    const end = beginning.start + beginning.bytes.length;
    if (beginning.bytes.length >= knownBy || end < this.position || end >= this.position + chunk.length) return;
    beginning.bytes = Buffer.concat([beginning.bytes, chunk.subarray(end - this.position)]);
  }

  private isWhole(rest: Entry): boolean {
    const readLine = this.chosen.format.open(this.opening.request.host, this.opening.request.fields);
    for (const line of definingLines(this.beginning.bytes, this.chosen.format)) readLine(line);
    const text = textOf(rest.bytes, 0);
    const line = readLine(text);
    if (line === undefined || ('drop' in line && line.drop === 'unreadable')) return false;
    return this.chosen.format.isWhole?.(text, this.intake.lastLine) ?? true;
  }

  /** Delivers what was read since the last time. */
  private async send(): Promise<void> {
    const piece = this.intake.take();
    if (piece === undefined) return;
    const { position, lines } = piece.place;
    const fingerprint = fingerprintAt(this.beginning, position);
    await this.delivery.send(piece, { fingerprint, file: this.opening.source.name, position, lines });
  }
}

/** Returns the lines that name the fields, or the first lines that show them; one of Docker's may be half a line. */
function definingLines(bytes: Buffer, { continues = false }: LogFormat): string[] {
  const lines = bytes.toString('utf8', 0, knownBy).split(/\r?\n/);
  const end = lines.findIndex((line) => !line.startsWith('#'));
  return end === 0 && !continues ? lines.slice(0, -1) : lines.slice(0, Math.max(0, end));
}
