import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { whyNotApart } from '../src/machines/namespaces.ts';
import { readOptions } from '../src/options.ts';
import { formatViolation } from '../src/report.ts';
import { runChaos } from '../src/rig.ts';

test('jobs survive eight kills and one of each other fault', { timeout: 400_000 }, async () => {
  const outcome = await run('--kills', '8', '--seed', '1', '--minutes', '3');
  const told = outcome.violations.map((violation) => formatViolation(violation, outcome)).join('\n');
  expect(told).toBe('');
  expect(outcome.kills).toBeGreaterThanOrEqual(8);
  expect(outcome.rows.length).toBeGreaterThan(0);
  expect(outcome.rounds).toBeGreaterThan(0);
});

test.skipIf((await whyNotApart(tmpdir())) !== undefined)(
  'they survive as much on two machines with disks of their own, and what is done to whole machines',
  { timeout: 600_000 },
  async () => {
    const outcome = await run('--kills', '8', '--seed', '2', '--minutes', '5', '--machines', '2', '--workers', '2');
    const told = outcome.violations.map((violation) => formatViolation(violation, outcome)).join('\n');
    expect(told).toBe('');
    expect(outcome.kills).toBeGreaterThanOrEqual(8);
    expect([...outcome.faults.keys()]).toEqual(expect.arrayContaining(['lose-machine']));
  },
);

async function run(...words: string[]) {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'copydesk-chaos-')));
  // PostgreSQL does not run as root but as another user, who must be able to enter the folder.
  await chmod(folder, 0o711);
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const read = readOptions(words, 1);
  if ('text' in read) throw new Error(read.text);
  const quiet = { onViolation: () => {}, onProgress: () => {} };
  return await runChaos({ ...read.options, ...quiet, folder, environment: process.env, now: () => Date.now() });
}
