import type { DropReason } from '@copydesk/contract';
import type { CollectedEvent } from '../collect/draft.ts';
import type { LineReader } from './formats/format.ts';
import type { LineIds } from './identity.ts';
import type { Place } from './ledger.ts';
import { longestEntry } from './read/entries.ts';
import type { Entry } from './read/entries.ts';

/** Lines that are counted together, in one transaction with the position after them. */
export interface Piece {
  events: CollectedEvent[];
  /** Counts of lines that contain no countable event. */
  dropped: Partial<Record<DropReason, number>>;
  ignored: number;
  lines: number;
  /** The place in the file after them. */
  place: Place;
}

/** A line that could not be read. */
export interface UnreadableLine {
  line: number;
  detail: string;
  /** The beginning of the line. */
  text: string;
}

const pieceLines = 5_000;
/** Pieces of very long lines have fewer lines, since they are kept in memory. */
const pieceBytes = 8 * 1024 * 1024;
/** How many of the unreadable lines are reported. */
const reportedLines = 5;
const reportedCharacters = 200;

/** Collects the entries of a file into pieces. */
export class Intake {
  /** The first lines that could not be read. */
  readonly unreadable: UnreadableLine[] = [];
  /** The text of the last line, unless it was too long. */
  lastLine: string | undefined;
  private readonly read: LineReader;
  private readonly ids: LineIds;
  private place: Place;
  private piece: Piece;
  private bytes = 0;

  constructor(options: { read: LineReader; ids: LineIds; place: Place }) {
    this.read = options.read;
    this.ids = options.ids;
    this.place = options.place;
    this.piece = emptyPiece(options.place);
  }

  /** Adds an entry. @returns whether the piece is large enough to take. */
  add({ bytes, end, cut }: Entry): boolean {
    const { piece } = this;
    this.place = { position: end, lines: this.place.lines + 1 };
    piece.place = this.place;
    piece.lines += 1;
    this.bytes += bytes.length;
    if (cut) this.drop('unreadable', `it is longer than ${longestEntry.toLocaleString('en')} bytes`, bytes);
    else this.addLine(bytes);
    return piece.lines >= pieceLines || this.bytes >= pieceBytes;
  }

  /** Skips the rest of a line that was counted before its end was written. */
  moveTo(position: number): void {
    this.place = { ...this.place, position };
    this.piece.place = this.place;
  }

  /** Returns the lines since the last piece; undefined when there are none. */
  take(): Piece | undefined {
    const { piece } = this;
    if (piece.lines === 0) return undefined;
    this.piece = emptyPiece(this.place);
    this.bytes = 0;
    return piece;
  }

  private addLine(bytes: Buffer): void {
    const text = textOf(bytes, this.place.lines);
    this.lastLine = text;
    const logLine = text.trim() === '' ? undefined : this.read(text);
    if (logLine === undefined) this.piece.ignored += 1;
    else if ('drop' in logLine) this.drop(logLine.drop, logLine.detail, bytes);
    else {
      const { event, requestId } = logLine;
      event.id ??= requestId === undefined ? this.ids.ofLine(bytes) : this.ids.ofRequest(requestId);
      this.piece.events.push(event);
    }
  }

  private drop(reason: DropReason, detail: string, bytes: Buffer): void {
    this.piece.dropped[reason] = (this.piece.dropped[reason] ?? 0) + 1;
    if (reason !== 'unreadable' || this.unreadable.length >= reportedLines) return;
    const text = bytes.toString('utf8', 0, 4 * reportedCharacters).slice(0, reportedCharacters);
    this.unreadable.push({ line: this.place.lines, detail, text });
  }
}

/** Decodes a line; some programs put a byte-order mark before the first. */
export function textOf(line: Buffer, number: number): string {
  const text = line.toString();
  return number === 1 && text.startsWith('\u{FEFF}') ? text.slice(1) : text;
}

function emptyPiece(place: Place): Piece {
  return { events: [], dropped: {}, ignored: 0, lines: 0, place };
}
