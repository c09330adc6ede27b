import { expect, test } from 'vitest';
import { applyEdits } from '../../../scripts/mutate/edits.ts';
import { findBreaks } from '../../../scripts/mutate/draw/find-breaks.ts';
import { nothing } from '../../../scripts/mutate/draw/service.ts';
import type { Kind } from '../../../scripts/mutate/kinds.ts';

/** Returns the broken sources of a kind. */
function broken(source: string, kind: Kind, file = 'server/src/a.ts'): string[] {
  return findBreaks(file, source)
    .filter((one) => one.kind === kind)
    .map((one) => applyEdits(source, [one]));
}

const within = (code: string): string => `function f() { ${code} }`;
const insides = (sources: string[]): string[] =>
  sources.map((text) => text.slice('function f() { '.length, -' }'.length));

test.each([
  ['if (a) b();', ['if (!(a)) b();']],
  // Turning the operator does the same.
  ['if (a === b) c();', ['if (a !== b) c();']],
  ['x = a ? b : c;', ['x = !(a) ? b : c;']],
  ['x = a && b;', ['x = (a || b);']],
  ['x = a || b || c;', ['x = (a || b && c);', 'x = (a && b) || c;']],
  ['x = a == null;', ['x = a != null;']],
  ['x = a > b;', []],
  ['x = a ?? b;', []],
])('a condition is turned: %s', (code, expected) => {
  expect(insides(broken(within(code), 'condition'))).toEqual(expected);
});

test.each([
  ['a();', ['void 0;']],
  ['if (x) await a.b();', ['if (x) void 0;']],
  ['a?.b();', ['void 0;']],
  ['const x = a();', []],
  ['return a();', []],
])('a call is left out: %s', (code, expected) => {
  expect(insides(broken(within(code), 'call'))).toEqual(expected);
});

test('the call of the parent constructor is not left out', () => {
  expect(broken('class A extends B { constructor() { super(); } }', 'call')).toEqual([]);
});

test.each([
  ['x = a.slice(0, 10);', ['x = a.slice(1, 10);', 'x = a.slice(0, 11);']],
  ['x = 1_000;', ['x = 1001;']],
  ['x = a < b;', ['x = a <= b;']],
  ['x = a >= b;', ['x = a > b;']],
  ['x = 10n;', []],
])('a limit is off by one: %s', (code, expected) => {
  expect(insides(broken(within(code), 'limit'))).toEqual(expected);
});

test.each([
  ['a type', 'type A = 1 | 2;'],
  ['a key', 'x = { 1: a };'],
  ['the indentation of JSON', 'x = JSON.stringify(a, null, 2);'],
  ['milliseconds', 'const limitMilliseconds = 30_000;'],
  ['a pause', 'setTimeout(() => f(), 500);'],
  ['what is logged', 'app.log.warn(`${a + 1}`, { b: 5 });'],
])('a number is left as it is that nobody can notice: %s', (_, code) => {
  expect(broken(within(code), 'limit')).toEqual([]);
});

test('a line of the log is not left out, and whatever else is called is', () => {
  expect(broken(within('app.log.warn({ a }, f());'), 'call')).toEqual([]);
  expect(insides(broken(within('app.logs.warn(f());'), 'call'))).toEqual(['void 0;']);
});

test('a number in a function that waits for it is a limit like others', () => {
  expect(insides(broken(within('setTimeout(() => f(200), 500);'), 'limit'))).toEqual([
    'setTimeout(() => f(201), 500);',
  ]);
  expect(insides(broken(within('const pauses = 3;'), 'limit'))).toEqual(['const pauses = 4;']);
});

test('a fixed result is turned, of a function with and without braces', () => {
  expect(insides(broken(within('return true;'), 'result'))).toEqual(['return false;']);
  expect(broken('const f = () => false;', 'result')).toEqual(['const f = () => true;']);
  expect(broken('const a = true;', 'result')).toEqual([]);
});

test('a service is replaced by one that does nothing, only where services are wired', () => {
  const source = 'export const a = (app) => ({ read: () => app.read(), log, async write() {}, n: 5, ...rest });';
  expect(broken(source, 'service')).toEqual([]);
  const found = findBreaks('server/src/wiring/a.ts', source).filter(({ kind }) => kind === 'service');
  expect(found.map(({ change }) => change)).toEqual(['read does nothing', 'log does nothing', 'write does nothing']);
  expect(found.map((one) => applyEdits(source, [one]))).toEqual([
    source.replace('() => app.read()', '(() => undefined) as never'),
    source.replace('log,', `log: ${nothing.service},`),
    source.replace('async write() {}', 'write: (() => undefined) as never'),
  ]);
});

test('what is not a service by its type does not compile', () => {
  const source = 'export const a = (app) => ({ log });';
  const [found] = findBreaks('server/src/wiring/a.ts', source);
  expect(applyEdits(source, found?.check ?? [])).toMatch(/\(\{ log: mutatedService\(log\) \}\);\n[^]*declare function/);
});

test('a place has its line, its code and whether it runs when its module is loaded', () => {
  const source = 'const most = 5;\n\nexport class A {\n  count = 1;\n  static all = 2;\n}\n  f(() => 3);\n';
  expect(findBreaks('server/src/a.ts', source).filter(({ kind }) => kind === 'limit')).toMatchObject([
    { line: 1, code: 'const most = 5;', change: '5 → 6', isAtImport: true },
    { line: 4, isAtImport: false },
    { line: 5, isAtImport: true },
    { line: 7, code: 'f(() => 3);', isAtImport: false },
  ]);
});
