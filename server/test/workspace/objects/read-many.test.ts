import { expect, test } from 'vitest';
import { openGit, withSignal } from '../../../src/workspace/git/git.ts';
import { readManyBlobs } from '../../../src/workspace/objects/read-many.ts';
import { testRepository } from '../../support/git-repository.ts';

/** More than a pipe buffers, so that git still has output whenever the reader stops. */
const files = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`${index}.md`, `${index} `.repeat(20_000)]));

/** Creates a repository with the files; returns it with the ids of their blobs. */
async function withFiles() {
  const source = await testRepository({ bare: true });
  await source.commit(files);
  const ids = (await source.git('ls-tree', 'main'))
    .split('\n')
    .flatMap((line) => line.split(' ')[2]?.slice(0, 40) ?? []);
  return { ids, source, gitDirectory: source.gitDirectory, [Symbol.asyncDispose]: () => source[Symbol.asyncDispose]() };
}

test('a caller that stops in the middle leaves no process running and frees its place', async () => {
  await using repository = await withFiles();
  const git = openGit(process.env);
  // More reads than there are slots.
  for (let read = 1; read <= 12; read += 1) {
    const contents = readManyBlobs(git, repository.gitDirectory, repository.ids);
    for (let count = 0; count < read * 5; count += 1) expect((await contents.next()).done).toBe(false);
    expect(await contents.return(undefined)).toEqual({ done: true, value: undefined });
  }
  expect((await git.run(['--version'])).code).toBe(0);
});

test('an aborted caller reads nothing more and frees its place', async () => {
  await using repository = await withFiles();
  const git = openGit(process.env);
  for (let time = 0; time < 12; time += 1) {
    const aborting = new AbortController();
    const contents = readManyBlobs(withSignal(git, aborting.signal), repository.gitDirectory, repository.ids);
    const all = (async () => {
      for await (const content of contents) if (content instanceof Uint8Array && time > 0) aborting.abort();
    })();
    if (time === 0) aborting.abort();
    await expect(all).rejects.toThrow(/abort|killed|ended within/);
  }
  expect((await git.run(['--version'])).code).toBe(0);
});
