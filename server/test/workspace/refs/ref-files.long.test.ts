import { execFile } from 'node:child_process';
import { mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRefFiles, type KnownRefs } from '../../../src/workspace/refs/ref-files.ts';
import { testFolder, testRepository, type TestRepository } from '../../support/git-repository.ts';

const under = 'refs/heads/';

/** Returns what git lists. */
async function listed({ git }: TestRepository): Promise<Map<string, string>> {
  const lines = (await git('for-each-ref', '--format=%(objectname) %(refname)', under)).split('\n');
  return new Map(
    lines.flatMap((line): [string, string][] =>
      line === '' ? [] : [[line.slice(41 + under.length), line.slice(0, 40)]],
    ),
  );
}

const readOf = ({ gitDirectory }: TestRepository) => readRefFiles({ gitDirectory, under });

/** A repository with two commits and an annotated tag, for creating branches. */
async function withCommits(use: (source: TestRepository, commits: string[]) => Promise<void>): Promise<void> {
  await using source = await testRepository({ bare: true });
  const first = await source.commit({ 'a.md': 'A\n' });
  const second = await source.commit({ 'a.md': 'B\n' });
  await source.git('tag', '--annotate', '--message=x', 'v1');
  await use(source, [first, second]);
}

describe('branches read from files', () => {
  test('are those that git lists, after any changes', async () => {
    const name = fc.constantFrom(
      'a',
      'b/c',
      'b/d/e',
      'feature/ü',
      'Ä',
      '日本/本',
      'x.y',
      'x-',
      '{a}',
      'a@b',
      "o'c",
      '%2f',
      '-e',
    );
    const act = fc.oneof(
      fc.record({ kind: fc.constant('move' as const), name, commit: fc.nat(1) }),
      fc.record({ kind: fc.constantFrom('delete' as const, 'rename' as const), name }),
      fc.record({ kind: fc.constantFrom('pack' as const, 'tag' as const, 'gc' as const), name }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 12 }), (acts) =>
        withCommits(async (source, commits) => {
          for (const [index, step] of acts.entries()) {
            // git refuses what is impossible, such as a branch below another one.
            await carryOut(source, step, commits, index).catch(() => undefined);
            const git = await listed(source);
            const here = await readOf(source);
            expect(here ?? (git.has('-e') ? git : 'git was asked')).toEqual(git);
          }
        }),
      ),
      { numRuns: 15 },
    );
  });

  test('are never missing, and never outdated, while other processes pack and move them', () =>
    withCommits(async (source) => {
      const { git } = source;
      const tree = await git('rev-parse', 'main^{tree}');
      const commits = await Promise.all(
        Array.from({ length: 40 }, (_, index) => git('commit-tree', '-m', String(index), tree)),
      );
      const progress = { written: -1, done: false };
      const writing = (async () => {
        for (const [index, commit] of commits.entries()) {
          await git('update-ref', 'refs/heads/steady', commit);
          progress.written = index;
          await git('update-ref', `refs/heads/passing/${index}`, commit);
          await git('pack-refs', '--all', '--prune');
          if (index > 0) await git('update-ref', '-d', `refs/heads/passing/${index - 1}`);
        }
        progress.done = true;
      })();
      let seen = 0;
      while (!progress.done) {
        const atLeast = progress.written;
        const refs = await readOf(source);
        if (refs === undefined || atLeast < 0) continue;
        seen += 1;
        expect(commits.indexOf(refs.get('steady') ?? '')).toBeGreaterThanOrEqual(atLeast);
        expect(refs.has('main')).toBe(true);
        expect(refs.has(`passing/${atLeast - 2}`)).toBe(false);
      }
      await writing;
      expect(seen).toBeGreaterThan(0);
      expect(await readOf(source)).toEqual(await listed(source));
    }));

  test('are checked again when they are known, and are updated if they changed', () =>
    withCommits(async (source, [first = '', second = '']) => {
      const { git, gitDirectory } = source;
      for (const name of ['a', 'b/c', 'b/d', 'gone', 'packed']) await git('branch', name, first);
      const known: KnownRefs = new Map();
      const read = () => readRefFiles({ gitDirectory, under, known });
      const path = (name: string) => join(gitDirectory, under, name);
      for (const name of ['a', 'b/c', 'b/d', 'gone', 'main']) await age(path(name));
      // Written just now, or later: it may be written again within the same tick of the clock.
      await age(path('packed'), new Date('2100-01-01T00:00:00Z'));
      // Nobody can set back the time at which a file's metadata changed, so the test waits.
      await setTimeout(3_000);
      expect(await read()).toEqual(await listed(source));
      expect([...known.keys()].sort()).toEqual(['a', 'b/c', 'b/d', 'gone', 'main']);
      expect(await read()).toEqual(await listed(source));

      await git('update-ref', 'refs/heads/a', second);
      await writeFile(path('b/c'), `${second}\n`);
      await age(path('b/c'));
      await git('update-ref', '-d', 'refs/heads/gone');
      expect(await read()).toEqual(await listed(source));
      expect((await read())?.get('b/c')).toBe(second);
      expect(known.has('gone')).toBe(false);
      await git('pack-refs', '--all');
      expect(await read()).toEqual(await listed(source));
      expect(known.size).toBe(0);
    }));

  test('of a linked working copy are those of its repository', () =>
    withCommits(async (source) => {
      await using folder = await testFolder();
      await source.git('worktree', 'add', '--quiet', '-b', 'side', join(folder.path, 'linked'));
      expect(await readOf(source)).toEqual(await listed(source));
      expect(await readOf(source)).toHaveProperty('size', 2);
    }));

  test('are none in a new repository', async () => {
    await using source = await testRepository();
    expect(await readOf(source)).toEqual(new Map());
  });

  test('do not contain files that are being written', () =>
    withCommits(async (source) => {
      await writeFile(join(source.gitDirectory, under, 'main.lock'), '');
      await writeFile(join(source.gitDirectory, under, '.hidden'), '');
      expect(await readOf(source)).toEqual(await listed(source));
    }));
});

describe('git is asked about', () => {
  const oddities: [string, (source: TestRepository, at: (...parts: string[]) => string) => Promise<unknown>][] = [
    ['a symbolic branch', ({ git }) => git('symbolic-ref', 'refs/heads/alias', 'refs/heads/main')],
    ['a link to a branch', (_, at) => symlink('main', at(under, 'linked'))],
    ['a link to a folder', (_, at) => symlink('/etc', at(under, 'linked'))],
    [
      'refs that are linked from elsewhere',
      async (_, at) => {
        await rename(at('refs'), at('elsewhere'));
        await symlink('elsewhere', at('refs'));
      },
    ],
    ['a pipe', (_, at) => makePipe(at(under, 'pipe'))],
    ['an empty file', (_, at) => writeFile(at(under, 'empty'), '')],
    ['a file that is no ref', (_, at) => writeFile(at(under, 'odd'), 'x'.repeat(1000))],
    ['a ref to nothing', (_, at) => writeFile(at(under, 'nothing'), `${'0'.repeat(40)}\n`)],
    ['a name that git refuses', (_, at) => writeFile(at(under, 'a..b'), `${'1'.repeat(40)}\n`)],
    ['a name that is no UTF-8', (_, at) => writeFile(Buffer.from(`${at(under)}\xff`, 'latin1'), `${'1'.repeat(40)}\n`)],
    ['packed refs that were cut off', (_, at) => writeFile(at('packed-refs'), `${'1'.repeat(40)} refs/heads/cut`)],
    ['packed refs that are none', (_, at) => writeFile(at('packed-refs'), 'ref: refs/heads/main\n')],
    ['packed refs with a name that git refuses', (_, at) => writeFile(at('packed-refs'), packed('a..b'))],
    ['packed refs that name one twice', (_, at) => writeFile(at('packed-refs'), packed('a') + packed('a'))],
    ['packed refs beyond reason', (_, at) => writeFile(at('packed-refs'), Buffer.alloc(9 * 1024 * 1024, '\n'))],
    ['a folder for packed refs', (_, at) => mkdir(at('packed-refs'))],
    ['an extended format', ({ git }) => git('config', 'extensions.refStorage', 'reftable')],
    ['a format to come', ({ git }) => git('config', 'core.repositoryFormatVersion', '2')],
    ['a repository without settings', (_, at) => rm(at('config'))],
    ['more than a thousand loose branches', ({ git }) => manyBranches(git)],
  ];

  test.each(oddities)('%s', (_, make) =>
    withCommits(async (source) => {
      expect(await readOf(source)).toBeDefined();
      await make(source, (...parts) => join(source.gitDirectory, ...parts));
      expect(await readOf(source)).toBeUndefined();
    }),
  );
});

/** Sets the modification time of a file. */
async function age(path: string, to = new Date('2026-01-01T00:00:00Z')): Promise<void> {
  await utimes(path, to, to);
}

const packed = (branch: string): string => `${'1'.repeat(40)} refs/heads/${branch}\n`;

async function makePipe(path: string): Promise<void> {
  await promisify(execFile)('mkfifo', [path]);
}

async function manyBranches(git: TestRepository['git']): Promise<void> {
  const head = await git('rev-parse', 'main');
  const names = Array.from({ length: 1001 }, (_, index) => `many/${index}`);
  for (let from = 0; from < names.length; from += 200) {
    const some = names.slice(from, from + 200);
    await git('fetch', '--quiet', '.', ...some.map((name) => `${head}:refs/heads/${name}`));
  }
}

async function carryOut(
  { git }: TestRepository,
  step: { kind: 'move' | 'delete' | 'rename' | 'pack' | 'tag' | 'gc'; name: string; commit?: number },
  commits: string[],
  index: number,
): Promise<unknown> {
  const ref = `refs/heads/${step.name}`;
  switch (step.kind) {
    case 'move':
      return await git('update-ref', ref, commits[step.commit ?? 0] ?? '');
    case 'delete':
      return await git('update-ref', '-d', ref);
    case 'rename':
      return await git('branch', '--move', '--', step.name, `renamed/${index}`);
    case 'pack':
      return await git('pack-refs', '--all');
    case 'tag':
      return await git('tag', '--annotate', '--message=x', `t${index}`, 'main');
    case 'gc':
      return await git('gc', '--quiet');
  }
}
