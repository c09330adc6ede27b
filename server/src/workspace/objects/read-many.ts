import { missingBlob } from './clone-objects.ts';
import { maximumFileBytes } from '../tree/edited-tree.ts';
import { GitFailure, type Git } from '../git/git.ts';
import { readAnswers } from './object-reader.ts';
import type { BlobContent } from '../search/searched-files.ts';

/**
 * Reads blobs in the order of the list, through a process of its own that knows all of them beforehand: 48,000 of them
 * took 0.9 s, and 1.3 s through one that must answer each at once.
 */
export async function* readManyBlobs(
  git: Git,
  gitDirectory: string,
  blobs: readonly string[],
): AsyncGenerator<BlobContent> {
  const place = await takePlace(git);
  try {
    // When the caller was aborted meanwhile, the start throws. The place is freed then as well.
    yield* readThrough(git, gitDirectory, blobs);
  } finally {
    place.leave();
  }
}

async function* readThrough(git: Git, gitDirectory: string, blobs: readonly string[]): AsyncGenerator<BlobContent> {
  const running = git.start(['cat-file', '--batch', '--buffer'], { gitDirectory, timeoutMilliseconds: Infinity });
  try {
    running.stdin.end(`${blobs.join('\n')}\n`);
    let read = 0;
    for await (const object of readAnswers(running.stdout, maximumFileBytes)) {
      if (!object.found || object.type !== 'blob') throw missingBlob(blobs[read] ?? '');
      read += 1;
      yield object.content ?? { tooLarge: object.size };
    }
    if (read < blobs.length) throw new GitFailure('cat-file', await running.exit);
  } finally {
    running.stop();
    // Unread output would keep the pipe open, and so keep the process from ending.
    running.stdout.destroy();
    await running.exit;
  }
}

/** Holds one of the places for processes until `leave` is called. */
async function takePlace(git: Git): Promise<{ leave: () => void }> {
  const left = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  const held = git.inTurn('local', () => {
    entered.resolve();
    return left.promise;
  });
  held.catch(entered.reject);
  await entered.promise;
  return { leave: left.resolve };
}
