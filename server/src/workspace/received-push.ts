import { Transform } from 'node:stream';
import { gunzipSync, constants } from 'node:zlib';
import type { Git } from './git.ts';
import type { PathRepository } from './path-repository.ts';

/** What a push has done to the refs of a repository. */
export interface ReceivedPush {
  moved: MovedRef[];
  /** Whether it named more than is read of one: then others may have moved too. */
  isCut: boolean;
}

/** `from` is null for a new ref, `to` for one that is gone. */
export interface MovedRef {
  ref: string;
  from: string | null;
  to: string | null;
}

/** A push of a thousand branches names them in less. */
const headBytes = 256 * 1024;

/** Lets the body of a push through, and keeps its beginning, which names the refs that it is to move. */
export function keepHead(): { through: Transform; head: () => Buffer } {
  let kept = Buffer.alloc(0);
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (kept.length < headBytes) kept = Buffer.concat([kept, chunk.subarray(0, headBytes - kept.length)]);
      done(null, chunk);
    },
  });
  return { through, head: () => kept };
}

/**
 * Which of the refs that a push names are where it wanted them, asked when it is over: what git has refused is not.
 *
 * @param head the beginning of its body.
 */
export async function readPush(
  git: Git,
  { gitDirectory, owner }: PathRepository,
  { head, isCompressed }: { head: Buffer; isCompressed: boolean },
): Promise<ReceivedPush> {
  const { commands, isCut } = readCommands(isCompressed ? decompressed(head) : head);
  const wanted = commands.filter(({ from, to }) => from !== to);
  if (wanted.length === 0) return { moved: [], isCut };
  const format = '--format=%(objectname) %(refname)';
  const { stdout } = await git.run(['for-each-ref', format, ...wanted.map(({ ref }) => ref)], {
    gitDirectory,
    as: owner,
  });
  const lines = stdout.toString().split('\n');
  const now = new Map(lines.map((line) => [line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' '))]));
  return { moved: wanted.filter(({ ref, to }) => (now.get(ref) ?? null) === to), isCut };
}

/** Git's pkt-lines (gitprotocol-pack, "Reference Update Request") up to the flush, after which the objects come. */
function readCommands(bytes: Buffer): { commands: MovedRef[]; isCut: boolean } {
  const commands: MovedRef[] = [];
  for (let at = 0; at + 4 <= bytes.length;) {
    const length = Number.parseInt(bytes.toString('latin1', at, at + 4), 16);
    if (length === 0) return { commands, isCut: false };
    if (!(length >= 4) || at + length > bytes.length) break;
    const [line = ''] = bytes.toString('utf8', at + 4, at + length).split('\0', 1);
    const [, from, to, ref] = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) (refs\/[^\n]+)\n?$/.exec(line) ?? [];
    if (from !== undefined && to !== undefined && ref !== undefined) {
      commands.push({ ref, from: commitOf(from), to: commitOf(to) });
    }
    at += length;
  }
  return { commands, isCut: true };
}

function commitOf(id: string): string | null {
  return /^0+$/.test(id) ? null : id;
}

/** As far as it goes, since the end of it was not kept. */
function decompressed(head: Buffer): Buffer {
  try {
    return gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 4 * headBytes });
  } catch {
    return Buffer.alloc(0);
  }
}
