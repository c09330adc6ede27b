import { expect, test } from 'vitest';
import { siteOf } from '../../src/pages/view/site.ts';
import { safeNext } from '../../src/pages/sign-in/next.ts';

test.each(['/', '/projects/prj_1/pulls/3?view=split#file-1', '/a%20b'])('continues to %s', (next) => {
  expect(safeNext(next, siteOf('https://host.example'))).toBe(next);
});

test.each([
  undefined,
  '',
  'projects',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  'javascript:alert(1)',
])('does not go to %j', (next) => {
  expect(safeNext(next, siteOf('https://host.example'))).toBe('/projects');
});

test('continues only to pages below the path of the server', () => {
  const site = siteOf('https://host.example/docs');
  expect(safeNext('/docs/keys?x=1', site)).toBe('/docs/keys?x=1');
  for (const next of [
    '/keys',
    '/',
    '/docs',
    '/docsother/keys',
    '/docs/../keys',
    '/docs/%2e%2e/keys',
    '/docs\\..\\keys',
  ]) {
    expect(safeNext(next, site)).toBe('/docs/projects');
  }
});
