import { hash } from 'node:crypto';
import { BoundedMap } from '../bounded-map.ts';

/** Lines that are remembered to tell which are repeated: those of one second are not further apart than half of this. */
const remembered = 100_000;

/**
 * Ids of the events that lines of logs tell, UUIDs of version 8 (RFC 9562): the same for the same line, in whichever
 * file it stands, so that files that overlap count once. Lines that are alike to the byte, of requests in the same
 * second, are told apart by how many of them came before.
 */
export class LineIds {
  private readonly seen = new BoundedMap<number, number>(remembered);
  private readonly prefix: string;

  /** @param projectNumber whose events they are: the same log may be imported into several projects. */
  constructor(projectNumber: number) {
    this.prefix = `${projectNumber} `;
  }

  /** The id of a line that is read now. */
  ofLine(line: Uint8Array): string {
    const digest = this.digest(line);
    const before = this.count(digest);
    return uuid(before === 0 ? digest : hash('sha256', `${digest} ${before}`));
  }

  /** The id of a request that the log itself names. */
  ofRequest(requestId: string): string {
    return uuid(hash('sha256', `${this.prefix}request ${requestId}`));
  }

  /** Takes notice of a line that was counted earlier. */
  remember(line: Uint8Array): void {
    this.count(this.digest(line));
  }

  private digest(line: Uint8Array): string {
    return hash('sha256', Buffer.concat([Buffer.from(this.prefix), line]));
  }

  /** How many of the same there were before this one. */
  private count(digest: string): number {
    // 52 bits: as many as a number has for sure, and enough for a window of lines.
    const key = Number.parseInt(digest.slice(0, 13), 16);
    const before = this.seen.get(key) ?? 0;
    this.seen.set(key, before + 1);
    return before;
  }
}

/** The first 128 bits of a hash, as a UUID of version 8. */
function uuid(digest: string): string {
  const variant = ((Number.parseInt(digest.charAt(16), 16) & 0b0011) | 0b1000).toString(16);
  const [first, second, last] = [digest.slice(0, 8), digest.slice(8, 12), digest.slice(20, 32)];
  return `${first}-${second}-8${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${last}`;
}
