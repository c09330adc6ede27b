import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { neighboursOf } from '../../src/wiring/job/neighbours.ts';

const neighbours = neighboursOf(process);

test('a running process is alive, and one that has ended is not', async () => {
  expect(neighbours.isAlive(neighbours.self)).toBe(true);
  const child = spawn('sleep', ['60']);
  await once(child, 'spawn');
  const { pid = 0 } = child;
  expect(neighbours.isAlive({ id: pid, started: '' })).toBe(process.platform !== 'linux');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(neighbours.isAlive({ id: pid, started: '' })).toBe(false);
});

test.runIf(process.platform === 'linux')('a later process with the same number is not the same process', () => {
  const { id, started } = neighbours.self;
  expect(started).toMatch(/^\d+$/);
  expect(neighbours.isAlive({ id, started: String(Number(started) - 1) })).toBe(false);
});
