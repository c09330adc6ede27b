import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openGit } from '../../../src/workspace/git/git.ts';
import { openObjectReader } from '../../../src/workspace/objects/object-reader.ts';
import { testRepository, type TestRepository } from '../../support/git-repository.ts';

function openReader({ gitDirectory }: TestRepository, idleMilliseconds = 60_000) {
  const git = openGit(process.env);
  const reader = openObjectReader({ git, gitDirectory, maximumBytes: 100_000, idleMilliseconds });
  return { ...reader, [Symbol.asyncDispose]: () => reader.close() };
}

/** Returns the processes that serve reads of a repository. */
async function readersOf({ gitDirectory }: TestRepository): Promise<number[]> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    processes.map(async (pid) => ({
      pid,
      line: await readFile(join('/proc', pid, 'cmdline'), 'utf8').catch(() => ''),
    })),
  );
  const serving = lines.filter(({ line }) => line.includes(`--git-dir=${gitDirectory}\0cat-file`));
  return serving.map(({ pid }) => Number(pid));
}

test('many parallel callers get the right answers', async () => {
  await using source = await testRepository({ bare: true });
  const files = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [`${index}`, `${index} `.repeat(index * 7)]),
  );
  await source.commit({ ...files, large: 'x'.repeat(100_001) });
  const ids = new Map(
    (await source.git('ls-tree', 'main'))
      .split('\n')
      .map((line) => [line.split('\t')[1] ?? '', line.split(' ')[2]?.slice(0, 40) ?? '']),
  );
  await using reader = openReader(source);
  const asked = [...Object.keys(files), 'large', 'missing'];
  const answers = await Promise.all(asked.map((name) => reader.read(ids.get(name) ?? 'f'.repeat(40))));
  for (const [index, name] of Object.keys(files).entries()) {
    expect(answers[index]).toMatchObject({ found: true, type: 'blob', id: ids.get(name) });
    expect(answers[index]?.found && answers[index].content?.toString()).toBe(files[name]);
  }
  expect(answers[300]).toMatchObject({ found: true, size: 100_001, content: undefined });
  expect(answers[301]).toEqual({ found: false });
});

test('objects added after the start of the process, and refs that moved, are found', async () => {
  await using source = await testRepository({ bare: true });
  await using reader = openReader(source);
  expect(await reader.read('refs/heads/main')).toEqual({ found: false });
  const first = await source.commit({ a: '1' });
  expect(await reader.read('refs/heads/main')).toMatchObject({ id: first, type: 'commit' });
  const second = await source.commit({ a: '2' });
  expect(await reader.read('refs/heads/main')).toMatchObject({ id: second });
  await source.git('gc', '--quiet');
  const third = await source.commit({ a: '3' });
  expect(await reader.read(first)).toMatchObject({ found: true });
  expect(await reader.read('refs/heads/main')).toMatchObject({ id: third });
});

test('a process that dies is replaced, and its callers get their answers', async () => {
  await using source = await testRepository({ bare: true });
  const commit = await source.commit({ a: '1' });
  await using reader = openReader(source);
  for (let round = 0; round < 3; round += 1) {
    await reader.read(commit);
    const [pid = 0] = await readersOf(source);
    const pending = Array.from({ length: 50 }, () => reader.read(commit));
    process.kill(pid, 'SIGKILL');
    const answers = await Promise.all([...pending, reader.read(commit)]);
    expect(answers.every(({ found }) => found)).toBe(true);
  }
});

test('an idle reader ends its process, and starts another for the next read', async () => {
  await using source = await testRepository({ bare: true });
  const commit = await source.commit({ a: '1' });
  await using reader = openReader(source, 20);
  await reader.read(commit);
  while ((await readersOf(source)).length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(await reader.read(commit)).toMatchObject({ found: true });
  await reader.close();
  expect(await readersOf(source)).toEqual([]);
});

test('reading from a missing repository fails, and does not wait', async () => {
  const git = openGit(process.env);
  const reader = openObjectReader({ git, gitDirectory: '/nonexistent', maximumBytes: 1, idleMilliseconds: 1000 });
  await expect(reader.read('HEAD')).rejects.toThrow('git cat-file exited');
});
