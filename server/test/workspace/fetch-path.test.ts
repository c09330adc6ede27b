import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder, testRepository, type TestRepository } from '../support/git-repository.ts';
import { testWorkspace, type TestWorkspace } from '../support/workspace.ts';

interface Counted {
  source: TestRepository;
  rig: TestWorkspace;
  /** Returns the git commands that were run since its last call. */
  commands: () => Promise<string[]>;
}

/** A workspace whose git records its commands, and a repository with a branch for it. */
async function withCountedGit(use: (counted: Counted) => Promise<void>): Promise<void> {
  await using folder = await testFolder();
  const log = join(folder.path, 'log');
  const names = 'for-each-ref|fetch|update-ref|cat-file';
  const script = `#!/bin/sh\nfor word; do case "$word" in ${names}) echo "$word" >> '${log}';; esac; done\n`;
  await writeFile(join(folder.path, 'git'), `${script}PATH='${process.env.PATH}' exec git "$@"\n`);
  await chmod(join(folder.path, 'git'), 0o755);
  await using source = await testRepository({ bare: true });
  await using rig = await testWorkspace({ environment: { PATH: `${folder.path}:${process.env.PATH}` } });
  await source.commit({ 'a.md': 'A\n' });
  const commands = async (): Promise<string[]> => {
    const text = await readFile(log, 'utf8').catch(() => '');
    await rm(log, { force: true });
    return text.split('\n').filter((line) => line !== '');
  };
  await use({ source, rig, commands });
}

test('a repository of this machine is fetched by git only when it has something new', () =>
  withCountedGit(async ({ source, rig, commands }) => {
    const repository = await rig.open(source.path);
    await source.git('branch', 'other');
    await repository.fetch();
    expect(await commands()).toContain('fetch');

    await repository.fetch();
    await source.git('pack-refs', '--all');
    await repository.fetch();
    expect(await commands()).toEqual([]);

    const later = await source.commit({ 'b.md': 'B\n' });
    await repository.fetch();
    expect(await commands()).toContain('fetch');
    expect(await repository.head('main')).toBe(later);

    await source.git('branch', '-D', 'other');
    await repository.fetch();
    expect(await commands()).toContain('fetch');
    expect(await repository.head('other')).toBeUndefined();
  }));

test('a pushed commit is not fetched back', () =>
  withCountedGit(async ({ source, rig, commands }) => {
    const repository = await rig.open(source.path);
    const head = await source.git('rev-parse', 'main');
    await repository.push({ branch: 'copydesk/job_1', commit: head, expected: null });
    await commands();
    await repository.fetch();
    expect(await commands()).toEqual([]);
  }));

test('many parallel fetches run one fetch', () =>
  withCountedGit(async ({ source, rig, commands }) => {
    const repository = await rig.open(source.path);
    await commands();
    const later = await source.commit({ 'b.md': 'B\n' });
    await Promise.all(Array.from({ length: 20 }, () => repository.fetch()));
    expect((await commands()).filter((name) => name === 'fetch')).toHaveLength(1);
    expect(await repository.head('main')).toBe(later);
  }));

test('git lists branches that only it can read', () =>
  withCountedGit(async ({ source, rig, commands }) => {
    await source.git('symbolic-ref', 'refs/heads/alias', 'refs/heads/main');
    const repository = await rig.open(source.path);
    await commands();
    await repository.fetch();
    expect(await commands()).toEqual(['for-each-ref']);
    const later = await source.commit({ 'b.md': 'B\n' });
    await repository.fetch();
    expect([await repository.head('alias'), await repository.head('main')]).toEqual([later, later]);
  }));
