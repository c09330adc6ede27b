import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openGit, withSignal, type Git } from '../../../src/workspace/git/git.ts';
import { testFolder } from '../../support/git-repository.ts';

/** A git that records its start and its end, and is slow in between. */
async function withSlowGit(use: (git: Git, most: () => Promise<number>) => Promise<void>): Promise<void> {
  await using folder = await testFolder();
  const log = join(folder.path, 'log');
  await writeFile(join(folder.path, 'git'), `#!/bin/sh\necho + >> '${log}'\nsleep 0.1\necho - >> '${log}'\n`);
  await chmod(join(folder.path, 'git'), 0o755);
  await use(openGit({ PATH: `${folder.path}:${process.env.PATH}` }), async () => {
    let running = 0;
    const counts = (await readFile(log, 'utf8')).split('\n').map((line) => {
      running += line === '+' ? 1 : line === '-' ? -1 : 0;
      return running;
    });
    expect(running).toBe(0);
    return Math.max(...counts);
  });
}

test('only a few of many calls run at once', () =>
  withSlowGit(async (git, most) => {
    await Promise.all(Array.from({ length: 30 }, () => git.run(['--version'])));
    expect(await most()).toBeLessThanOrEqual(8);
  }));

test('work that starts processes itself waits for a place as well', () =>
  withSlowGit(async (git, most) => {
    const started = Array.from({ length: 20 }, () => git.inTurn('local', () => git.start(['--version']).exit));
    const run = Array.from({ length: 20 }, () => git.run(['--version']));
    await Promise.all([...started, ...run]);
    expect(await most()).toBeLessThanOrEqual(8);
  }));

test('calls to a remote source have separate places', () =>
  withSlowGit(async (git, most) => {
    const remote = Array.from({ length: 40 }, () => git.run(['--version'], { protocols: ['https'] }));
    const local = Array.from({ length: 12 }, () => git.run(['--version']));
    await Promise.all([...remote, ...local]);
    expect(await most()).toBeLessThanOrEqual(40);
  }));

test('a waiting call ends with its signal', () =>
  withSlowGit(async (git) => {
    const abort = new AbortController();
    const running = Array.from({ length: 8 }, () => git.run(['--version']));
    const waiting = withSignal(git, abort.signal).run(['--version']);
    abort.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await Promise.all(running);
  }));

test('closing ends the running processes', async () => {
  await using folder = await testFolder();
  const pids = join(folder.path, 'pids');
  await writeFile(join(folder.path, 'git'), `#!/bin/sh\necho $$ >> '${pids}'\nsleep 600\n`);
  await chmod(join(folder.path, 'git'), 0o755);
  const git = openGit({ PATH: `${folder.path}:${process.env.PATH}` });
  const calls = [git.run(['fetch'], { protocols: ['https'] }), git.run(['cat-file'])];
  const begun = async () =>
    (await readFile(pids, 'utf8').catch(() => '')).trim().split('\n').filter(Boolean).map(Number);
  const failed = Promise.allSettled(calls);
  await expect.poll(begun).toHaveLength(2);
  await git.close();
  for (const { status } of await failed) expect(status).toBe('rejected');
  for (const pid of await begun()) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
