import { execFile, spawn } from 'node:child_process';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { separationObstacle } from '../src/machines/namespaces.ts';
import { readOptions } from '../src/options.ts';
import { formatViolation } from '../src/report.ts';
import { runChaos } from '../src/rig.ts';

/** Two machines with their own disks, where the system lets them be separated. */
const machines = (await separationObstacle(tmpdir())) === undefined ? 2 : 1;

test(
  `jobs survive eight kills and one of each other fault, on ${machines} machines`,
  { timeout: 600_000 },
  async () => {
    const workers = machines === 2 ? '2' : '3';
    const words = [
      '--kills',
      '8',
      '--seed',
      '2',
      '--minutes',
      '5',
      '--machines',
      String(machines),
      '--workers',
      workers,
    ];
    const outcome = await run(...words);
    const violations = outcome.violations.map((violation) => formatViolation(violation, outcome)).join('\n');
    expect(violations).toBe('');
    expect(outcome.kills).toBeGreaterThanOrEqual(8);
    expect(outcome.rows.length).toBeGreaterThan(0);
    expect(outcome.rounds).toBeGreaterThan(0);
    expect(outcome.faults.has('lose-machine')).toBe(machines === 2);
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
  // Other tests need the processors too.
  const width = 4;
  return await runChaos({ ...read.options, ...quiet, width, folder, environment: process.env, now: () => Date.now() });
}

test('an interrupted run leaves no process behind', { timeout: 300_000 }, async () => {
  const program = fileURLToPath(new URL('../src/chaos.ts', import.meta.url));
  const child = spawn(process.execPath, [program, '--kills', '1000', '--seed', '3'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const chunk of child.stdout) {
    output += String(chunk);
    if (output.includes('1 of 1000 killed') && !child.killed) child.kill('SIGINT');
  }
  const folder = /logs in (\S+)/.exec(output)?.[1] ?? 'unknown';
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  expect(output).toContain('Stopped by SIGINT');
  const { stdout } = await promisify(execFile)('ps', ['-e', '-o', 'args']);
  expect(stdout.split('\n').filter((line) => line.includes(folder))).toEqual([]);
});
