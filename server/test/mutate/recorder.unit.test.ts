import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openRecorder, runningKey } from '../../../scripts/mutate/vitest/recorder.ts';
import type { RunningTest } from '../../../scripts/mutate/vitest/recorder.ts';

let folder = '';
/** When these tests are themselves recorded. */
const outer: unknown = Reflect.get(globalThis, runningKey);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'copydesk-recorder-'));
  for (const name of ['running', 'reached']) mkdirSync(path.join(folder, name));
});

afterEach(() => {
  Reflect.set(globalThis, runningKey, outer);
  rmSync(folder, { recursive: true });
});

const isRunning = (running: RunningTest | undefined) => Reflect.set(globalThis, runningKey, running);
const records = (): string[] =>
  readdirSync(path.join(folder, 'reached')).flatMap((name) =>
    readFileSync(path.join(folder, 'reached', name), 'utf8')
      .split('\n')
      .slice(0, -1),
  );

test('in the process of tests, a place is recorded once for each file and phase', () => {
  const { record } = openRecorder(folder);
  const running: RunningTest = { file: 'a.test.ts', phase: 'import' };
  isRunning(running);
  record(1);
  record(1);
  running.phase = 'run';
  record(1);
  record(1);
  isRunning({ file: 'b.test.ts', phase: 'run' });
  record(1);
  record(2);
  expect(records()).toEqual(['1\timport\ta.test.ts', '1\trun\ta.test.ts', '1\trun\tb.test.ts', '2\trun\tb.test.ts']);
});

test('elsewhere, a place is recorded for all tests that run, or for the one of its own process', () => {
  isRunning(undefined);
  writeFileSync(path.join(folder, 'running', '1'), 'a.test.ts');
  writeFileSync(path.join(folder, 'running', '2'), 'b.test.ts');
  const { record } = openRecorder(folder);
  record(1);
  record(1);
  writeFileSync(path.join(folder, 'running', String(process.pid)), 'c.test.ts');
  record(2);
  for (const name of readdirSync(path.join(folder, 'running'))) rmSync(path.join(folder, 'running', name));
  record(3);
  expect(records()).toEqual([
    '1\telsewhere\ta.test.ts',
    '1\telsewhere\tb.test.ts',
    '2\telsewhere\tc.test.ts',
    '3\tbetween\t',
  ]);
});

test('what cannot be recorded disturbs nobody', () => {
  isRunning(undefined);
  const { record, watch } = openRecorder(path.join(folder, 'missing'));
  expect(() => record(1)).not.toThrow();
  expect(watch(2, 3)).toBe(3);
});

test('a service is recorded when it is used', () => {
  class Store {
    #rows = 2;
    count(): number {
      return this.#rows;
    }
  }
  isRunning({ file: 'a.test.ts', phase: 'run' });
  const { watch } = openRecorder(folder);
  const add = watch(1, (a: number, b: number) => a + b);
  const parts = watch(2, { add });
  expect(records()).toEqual([]);
  // Its private field could not be read through a proxy, so it counts as used at once.
  expect(watch(3, new Store()).count()).toBe(2);
  expect(parts.add(1, 2)).toBe(3);
  expect(records()).toEqual(['3\trun\ta.test.ts', '2\trun\ta.test.ts', '1\trun\ta.test.ts']);
});
