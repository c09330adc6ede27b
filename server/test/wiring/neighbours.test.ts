import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { neighboursOf } from '../../src/wiring/job/neighbours.ts';

const neighbours = neighboursOf(process);

test('a process sees itself, and none that has ended', async () => {
  expect(neighbours.isAlive(neighbours.self)).toBe(true);
  const child = spawn('sleep', ['60']);
  await once(child, 'spawn');
  const { pid = 0 } = child;
  expect(neighbours.isAlive({ id: pid, started: '' })).toBe(process.platform !== 'linux');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(neighbours.isAlive({ id: pid, started: '' })).toBe(false);
});

test.runIf(process.platform === 'linux')('another process that was given the same number is another', () => {
  const { id, started } = neighbours.self;
  expect(started).toMatch(/^\d+$/);
  expect(neighbours.isAlive({ id, started: String(Number(started) - 1) })).toBe(false);
});
