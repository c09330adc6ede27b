import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findCycles } from '../../scripts/measure/cycles.ts';
import { measureFunctions } from '../../scripts/measure/functions.ts';
import { readSources } from '../../scripts/measure/sources.ts';

const source = (name: string, text: string) => ({ path: name, text, isTest: false });

// The linter examines only import declarations that import values.
test('no file imports itself through others, not even by import() or for a type', () => {
  const sources = readSources(fileURLToPath(new URL('../..', import.meta.url)));
  expect(sources.length).toBeGreaterThan(3_000);
  expect(sources.map((one) => one.path)).toContain(path.posix.join('server', 'src', 'main.ts'));
  expect(findCycles(sources)).toEqual([]);
});

test.each([
  ['values', "import { b } from './b.ts';", "import { a } from './a.ts';"],
  ['a type', "import type { B } from './b.ts';", "import { a } from './a.ts';"],
  ['import()', "export const b = async () => await import('./b.ts');", "import { a } from './a.ts';"],
  ['what is exported again', "export * from './b.ts';", "export { a } from './a.ts';"],
])('a cycle by %s is found', (_, a, b) => {
  expect(findCycles([source('x/a.ts', a), source('x/b.ts', b), source('x/c.ts', "import './a.ts';")])).toEqual([
    ['x/a.ts', 'x/b.ts'],
  ]);
});

test('a file that imports itself is found, and a chain without a cycle is not', () => {
  expect(findCycles([source('a.ts', "import './a.ts';")])).toEqual([['a.ts']]);
  expect(findCycles([source('a.ts', "import './b.ts';"), source('b.ts', '')])).toEqual([]);
});

test('lines and branches are counted for each function, and separately for nested ones', () => {
  const text = `export function outer(a: number) {
  if (a > 1 && a < 5) return 1;
  const inner = (b: number) => (b > 0 ? b : -b);
  for (const one of [1]) inner(one);
  switch (a) {
    case 1:
      throw new CopydeskError('x');
    default:
      throw new Error('y');
  }
}
`;
  const { functions, throws } = measureFunctions(source('a.ts', text));
  expect(functions).toEqual([
    { place: 'a.ts:3', lines: 1, branches: 2 },
    { place: 'a.ts:1', lines: 11, branches: 5 },
  ]);
  expect(throws).toEqual({ own: 1, plain: ['a.ts:9'] });
});
