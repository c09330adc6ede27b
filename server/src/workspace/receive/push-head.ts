import type { Readable } from 'node:stream';
import { CopydeskError } from '@copydesk/contract/errors';
import { nextChunk } from '../next-chunk.ts';

/** What a push wants to do to one ref: `from` is null for a new ref, `to` for a deletion. */
export interface PushCommand {
  ref: string;
  from: string | null;
  to: string | null;
}

/** The beginning of a push, which says what it wants to move. The objects come after it. */
export interface PushHead {
  commands: PushCommand[];
  /** What the client understands, such as `report-status`. */
  capabilities: string[];
  /** The bytes as they came: the whole head, and perhaps some of what follows. */
  bytes: Buffer;
}

/** About eight thousand refs. */
const mostBytes = 1024 * 1024;

/**
 * Reads git's pkt-lines (gitprotocol-pack, "Reference Update Request") up to the flush. A line that git might read
 * differently is refused, such as signed pushes, which were not offered.
 *
 * @throws CopydeskError `invalid_request`, `payload_too_large`
 */
export async function readPushHead(body: Readable): Promise<PushHead> {
  const seen: Buffer[] = [];
  const lines: Buffer[] = [];
  let total = 0;
  let unread: Buffer[] = [];
  let [unreadBytes, needed] = [0, 4];
  for (;;) {
    if (unreadBytes < needed) {
      const chunk = await nextChunk(body);
      if (chunk === undefined) throw notAPush('It ends within the names of the refs.');
      total += chunk.length;
      if (total - chunk.length > mostBytes) throw tooMany();
      seen.push(chunk);
      unread.push(chunk);
      unreadBytes += chunk.length;
      continue;
    }
    const [first = Buffer.alloc(0)] = unread;
    const bytes = unread.length === 1 ? first : Buffer.concat(unread);
    const length = lengthOf(bytes);
    if (length === 0) return { ...parseLines(lines), bytes: Buffer.concat(seen) };
    if (length <= bytes.length) lines.push(bytes.subarray(4, length));
    const rest = length <= bytes.length ? bytes.subarray(length) : bytes;
    needed = length <= bytes.length ? 4 : length;
    unread = [rest];
    unreadBytes = rest.length;
  }
}

/**
 * Returns the length of a pkt-line including its own four digits; 0 for the flush. The other special values are not
 * allowed here.
 */
function lengthOf(bytes: Buffer): number {
  const digits = bytes.toString('latin1', 0, 4);
  const length = /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : -1;
  if (length === 0 || length > 4) return length;
  throw notAPush('A line has no length.');
}

/**
 * Parses the lines. The first command is followed by the capabilities. A client with a shallow clone first names its
 * shallow commits.
 */
function parseLines(lines: Buffer[]): Omit<PushHead, 'bytes'> {
  const named = lines.map((line) => textOf(line).replace(/\n$/, '')).filter((line) => !isShallow(line));
  const [first, ...others] = named;
  if (first === undefined) return { commands: [], capabilities: [] };
  const [line = '', capabilities = ''] = first.split('\0', 2);
  return { commands: [line, ...others].map(commandOf), capabilities: capabilities.trim().split(' ') };
}

function isShallow(line: string): boolean {
  return /^shallow [0-9a-f]{40,64}$/.test(line);
}

/** Bytes that are not UTF-8 would be judged by another name than git knows them by. */
function textOf(line: Buffer): string {
  const text = line.toString('utf8');
  if (!Buffer.from(text).equals(line)) throw notAPush('The name of a ref is no UTF-8.');
  return text;
}

function commandOf(line: string): PushCommand {
  const [, from, to, ref] = /^([0-9a-f]{40}|[0-9a-f]{64}) ([0-9a-f]{40}|[0-9a-f]{64}) (.+)$/s.exec(line) ?? [];
  // oxlint-disable-next-line no-control-regex -- git takes none of them in names either
  if (from === undefined || to === undefined || ref === undefined || /[\u0000-\u001f\u007f]/.test(ref)) {
    throw notAPush('A line names no ref with what it is and what it is to be.');
  }
  return { ref, from: commitOf(from), to: commitOf(to) };
}

function commitOf(id: string): string | null {
  return /^0+$/.test(id) ? null : id;
}

function notAPush(found: string): CopydeskError {
  return new CopydeskError('invalid_request', `This is not a push as git sends it. ${found} Push with a git client.`);
}

function tooMany(): CopydeskError {
  return new CopydeskError('payload_too_large', 'These are too many refs for one push. Push some of them at a time.');
}
