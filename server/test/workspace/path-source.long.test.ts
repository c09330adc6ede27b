import { chmod, lchown, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createKept } from '../../src/workspace/kept/kept.ts';
import { openPathRepository } from '../../src/workspace/path-repository.ts';
import type { Repository } from '../../src/workspace/repository.ts';
import { runGit, testFolder, testRepository, type TestRepository } from '../support/git-repository.ts';
import { author, headOf, sourceOf, testWorkspace } from '../support/workspace.ts';

const at = new Date('2026-03-01T12:00:00Z');

/** Creates a commit that changes one file, on top of a branch's head. */
async function edit(repository: Repository, parent: string, content: string): Promise<string> {
  const tree = await repository.openTree(parent);
  tree.write('a.md', Buffer.from(content));
  return repository.commit({ tree, parents: [parent], message: content, author, at });
}

async function withSource(bare: boolean, use: (source: TestRepository, repository: Repository) => Promise<void>) {
  await using source = await testRepository({ bare });
  await using rig = await testWorkspace();
  await source.commit({ 'a.md': 'A\n', 'docs/b.md': 'B\n' });
  await use(source, await rig.open(source.path));
}

/** Runs an action as an ordinary user: root may read everything, so for root it switches to nobody. */
async function asOrdinaryUser<T>(act: () => Promise<T>): Promise<T> {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    return await act();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

describe.each([
  ['with a working copy', false],
  ['that is bare', true],
])('a repository of this machine %s', (_, bare) => {
  test('is cloned, fetched and pushed to', () =>
    withSource(bare, async (source, repository) => {
      const head = await headOf(repository);
      expect(head).toBe(await source.git('rev-parse', 'main'));
      const later = await source.commit({ 'c.md': 'C\n' });
      expect(await repository.head('main')).toBe(head);
      await source.git('branch', 'gone', later);
      await repository.fetch();
      expect([await repository.head('main'), await repository.head('gone')]).toEqual([later, later]);
      await source.git('branch', '-D', 'gone');
      await repository.fetch();
      expect(await repository.head('gone')).toBeUndefined();

      const commit = await edit(repository, later, 'edited\n');
      await repository.push({ branch: 'copydesk/job_1', commit, expected: null });
      expect(await source.git('show', 'copydesk/job_1:a.md')).toBe('edited');
      expect(await repository.head('copydesk/job_1')).toBe(commit);
      const second = await edit(repository, commit, 'edited again\n');
      await repository.push({ branch: 'copydesk/job_1', commit: second, expected: commit });
      expect(await source.git('rev-parse', 'copydesk/job_1')).toBe(second);
      await source.git('fsck', '--strict');
    }));

  test('accepts a repeated push', () =>
    withSource(bare, async (source, repository) => {
      const commit = await edit(repository, await headOf(repository), 'x');
      await repository.push({ branch: 'b', commit, expected: null });
      await repository.push({ branch: 'b', commit, expected: null });
      expect(await source.git('rev-parse', 'b')).toBe(commit);
    }));

  test('keeps what others pushed', () =>
    withSource(bare, async (source, repository) => {
      const head = await headOf(repository);
      const commit = await edit(repository, head, 'ours');
      const theirs = await source.commit({ 'a.md': 'theirs' }, { branch: 'b' });
      const rejected = { code: 'push_rejected', message: expect.stringContaining('Nothing was overwritten') };
      await expect(repository.push({ branch: 'b', commit, expected: null })).rejects.toMatchObject(rejected);
      await expect(repository.push({ branch: 'b', commit, expected: head })).rejects.toMatchObject(rejected);
      await expect(repository.push({ branch: 'never', commit, expected: head })).rejects.toMatchObject(rejected);
      expect(await source.git('rev-parse', 'b')).toBe(theirs);
    }));

  test('runs no hook', () =>
    withSource(bare, async (source, repository) => {
      const marker = join(source.path, 'hook-ran');
      for (const name of [
        'pre-receive',
        'update',
        'post-receive',
        'post-update',
        'reference-transaction',
        'post-merge',
      ]) {
        const hook = join(source.gitDirectory, 'hooks', name);
        await writeFile(hook, `#!/bin/sh\necho ${name} >> '${marker}'\n`);
        await chmod(hook, 0o755);
      }
      const commit = await edit(repository, await headOf(repository), 'x');
      await repository.push({ branch: 'b', commit, expected: null });
      await repository.mergeInto({ base: 'main', head: commit, message: 'Merge', author, at });
      expect(await readdir(source.path)).not.toContain('hook-ran');
    }));
});

describe('a clone', () => {
  test('of loose objects, of packs, and of an unpacked repository with both, is complete', async () => {
    await using source = await testRepository();
    await using rig = await testWorkspace();
    await source.commit({ 'a.md': 'A\n' });
    await source.git('gc', '--quiet');
    await source.commit({ 'b.md': 'B\n' });
    await rig.open(source.path);
    const clone = join(rig.directory, 'src_1.git');
    await runGit(['-C', clone, 'fsck', '--strict']);
    expect(await runGit(['-C', clone, 'log', '--format=%H', '--all'])).toBe(
      await source.git('log', '--format=%H', '--all'),
    );
  });

  test('is not made of a repository that borrows objects or is shallow, which is fetched instead', async () => {
    await using origin = await testRepository();
    await using folder = await testFolder();
    await using rig = await testWorkspace();
    await origin.commit({ 'a.md': 'A\n' });
    const head = await origin.commit({ 'b.md': 'B\n' });
    const borrowing = join(folder.path, 'borrowing');
    const shallow = join(folder.path, 'shallow');
    await runGit(['clone', '--quiet', '--shared', origin.path, borrowing]);
    await runGit(['clone', '--quiet', '--depth=1', `file://${origin.path}`, shallow]);
    for (const [index, path] of [borrowing, shallow].entries()) {
      const repository = await rig.open(path, { id: `src_${index}` });
      expect(await repository.head('main')).toBe(head);
      const commit = await edit(repository, head, 'x');
      await repository.push({ branch: 'b', commit, expected: null });
      expect(await runGit(['-C', path, 'show', 'b:a.md'])).toBe('x');
      expect(await repository.isAncestor(head, commit)).toBe(true);
    }
  });

  test('that was left unfinished is created again', async () => {
    await using source = await testRepository();
    await using rig = await testWorkspace();
    await source.commit({ 'a.md': 'A\n' });
    await (await rig.open(source.path)).head('main');
    await rename(join(rig.directory, 'src_1.git'), join(rig.directory, 'src_1.git.making-killed'));
    await runGit(['init', '--quiet', '--bare', join(rig.directory, 'src_1.git')]);
    await rm(join(rig.directory, 'src_1.git', 'HEAD'));
    const repository = await rig.open(source.path);
    expect(await repository.head('main')).toBe(await source.git('rev-parse', 'main'));
    expect((await readdir(rig.directory)).sort()).toEqual(['src_1.git']);
  });

  test('is created once for callers at the same time', async () => {
    await using source = await testRepository();
    await using rig = await testWorkspace();
    await using other = await testWorkspace({ directory: rig.directory });
    await source.commit({ 'a.md': 'A\n' });
    const opened = await Promise.all([0, 1, 2, 3].map((index) => (index % 2 ? rig : other).open(source.path)));
    const heads = await Promise.all(opened.map((repository) => repository.head('main')));
    expect(new Set(heads).size).toBe(1);
    expect(heads[0]).toBeDefined();
  });

  test('keeps commits that its source has deleted', async () => {
    await using source = await testRepository();
    await using rig = await testWorkspace();
    const first = await source.commit({ 'a.md': 'A\n' });
    const repository = await rig.open(source.path);
    await source.git('checkout', '--quiet', '--orphan', 'other');
    await source.git('commit', '--quiet', '--message=anew', '--allow-empty');
    await source.git('branch', '--force', 'main', 'other');
    await source.git('reflog', 'expire', '--expire=now', '--all');
    await source.git('gc', '--quiet', '--prune=now');
    await repository.fetch();
    expect(await repository.head('main')).not.toBe(first);
    const tree = await repository.openTree(first);
    expect(Buffer.from(await tree.read('a.md')).toString()).toBe('A\n');
    // The target lacks the parent of this commit, although the clone believes that it has it.
    const commit = await edit(repository, first, 'x');
    await repository.push({ branch: 'old', commit, expected: null });
    await source.git('fsck', '--strict');
  });

  test('with packed leftovers serves reads after maintenance', async () => {
    await using source = await testRepository();
    await using rig = await testWorkspace();
    await source.commit({ 'a.md': 'A\n' });
    const repository = await rig.open(source.path);
    const tree = await repository.openTree(await headOf(repository));
    for (let index = 0; index < 60; index += 1) {
      for (let file = 0; file < 150; file += 1)
        tree.write(`${index}/${file}.md`, Buffer.from(`${index} ${file} ${file % 7}`));
    }
    const commit = await repository.commit({ tree, parents: [tree.baseCommit], message: 'x', author, at });
    const objects = join(rig.directory, 'src_1.git', 'objects');
    await runGit(['-C', join(rig.directory, 'src_1.git'), 'update-ref', 'refs/remotes/origin/kept', commit]);
    const [pack = ''] = await readdir(join(objects, 'pack'));
    await runGit(['-C', join(rig.directory, 'src_1.git'), 'fsck', '--strict']);
    expect(pack).toMatch(/^pack-/);
    await rig.workspace.maintain();
    expect(Buffer.from(await (await repository.openTree(commit)).read('3/4.md')).toString()).toBe('3 4 4');
  });
});

describe('a path without a usable repository', () => {
  test('is reported as having none', async () => {
    await using folder = await testFolder();
    await using rig = await testWorkspace();
    await writeFile(join(folder.path, 'file'), '');
    for (const path of [folder.path, join(folder.path, 'nothing'), join(folder.path, 'file')]) {
      await expect(rig.workspace.probe(sourceOf(path))).rejects.toMatchObject({ code: 'repository_not_found' });
      await expect(rig.open(path)).rejects.toMatchObject({ code: 'repository_not_found' });
    }
  });

  test('is reported if it may not be read', async () => {
    await using source = await testRepository();
    await source.commit({ 'a.md': 'A\n' });
    const complaint = { code: 'repository_not_found', message: expect.stringContaining('may not be read') };
    for (const closed of [source.gitDirectory, source.path]) {
      await chmod(closed, 0);
      try {
        await expect(asOrdinaryUser(() => openPathRepository(source.path))).rejects.toMatchObject(complaint);
      } finally {
        await chmod(closed, 0o755);
      }
    }
  });

  test('is reported if the repository is empty, or in the SHA-256 format', async () => {
    await using empty = await testRepository();
    await using folder = await testFolder();
    await using rig = await testWorkspace();
    await expect(rig.workspace.probe(sourceOf(empty.path))).rejects.toMatchObject({ code: 'repository_empty' });
    const sha256 = join(folder.path, 'sha256');
    await runGit(['init', '--quiet', '--object-format=sha256', sha256]);
    await runGit(['-C', sha256, 'commit', '--quiet', '--allow-empty', '--message=x']);
    const refused = { code: 'repository_invalid', message: expect.stringContaining('SHA-256') };
    await expect(rig.workspace.probe(sourceOf(sha256))).rejects.toMatchObject(refused);
    await expect(rig.open(sha256)).rejects.toMatchObject(refused);
  });
});

describe('a probe', () => {
  test('reports the branches and which one is the default', async () => {
    await using source = await testRepository();
    await using rig = await testWorkspace();
    const main = await source.commit({ 'a.md': 'A\n' });
    const other = await source.commit({ 'a.md': 'B\n' }, { branch: 'feature/ü' });
    const { defaultRef, refs } = await rig.workspace.probe(sourceOf(source.path));
    expect(defaultRef).toBe('main');
    expect(refs).toEqual(
      new Map([
        ['main', main],
        ['feature/ü', other],
      ]),
    );
    await source.git('checkout', '--quiet', '--detach');
    expect((await rig.workspace.probe(sourceOf(source.path))).defaultRef).toBeUndefined();
  });

  test('of a linked working copy reads the repository that it belongs to', async () => {
    await using source = await testRepository();
    await using folder = await testFolder();
    await using rig = await testWorkspace();
    const main = await source.commit({ 'a.md': 'A\n' });
    const linked = join(folder.path, 'linked');
    await source.git('worktree', 'add', '--quiet', '-b', 'side', linked);
    expect((await rig.workspace.probe(sourceOf(linked))).refs.get('main')).toBe(main);
    const repository = await rig.open(linked);
    const commit = await edit(repository, main, 'x');
    await expect(repository.push({ branch: 'side', commit, expected: main })).rejects.toMatchObject({
      code: 'push_rejected',
      message: expect.stringContaining('checked out'),
    });
    await repository.push({ branch: 'free', commit, expected: null });
    expect(await source.git('rev-parse', 'free')).toBe(commit);
  });
});

describe('a repository that Copydesk keeps', () => {
  test('is created once, empty and bare', async () => {
    await using folder = await testFolder();
    await using rig = await testWorkspace();
    const path = join(folder.path, 'deep', 'kept.git');
    await Promise.all([createKept(path, { initialBranch: 'trunk' }), createKept(path, { initialBranch: 'trunk' })]);
    await expect(rig.workspace.probe(sourceOf(path))).rejects.toMatchObject({ code: 'repository_empty' });
    const tree = await runGit(['-C', path, 'mktree']);
    const commit = await runGit(['-C', path, 'commit-tree', '-m', 'x', tree]);
    await runGit(['-C', path, 'update-ref', 'refs/heads/trunk', commit]);
    await createKept(path, { initialBranch: 'other' });
    expect((await rig.workspace.probe(sourceOf(path))).defaultRef).toBe('trunk');
    expect((await readdir(join(path, '..'))).sort()).toEqual(['kept.git']);
  });
});

// Only root can create files of another owner; as an ordinary user there is nothing to distinguish.
describe.runIf(process.getuid?.() === 0)('as root, a repository of another user', () => {
  test('can be read, pushed to and merged into, and all its files stay owned by that user', async () => {
    await using source = await testRepository();
    await using rig = await testWorkspace();
    await source.commit({ 'a.md': 'A\n' });
    await chownAll(source.path, 1234);
    expect((await rig.workspace.probe(sourceOf(source.path))).defaultRef).toBe('main');
    const repository = await rig.open(source.path);
    const commit = await edit(repository, await headOf(repository), 'x');
    await repository.push({ branch: 'b', commit, expected: null });
    const merge = await repository.mergeInto({ base: 'main', head: commit, message: 'Merge', author, at });
    expect(await source.git('rev-parse', 'main')).toBe(merge);
    const owners = await Promise.all((await listAll(source.path)).map(async (path) => (await stat(path)).uid));
    expect(new Set(owners)).toEqual(new Set([1234]));
  });
});

async function listAll(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return [folder, ...names.map((name) => join(folder, name))];
}

async function chownAll(folder: string, id: number): Promise<void> {
  for (const path of await listAll(folder)) await lchown(path, id, id);
}
