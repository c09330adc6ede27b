import { chmod, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Repository } from '../../src/workspace/repository.ts';
import { startGitHost } from '../support/git-host.ts';
import { runGit, runGitForBytes, testFolder, testRepository, type TestRepository } from '../support/git-repository.ts';
import { author, headOf, testWorkspace } from '../support/workspace.ts';

const at = new Date('2026-03-01T12:00:00Z');

/** Prepares every known way to make git run something, each of which leaves a file in `marker`. */
async function arm(source: TestRepository, marker: string): Promise<void> {
  const trap = join(source.gitDirectory, 'trap');
  await writeFile(trap, `#!/bin/sh\necho "$0 $*" >> '${marker}/ran'\ncat\n`);
  await chmod(trap, 0o755);
  const hooks = [
    'post-checkout',
    'post-merge',
    'pre-receive',
    'update',
    'post-update',
    'reference-transaction',
    'post-index-change',
  ];
  for (const hook of hooks) await symlink(trap, join(source.gitDirectory, 'hooks', hook));
  const settings = {
    'core.hooksPath': join(source.gitDirectory, 'hooks'),
    'core.fsmonitor': trap,
    'core.sshCommand': trap,
    'core.pager': trap,
    'core.editor': trap,
    'core.askPass': trap,
    'core.gitProxy': trap,
    'core.alternateRefsCommand': trap,
    'core.attributesFile': join(source.gitDirectory, 'evil-attributes'),
    'credential.helper': trap,
    'uploadpack.packObjectsHook': trap,
    'diff.external': trap,
    'diff.evil.command': trap,
    'diff.evil.textconv': trap,
    'filter.evil.clean': trap,
    'filter.evil.smudge': trap,
    'filter.evil.process': trap,
    'filter.evil.required': 'true',
    'merge.evil.driver': trap,
    'gpg.program': trap,
    'log.showSignature': 'true',
    'merge.verifySignatures': 'true',
    'interactive.diffFilter': trap,
    'sequence.editor': trap,
    'alias.cat-file': `!${trap}`,
    'alias.for-each-ref': `!${trap}`,
    'include.path': join(source.gitDirectory, 'evil-config'),
  };
  for (const [name, value] of Object.entries(settings)) await source.git('config', name, value);
  await writeFile(
    join(source.gitDirectory, 'evil-config'),
    `[core]\n\tfsmonitor = ${trap}\n\thooksPath = ${source.gitDirectory}/hooks\n`,
  );
  await writeFile(join(source.gitDirectory, 'evil-attributes'), '* filter=evil diff=evil merge=evil\n');
  await mkdir(join(source.gitDirectory, 'info'), { recursive: true });
  await writeFile(join(source.gitDirectory, 'info', 'attributes'), '* filter=evil diff=evil merge=evil\n');
}

/** Does everything that a job does with a repository. */
async function work(repository: Repository): Promise<void> {
  await repository.fetch();
  const head = await headOf(repository);
  const tree = await repository.openTree(head);
  for (const { path, kind } of tree.entries()) if (kind === 'file') await tree.read(path);
  tree.write('docs/index.md', Buffer.from('edited\n'));
  await tree.search({ pattern: 'edited', syntax: 'regex', ignoreCase: false, limit: 10 });
  const commit = await repository.commit({ tree, parents: [head], message: 'x', author, at });
  await repository.push({ branch: 'copydesk/job', commit, expected: null });
  await repository.diff(head, commit);
  await repository.commits(head, commit);
  await repository.mergeInto({ base: 'main', head: commit, message: 'Merge', author, at });
  await repository.fetch();
}

describe('a repository that wants to run something', () => {
  test.each(['path', 'url'])('runs nothing: as a %s source', async (kind) => {
    await using marker = await testFolder();
    await chmod(marker.path, 0o777);
    await using source = await testRepository();
    await source.commit({
      '.gitattributes': '* filter=evil diff=evil merge=evil\n',
      'docs/index.md': 'index\n',
      link: { mode: '120000', content: '/etc/passwd' },
      '--upload-pack=touch': { mode: '160000', content: '1'.repeat(40) },
      '.gitmodules': '[submodule "m"]\n\tpath = m\n\turl = https://example.org/m\n\tupdate = none\n',
    });
    if (kind === 'url') await source.git('checkout', '--quiet', '--detach');
    await arm(source, marker.path);
    await using host = await startGitHost({ evil: source.path });
    await using rig = await testWorkspace();
    await work(await rig.open(kind === 'url' ? host.url('evil') : source.path));
    expect(await readdir(marker.path)).toEqual([]);
    // The traps work: an unguarded git triggers one at once.
    await source.git('status').catch(() => 'failed');
    expect(await readdir(marker.path)).toEqual(['ran']);
  });
});

/** Writes an invalid tree object, which git itself would never write; returns its id. */
async function writeTree(source: TestRepository, lines: { mode: string; name: string; id: string }[]): Promise<string> {
  const bytes = Buffer.concat(
    lines.map(({ mode, name, id }) => Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')])),
  );
  const write = ['-C', source.path, 'hash-object', '-w', '-t', 'tree', '--stdin', '--literally'];
  return (await runGitForBytes(write, bytes)).toString().trim();
}

function tenOf(mode: string, id: string) {
  return Array.from('abcdefghij', (name) => ({ mode, name, id }));
}

describe('a tree with paths that lead outside', () => {
  test('is listed without these paths, and a commit on top of it is refused', async () => {
    await using source = await testRepository({ bare: true });
    await using rig = await testWorkspace();
    const blob = (await runGitForBytes(['-C', source.path, 'hash-object', '-w', '--stdin'], 'evil')).toString().trim();
    const inner = await writeTree(source, [{ mode: '100644', name: 'x', id: blob }]);
    const root = await writeTree(source, [
      { mode: '40000', name: '..', id: inner },
      { mode: '40000', name: '.GIT', id: inner },
      { mode: '100644', name: 'a/../../b', id: blob },
      { mode: '40000', name: 'docs', id: inner },
      { mode: '40000', name: 'git~1', id: inner },
    ]);
    const commit = await source.git('commit-tree', '-m', 'x', root);
    await source.git('update-ref', 'refs/heads/main', commit);
    const repository = await rig.open(source.path);
    const tree = await repository.openTree(commit);
    expect(tree.id()).toBe(root);
    expect(tree.entries().map(({ path }) => path)).toEqual(['docs/x']);
    for (const path of ['../x', '.GIT/x', 'git~1/x', 'a/../../b', '.git/x']) {
      expect(tree.entry(path)).toBeUndefined();
      await expect(tree.read(path)).rejects.toMatchObject({ code: 'path_refused' });
      expect(await repository.fileAt(commit, path)).toBeUndefined();
    }
    tree.write('docs/x', Buffer.from('fine'));
    await expect(repository.commit({ tree, parents: [commit], message: 'x', author, at })).rejects.toMatchObject({
      code: 'path_refused',
    });
  });

  test('behind a URL is not fetched', async () => {
    await using source = await testRepository({ bare: true });
    await using host = await startGitHost({ evil: source.path });
    await using rig = await testWorkspace();
    const blob = (await runGitForBytes(['-C', source.path, 'hash-object', '-w', '--stdin'], 'evil')).toString().trim();
    const root = await writeTree(source, [{ mode: '100644', name: '..', id: blob }]);
    await source.git('update-ref', 'refs/heads/main', await source.git('commit-tree', '-m', 'x', root));
    await expect(rig.open(host.url('evil'))).rejects.toMatchObject({ code: 'repository_invalid' });
  });

  test('of a few kilobytes that expands to billions of files is refused quickly', async () => {
    await using source = await testRepository({ bare: true });
    await using rig = await testWorkspace();
    const blob = (await runGitForBytes(['-C', source.path, 'hash-object', '-w', '--stdin'], 'bomb')).toString().trim();
    let id = await writeTree(source, tenOf('100644', blob));
    for (let level = 0; level < 10; level += 1) id = await writeTree(source, tenOf('40000', id));
    await source.git('update-ref', 'refs/heads/main', await source.git('commit-tree', '-m', 'x', id));
    const repository = await rig.open(source.path);
    const tree = await repository.openTree(await headOf(repository));
    expect(() => tree.entries()).toThrow('more than 1,000,000 files');
  });
});

test('symlinks are listed, and never followed', async () => {
  await using source = await testRepository();
  await using rig = await testWorkspace();
  const commit = await source.commit({
    passwd: { mode: '120000', content: '/etc/passwd' },
    up: { mode: '120000', content: '..' },
    module: { mode: '160000', content: '1'.repeat(40) },
    'a.md': 'A\n',
  });
  const repository = await rig.open(source.path);
  const tree = await repository.openTree(commit);
  expect(tree.entries().map(({ path, kind }) => `${path} ${kind}`)).toEqual([
    'a.md file',
    'module submodule',
    'passwd symlink',
    'up symlink',
  ]);
  await expect(tree.read('passwd')).rejects.toMatchObject({ code: 'path_refused' });
  await expect(tree.read('up/a.md')).rejects.toMatchObject({ code: 'path_refused' });
  expect(() => tree.write('up/a.md', Buffer.from('x'))).toThrow('up is a symlink');
  expect(await repository.fileAt(commit, 'passwd')).toBeUndefined();
  tree.write('a.md', Buffer.from('B\n'));
  const edited = await repository.commit({ tree, parents: [commit], message: 'x', author, at });
  await repository.push({ branch: 'b', commit: edited, expected: null });
  expect(await source.git('diff', '--name-only', commit, edited)).toBe('a.md');
});

test('a file over the limit is refused with its size, and the next is read', async () => {
  await using source = await testRepository();
  await using rig = await testWorkspace();
  const commit = await source.commit({
    'large.bin': Buffer.alloc(5 * 1024 * 1024 + 1),
    'a.md': 'A\n',
    'full.bin': Buffer.alloc(5 * 1024 * 1024),
  });
  const repository = await rig.open(source.path);
  const tree = await repository.openTree(commit);
  const [large, small, full] = await Promise.allSettled(
    ['large.bin', 'a.md', 'full.bin'].map((path) => tree.read(path)),
  );
  expect(large).toMatchObject({ status: 'rejected', reason: { code: 'file_refused' } });
  expect(small).toMatchObject({ status: 'fulfilled' });
  expect(full).toMatchObject({ status: 'fulfilled', value: { length: 5 * 1024 * 1024 } });
  expect(await repository.fileAt(commit, 'large.bin')).toBeUndefined();
});

test('a replace ref of an object is ignored', async () => {
  await using source = await testRepository();
  await using rig = await testWorkspace();
  const commit = await source.commit({ 'a.md': 'true\n' });
  const other = await source.commit({ 'a.md': 'false\n' }, { branch: 'other' });
  await source.git('replace', commit, other);
  const repository = await rig.open(source.path);
  const content = await repository.fileAt(commit, 'a.md');
  expect(Buffer.from(content ?? '').toString()).toBe('true\n');
  expect(await runGit(['-C', source.path, 'show', `${commit}:a.md`])).toBe('false');
});
