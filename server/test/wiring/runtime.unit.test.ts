import { expect, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { runtimeWeakness } from '../../src/wiring/start/runtime.ts';

test.each([
  ['18.20.8', true],
  ['20.20.1', true],
  ['20.20.2', false],
  ['22.22.1', true],
  ['22.23.0', false],
  ['23.11.1', true],
  ['24.9.0', true],
  ['24.14.0', true],
  ['24.14.1', false],
  ['24.21.0', false],
  ['25.8.1', true],
  ['25.8.2', false],
  ['26.0.0', false],
])('Node %s is affected: %s', (version, affected) => {
  expect(runtimeWeakness(version)?.includes(version) ?? false).toBe(affected);
});

/** The release dates of the bundled runtimes, from the package registry: whoever bundles another adds its date. */
const releases: Record<string, string> = { '24.21.0': '2026-09-10' };
const halfAYear = 183 * 24 * 60 * 60 * 1000;

test('the bundled Node is not affected, and less than half a year old', () => {
  const { node } = packageFile.dependencies;
  expect(runtimeWeakness(node)).toBe(undefined);
  expect(Object.keys(releases)).toContain(node);
  expect(Date.now() - Date.parse(releases[node] ?? '')).toBeLessThan(halfAYear);
});
