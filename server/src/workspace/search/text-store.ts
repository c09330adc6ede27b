import { isAscii } from 'node:buffer';

/**
 * A text in the form in which it is searched, where threads can read it: without a byte-order mark, and with only LF as
 * line ends.
 */
export interface StoredText {
  memory: SharedArrayBuffer;
  start: number;
  length: number;
  ascii: boolean;
}

/** What cannot be searched is remembered, too, so that it is not read again. */
export type Stored = StoredText | 'binary' | 'too large';

/** Texts by the ids of their blobs. Those that were stored first are dropped first. */
export interface TextStore {
  get(id: string): Stored | undefined;
  store(id: string, content: Uint8Array | { tooLarge: number }): Stored;
  /** Changes whenever texts are dropped: what was stored at one value is still stored at the same value. */
  readonly drops: number;
  clear(): void;
}

/** Memory is allocated and freed in pieces of this size. No searched file is larger. */
const pieceBytes = 8 * 1024 * 1024;

/** The least that a text counts as, because its id and its place are kept too. */
const leastBytes = 256;

/** How many bytes of a file git searches for a zero byte, to recognise a binary one. */
const binaryProbeBytes = 8000;

export function openTextStore(maximumBytes: number): TextStore {
  const texts = new Map<string, Stored>();
  const pieces: Piece[] = [];
  let drops = 0;

  return {
    get: (id) => texts.get(id),
    store(id, content) {
      const existing = texts.get(id);
      if (existing !== undefined) return existing;
      const text = searchable(content);
      const piece = room(typeof text === 'string' ? 0 : Math.max(text.length, leastBytes));
      const stored = typeof text === 'string' ? text : piece.take(text);
      piece.ids.push(id);
      texts.set(id, stored);
      return stored;
    },
    get drops() {
      return drops;
    },
    clear() {
      drops += 1;
      texts.clear();
      pieces.length = 0;
    },
  };

  /** Returns the newest piece of memory when it has room, otherwise a new one in the place of the oldest. */
  function room(bytes: number): Piece {
    const newest = pieces.at(-1);
    if (newest !== undefined && newest.free() >= bytes) return newest;
    if ((pieces.length + 1) * pieceBytes > maximumBytes) {
      drops += 1;
      pieces.shift()?.ids.forEach((id) => texts.delete(id));
    }
    const piece = openPiece();
    pieces.push(piece);
    return piece;
  }
}

interface Piece {
  ids: string[];
  free(): number;
  take(text: Uint8Array): StoredText;
}

function openPiece(): Piece {
  const memory = new SharedArrayBuffer(pieceBytes);
  const bytes = new Uint8Array(memory);
  let used = 0;
  return {
    ids: [],
    free: () => pieceBytes - used,
    take(text) {
      const start = used;
      bytes.set(text, start);
      used += Math.max(text.length, leastBytes);
      return { memory, start, length: text.length, ascii: isAscii(text) };
    },
  };
}

function searchable(content: Uint8Array | { tooLarge: number }): Uint8Array | 'binary' | 'too large' {
  if ('tooLarge' in content) return 'too large';
  if (content.subarray(0, binaryProbeBytes).includes(0)) return 'binary';
  const marked = content[0] === 0xef && content[1] === 0xbb && content[2] === 0xbf;
  const text = Buffer.from(content.buffer, content.byteOffset, content.length).subarray(marked ? 3 : 0);
  return text.includes('\r\n') ? withoutReturns(text) : text;
}

/** Removes each carriage return that stands before a line feed, or at the end. */
function withoutReturns(text: Buffer): Uint8Array {
  const lines = Buffer.allocUnsafe(text.length);
  let length = 0;
  let from = 0;
  for (let at = text.indexOf('\r\n'); at >= 0; at = text.indexOf('\r\n', from)) {
    length += text.copy(lines, length, from, at);
    from = at + 1;
  }
  length += text.copy(lines, length, from);
  return lines.subarray(0, length);
}
