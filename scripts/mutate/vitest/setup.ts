/*
 * vitest runs this before each test file while the tests are found that reach a place: it leaves word of which one runs.
 */

import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { runningKey } from './recorder.ts';
import type { RunningTest } from './recorder.ts';
import { readRun } from './run-settings.ts';

const { records = '', root } = readRun(process.env);
const test: RunningTest = { file: path.relative(root, expect.getState().testPath ?? ''), phase: 'import' };
const marker = path.join(records, 'running', String(process.pid));

Reflect.set(globalThis, runningKey, test);
writeFileSync(marker, test.file);
beforeAll(() => {
  test.phase = 'run';
});
afterAll(() => rmSync(marker, { force: true }));
