import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GitFailure, type Git, type GitCall } from '../git/git.ts';
import { receiveCommand } from '../objects/pack.ts';
import type { PathRepository } from '../path-repository.ts';

/** How long packing and unpacking may take. */
const transferMilliseconds = 10 * 60_000;

export interface TransferOrder {
  from: string;
  to: PathRepository;
  commit: string;
  /** Commits that the target has with everything that they need. */
  has: string[];
}

/**
 * Gives a repository on this machine a commit and everything that it needs. It uses no `git push`, so nothing that the
 * repository's configuration or hooks name can run. The receiving side runs as the repository's owner, so that the new
 * files are the owner's too, and refuses objects that are broken or point at what it does not have.
 * @throws GitFailure
 */
export async function transferCommit(git: Git, order: TransferOrder): Promise<void> {
  await git.inTurn('transfer', () => transfer(git, order));
}

/** Two processes, one of which waits for the other, take only one place. */
async function transfer(git: Git, { from, to, commit, has }: TransferOrder): Promise<void> {
  const call: GitCall = { timeoutMilliseconds: transferMilliseconds };
  const packing = git.start(['pack-objects', '-q', '--revs', '--stdout', '--thin', '--delta-base-offset'], {
    ...call,
    gitDirectory: from,
  });
  packing.stdin.end([commit, ...has.map((id) => `^${id}`), ''].join('\n'));
  const pack = openPack(packing.stdout);
  const objects = await pack.objects();
  if (objects === undefined) throw new GitFailure('pack-objects', await packing.exit);

  const command = receiveCommand(objects);
  const receiving = git.start(command, { ...call, gitDirectory: to.gitDirectory, as: to.owner });
  receiving.stdout.resume();
  await pipeline(pack.bytes(), receiving.stdin).catch(() => packing.stop());
  const [packed, received] = await Promise.all([packing.exit, receiving.exit]);
  // It has read a whole pack, with its checksum. It may have ended before it took the last byte from the packing side,
  // above all when there was nothing to send. Then it no longer matters how that side ended.
  if (received.code === 0 && !received.killed) return;
  if (packed.code !== 0 && !packed.killed) throw new GitFailure('pack-objects', packed);
  throw new GitFailure(command[0], received);
}

/** Reads a pack as it comes. Its header says how many objects there are. */
function openPack(stream: Readable) {
  const chunks: AsyncIterator<Buffer> = stream.iterator();
  let start: Buffer = Buffer.alloc(0);
  return {
    /** Returns undefined when the stream ends before the number. */
    async objects(): Promise<number | undefined> {
      while (start.length < 12) {
        const { value, done } = await chunks.next();
        if (done === true) return undefined;
        start = Buffer.concat([start, value]);
      }
      return start.readUInt32BE(8);
    },
    async *bytes() {
      yield start;
      for (let chunk = await chunks.next(); chunk.done !== true; chunk = await chunks.next()) yield chunk.value;
    },
  };
}
