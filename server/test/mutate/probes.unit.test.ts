import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { findBreaks } from '../../../scripts/mutate/draw/find-breaks.ts';
import { insertProbes } from '../../../scripts/mutate/reach/insert-probes.ts';
import { gatherReached } from '../../../scripts/mutate/reach/read-reached.ts';
import { unreached } from '../../../scripts/mutate/reach/candidates.ts';
import { readSources } from '../../../scripts/measure/sources.ts';

const recording = { recorder: '/a/recorder.ts', folder: '/b' };
const probed = (file: string, source: string): string =>
  insertProbes(
    source,
    findBreaks(file, source).map((place, number) => ({ number, place })),
    recording,
  );

/** The numbers of probes stand for them. */
const short = (text: string): string =>
  text
    .replaceAll(/\(\(\) => \{ try \{ \(.*?\)\.record\((\d+)\); \} catch \{\} \}\)\(\)/g, '#$1')
    .replaceAll(
      /\(\(value\) => \{ try \{ return \(.*?\)\.watch\((\d+), value\); \} catch \{ return value; \} \}\)/g,
      '@$1',
    );

test('probes are around what can be broken, also within each other', () => {
  const source = 'const f = (a) => { if (a && a.b === 3) g(a); return true; };';
  expect(short(probed('server/src/a.ts', source))).toBe(
    'const f = (a) => { if ((#0, (#1, a && (#2, a.b === (#3, 3))))) (#4, g(a)); return (#5, true); };',
  );
});

test('a service is watched, and not what makes it', () => {
  const source = 'const f = () => ({ a, b: () => 1, async c(d) { await d; }, e: await g() });';
  expect(short(probed('server/src/wiring/a.ts', source))).toBe(
    'const f = () => ({ a: @0(a), b: @1(() => (#2, 1)), async c(d) { #3; await d; }, e: @4(await g()) });',
  );
});

test('sources of the product with all probes can be parsed, and lose nothing but them', () => {
  const sources = readSources(path.resolve(import.meta.dirname, '../../..')).filter(({ isTest }) => !isTest);
  const some = sources.filter(
    ({ path: file }, index) => index % 100 === 0 || file.startsWith('server/src/wiring/job/'),
  );
  expect(some.length).toBeGreaterThan(30);
  for (const { path: file, text } of some)
    expect(parseSync(file, probed(file, text)).errors.map(({ message }) => `${file}: ${message}`)).toEqual([]);
});

test('code with probes does what it did, also where nothing can be recorded', () => {
  const source = '((a) => { if (a && a.b === 3) return a.b < 5; return true; })';
  // A context of its own has no `process`, as a browser.
  const f: unknown = runInNewContext(probed('server/src/a.ts', source));
  if (typeof f !== 'function') throw new Error('It is not a function');
  expect([f({ b: 3 }), f({ b: 9 }), f(undefined)]).toEqual([true, true, true]);
});

test('records say which tests reached a place, and whether while they were imported', () => {
  const reached = gatherReached(['1\trun\ta.test.ts\n2\timport\ta.test.ts\n', '1\telsewhere\tb.test.ts\n3\trun\tc.te']);
  expect(reached.get(1)).toEqual({ tests: new Set(['a.test.ts', 'b.test.ts']), isAtImport: false, isBetween: false });
  expect(reached.get(2)).toEqual({ tests: new Set(['a.test.ts']), isAtImport: true, isBetween: false });
  expect(reached.has(3)).toBe(false);
  expect(gatherReached(['4\tbetween\t\n']).get(4)).toEqual({ ...unreached, isBetween: true });
});
