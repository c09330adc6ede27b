import { expect, test } from 'vitest';
import { previewIn, previewsOf } from '../../../src/code-hosts/checks/previews.ts';
import { commitCheck, linkOf, previewOf } from '../../../src/code-hosts/checks/commit-check.ts';

const reported = { key: 'job 7', name: 'build', state: 'failed' as const, link: 'https://ci.example/7' };

test('a check is reported as its host reports it', () => {
  expect(
    commitCheck({ ...reported, summary: ['2 errors', null, '', 'In docs/a.md\nand docs/b.md', '2 errors'] }),
  ).toEqual({
    key: 'job 7',
    name: 'build',
    state: 'failed',
    link: 'https://ci.example/7',
    summary: '2 errors. In docs/a.md and docs/b.md',
  });
  expect(commitCheck({ ...reported, link: null })).toMatchObject({ link: undefined, summary: undefined });
});

test.each([
  ['colours', '\u001B[31mbuild\u001B[0m', 'build'],
  ['a link of a terminal', '\u001B]8;;https://evil.example\u0007build\u001B]8;;\u0007', 'build'],
  ['a title of a terminal that never ends', 'build\u001B]0;owned', 'build'],
  ['marks of direction', 'bu\u202Eild\u2066', 'build'],
  ['tag characters', `build${String.fromCodePoint(0xe0049, 0xe0047, 0xe004e)}`, 'build'],
  ['controls and lines', 'build\u0000\r\n\tand\u2028test', 'build and test'],
  ['nothing that can be read', '\u200B \u001B[2K', 'without a name'],
])('%s are removed from a name', (_, name, expected) => {
  expect(commitCheck({ ...reported, name }).name).toBe(expected);
});

test('a long text is cut between characters', () => {
  const { name, key, summary } = commitCheck({
    ...reported,
    name: '😀'.repeat(1000),
    key: `status ${'x'.repeat(10_000)}`,
    summary: ['word '.repeat(1_000_000)],
  });
  expect(Array.from(name)).toHaveLength(200);
  expect(name.endsWith('😀…')).toBe(true);
  expect(key).toHaveLength(300);
  expect(summary).toHaveLength(500);
});

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://ci.example/1',
  '/acme/docs/actions/runs/1',
  'https://user@ci.example/',
  'https://:secret@ci.example/',
  `https://ci.example/${'x'.repeat(2000)}`,
  'https://',
  '',
  null,
])('%j is not accepted as a link', (address) => {
  expect(linkOf(address)).toBeUndefined();
});

test('a link is normalised as browsers do it', () => {
  expect(linkOf(' HTTPS://CI.example/a b?c="d"\u202E#e ')).toBe('https://ci.example/a%20b?c=%22d%22%E2%80%AE#e');
});

test('previews are reported once each, by the name of their environment, and at most ten', () => {
  expect(previewOf('', 'https://docs-7.netlify.app/')).toEqual({
    name: 'docs-7.netlify.app',
    link: 'https://docs-7.netlify.app/',
  });
  const many = Array.from({ length: 30 }, (_, index) => previewOf('docs', `https://docs-${index % 15}.example/`));
  expect(previewsOf([undefined, ...many]).map(({ link }) => link)).toEqual(
    Array.from({ length: 10 }, (_, index) => `https://docs-${index}.example/`),
  );
});

test('a status links to a preview if its address belongs to a preview service', () => {
  expect(previewAt('https://deploy-preview-7--docs.netlify.app')).toBe('https://deploy-preview-7--docs.netlify.app/');
  expect(previewAt('https://docs--7.org.readthedocs.build/en/7/')).toBe('https://docs--7.org.readthedocs.build/en/7/');
  expect(previewAt('https://app.netlify.com/sites/docs/deploys/1')).toBeUndefined();
  expect(previewAt('https://netlify.app.evil.example/')).toBeUndefined();
  expect(previewAt('https://evilnetlify.app/')).toBeUndefined();
});

function previewAt(link: string): string | undefined {
  return previewIn({ name: 'netlify/docs/deploy-preview', link })?.link;
}
