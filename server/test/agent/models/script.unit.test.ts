import { expect, test } from 'vitest';
import { longestSeconds, scriptOf } from '../../../src/agent/models/scripted/script.ts';

test.each([
  ['test:completed', { kind: 'completed', isUnnamed: false }],
  ['Please do test:no_change now', { kind: 'no_change' }],
  ['test:asks', { kind: 'asks' }],
  ['test:slow:3', { kind: 'slow', seconds: 3 }],
  ['test:slow:999999999', { kind: 'slow', seconds: longestSeconds }],
  ['test:failed:checks_failed', { kind: 'failed', code: 'checks_failed' }],
  ['test:failed:lease_lost', { kind: 'unknown_code', code: 'lease_lost' }],
  ['test:failed:toString', { kind: 'unknown_code', code: 'toString' }],
  ['test:slow', { kind: 'completed', isUnnamed: true }],
  ['latest:asks', { kind: 'completed', isUnnamed: true }],
  ['', { kind: 'completed', isUnnamed: true }],
])('%s', (prompt, script) => {
  expect(scriptOf(prompt)).toEqual(script);
});
