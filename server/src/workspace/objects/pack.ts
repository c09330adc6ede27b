import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { CopydeskError } from '@copydesk/contract/errors';
import { GitFailure, type Git } from '../git/git.ts';
import type { GitObject, ObjectType } from './object-format.ts';
import { storageFullBehind } from '../git/storage-errors.ts';

const compress = promisify(deflate);

const typeNumbers: Record<ObjectType, number> = { commit: 1, tree: 2, blob: 3 };

/** From this many objects on, a pack is kept as a pack, like `receive.unpackLimit`. */
const unpackLimit = 100;

/**
 * Stores objects through one git process, which checks each of them and that everything they point at exists: one
 * program start however many files changed, where `hash-object`, `mktree` and `commit-tree` would each need one.
 */
export async function storeObjects(git: Git, gitDirectory: string, given: GitObject[]): Promise<void> {
  if (given.length === 0) return;
  // Two files with the same content are one object, and git accepts none twice in a pack.
  const objects = [...new Map(given.map((object) => [object.id, object])).values()];
  const command = receiveCommand(objects.length);
  const exit = await git.inTurn('local', async () => {
    const running = git.start(command, { gitDirectory, timeoutMilliseconds: 120_000 });
    running.stdout.resume();
    // When git ends early, its exit says more than the broken pipe.
    await pipeline(Readable.from(packStream(objects)), running.stdin).catch(() => {});
    return await running.exit;
  });
  if (exit.code !== 0 || exit.killed) throw await storeError(new GitFailure(command[0], exit), gitDirectory);
}

/** Returns the command that stores a pack with this many objects, and refuses broken ones. */
export function receiveCommand(objects: number): [string, ...string[]] {
  return objects < unpackLimit
    ? ['unpack-objects', '-q', '--strict']
    : ['index-pack', '--stdin', '--fix-thin', '--strict'];
}

/**
 * Creates a pack of whole objects (gitformat-pack): a header, each object with its type and size, and the checksum of
 * everything.
 */
export async function* packStream(objects: GitObject[]): AsyncGenerator<Buffer> {
  const checksum = createHash('sha1');
  const header = Buffer.from('PACK\0\0\0\u0002\0\0\0\0', 'latin1');
  header.writeUInt32BE(objects.length, 8);
  checksum.update(header);
  yield header;
  for (const { type, body } of objects) {
    const chunk = Buffer.concat([objectHeader(typeNumbers[type], body.length), await compress(body, { level: 1 })]);
    checksum.update(chunk);
    yield chunk;
  }
  yield checksum.digest();
}

/** Encodes type and size: four bits of the size beside the type, then seven at a time, the lowest first. */
function objectHeader(type: number, size: number): Buffer {
  const bytes: number[] = [];
  let byte = (type << 4) | (size & 15);
  let rest = Math.floor(size / 16);
  while (rest > 0) {
    bytes.push(byte | 0x80);
    byte = rest & 0x7f;
    rest = Math.floor(rest / 128);
  }
  return Buffer.from([...bytes, byte]);
}

/** Git names what its checks found, such as `hasDotgit`. The author of a file can act on that. */
async function storeError(failure: GitFailure, gitDirectory: string): Promise<Error> {
  const [, fault] =
    /(?:error|fatal): (?:object fsck error|error in (?:tree|blob|commit) [0-9a-f]+|object [0-9a-f]+): (.{1,200})/.exec(
      failure.exit.stderr,
    ) ?? [];
  if (fault === undefined) return (await storageFullBehind(failure, gitDirectory)) ?? failure;
  return new CopydeskError(
    'path_refused',
    `git refuses to store the change: ${fault}. Change that file, or remove it from the change.`,
    {
      cause: failure,
    },
  );
}
