import { expect, test } from 'vitest';
import { bundledPackages, Lockfile } from '../../../scripts/bundled-packages.ts';
import { isRead } from '../../../scripts/copy-lean.ts';

const pin = (packages: Record<string, object>) => Lockfile.parse({ packages });

test('packages are found as Node resolves them, and those of the workspace at the top', () => {
  const lockfile = pin({
    server: {},
    'server/node_modules/b': { dependencies: { c: '1' } },
    'node_modules/a': { dependencies: { b: '1', d: '1' }, optionalDependencies: { d: '1' } },
    'node_modules/a/node_modules/b': {
      peerDependencies: { c: '1', e: '1' },
      peerDependenciesMeta: { e: { optional: true } },
    },
    'node_modules/c': { dependencies: { a: '1' } },
    'node_modules/for-tests': {},
  });
  expect(Object.fromEntries(bundledPackages(lockfile, 'server', ['a', 'b']))).toEqual({
    'node_modules/a': 'node_modules/a',
    'node_modules/a/node_modules/b': 'node_modules/a/node_modules/b',
    'node_modules/b': 'server/node_modules/b',
    'node_modules/c': 'node_modules/c',
  });
});

test.each([
  [
    'two for one place',
    { 'server/node_modules/a': {}, 'node_modules/a': {}, 'node_modules/b': { dependencies: { a: '1' } } },
  ],
  ['one that is missing', { 'node_modules/a': { dependencies: { gone: '1' } }, 'node_modules/b': {} }],
  ['one that runs a program', { 'node_modules/a': { hasInstallScript: true }, 'node_modules/b': {} }],
  ['one for one system', { 'node_modules/a': { cpu: ['x64'] }, 'node_modules/b': {} }],
])('%s cannot be packed', (_, packages) => {
  expect(() => bundledPackages(pin({ server: {}, ...packages }), 'server', ['a', 'b'])).toThrow(
    /both lie at|package-lock.json has no gone|made for its system/,
  );
});

test.each([
  ['index.js', true],
  ['dist/data.json', true],
  ['dist/doc/directives.js', true],
  ['license.md', true],
  ['THIRD-PARTY-NOTICES.md', true],
  ['dist/index.js.map', false],
  ['dist/index.d.mts', false],
  ['src/index.ts', false],
  ['README.md', false],
  ['.github/dependabot.yml', false],
  ['node_modules/other/index.js', false],
])('%s of a package is copied: %s', (name, expected) => {
  expect(isRead(name, false)).toBe(expected);
});

test('folders of tests are left out only at the top of a package', () => {
  expect(isRead('test', true)).toBe(false);
  expect(isRead('lib/test', true)).toBe(true);
});
