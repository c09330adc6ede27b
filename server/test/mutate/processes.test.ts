import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { endAll, endThoseOf } from '../../../scripts/mutate/run/processes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Starts another process, as a group of its own, prints its id, and waits. */
const parent = `
  const child = require('node:child_process').spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
  console.log(child.pid);
  setInterval(() => {}, 1000);
`;

async function expectEnd(id: number): Promise<void> {
  await expect.poll(() => isRunning(id)).toBe(false);
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}

async function startParent(): Promise<{ child: ChildProcess; grandchild: number }> {
  const child = spawn(process.execPath, ['-e', parent], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const [output] = await once(child.stdout, 'data');
  return { child, grandchild: Number(String(output)) };
}

test.runIf(process.platform === 'linux')('everything that a process started ends with it', async () => {
  const { child, grandchild } = await startParent();
  const ended = once(child, 'exit');
  endAll(child.pid ?? 0);
  await ended;
  await expectEnd(grandchild);
});

test.runIf(process.platform === 'linux')('what runs in a folder or names it ends, and nothing else', async () => {
  await using folder = await temporaryFolder();
  const inFolder = spawn('sleep', ['600'], { cwd: folder.path });
  const named = spawn('sleep', ['600'], { env: { PLACE: `${folder.path}/a` } });
  const other = spawn('sleep', ['600']);
  await Promise.all([inFolder, named, other].map(async (child) => await once(child, 'spawn')));
  const ended = Promise.all([inFolder, named].map(async (child) => await once(child, 'exit')));
  endThoseOf([folder.path]);
  await ended;
  expect(isRunning(other.pid ?? 0)).toBe(true);
  other.kill();
  await once(other, 'exit');
});
