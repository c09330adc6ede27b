import { hash } from 'node:crypto';
import { BoundedMap } from '../bounded-map.ts';

/**
 * How many lines are remembered to recognise repeated ones: equal lines of one second are at most half of this apart.
 */
const rememberedLines = 100_000;

/**
 * Ids of the events in logs, UUIDs of version 8 (RFC 9562). The same line gets the same id in every file, so that files
 * that overlap count once. Identical lines, from requests in the same second, are distinguished by how many of them
 * came before.
 */
export class LineIds {
  private readonly seen = new BoundedMap<number, number>(rememberedLines);
  private readonly prefix: string;

  /** @param projectNumber the project of the events: the same log may be imported into several projects. */
  constructor(projectNumber: number) {
    this.prefix = `${projectNumber} `;
  }

  /** Returns the id of a line that is read now. */
  ofLine(line: Uint8Array): string {
    const digest = this.digest(line);
    const before = this.count(digest);
    return uuid(before === 0 ? digest : hash('sha256', `${digest} ${before}`));
  }

  /** Returns the id of a request whose id the log itself contains. */
  ofRequest(requestId: string): string {
    return uuid(hash('sha256', `${this.prefix}request ${requestId}`));
  }

  /** Records a line that was counted earlier. */
  remember(line: Uint8Array): void {
    this.count(this.digest(line));
  }

  private digest(line: Uint8Array): string {
    return hash('sha256', Buffer.concat([Buffer.from(this.prefix), line]));
  }

  /** Returns how many identical lines came before this one, and counts it. */
  private count(digest: string): number {
    // 52 bits: a number represents them exactly, and they are enough for a window of lines.
    const key = Number.parseInt(digest.slice(0, 13), 16);
    const before = this.seen.get(key) ?? 0;
    this.seen.set(key, before + 1);
    return before;
  }
}

/** Returns the first 128 bits of a hash as a UUID of version 8. */
function uuid(digest: string): string {
  const variant = ((Number.parseInt(digest.charAt(16), 16) & 0b0011) | 0b1000).toString(16);
  const [first, second, last] = [digest.slice(0, 8), digest.slice(8, 12), digest.slice(20, 32)];
  return `${first}-${second}-8${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${last}`;
}
