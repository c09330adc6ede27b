import { expect, test } from 'vitest';
import { diffExcerpt } from '../../src/code-hosts/text/diff-excerpt.ts';

const diff = [
  'diff --git a/a.md b/a.md',
  '--- a/a.md',
  '+++ b/a.md',
  '@@ -1,3 +1,3 @@ a heading',
  ' one',
  '-two',
  '+TWO',
  ' three',
  '@@ -20,6 +20,7 @@',
  ' twenty',
  ' twenty-one',
  '+new',
  ' twenty-two',
  ' twenty-three',
  ' twenty-four',
  '\\ No newline at end of file',
].join('\n');

test.each([
  { newLine: 2, oldLine: null, excerpt: 'one\ntwo\nTWO' },
  { newLine: null, oldLine: 2, excerpt: 'one\ntwo' },
  { newLine: 1, oldLine: 1, excerpt: 'one' },
  { newLine: 22, oldLine: null, excerpt: 'twenty\ntwenty-one\nnew' },
  { newLine: 25, oldLine: 24, excerpt: 'twenty-one\nnew\ntwenty-two\ntwenty-three\ntwenty-four' },
  { newLine: 12, oldLine: null, excerpt: '' },
  { newLine: null, oldLine: null, excerpt: '' },
])('ends with line $newLine of the new file, or $oldLine of the old one', ({ excerpt, ...line }) => {
  expect(diffExcerpt(diff, line)).toBe(excerpt);
});

test('a text that is not a diff has an empty excerpt', () => {
  expect(diffExcerpt('', { newLine: 1, oldLine: 1 })).toBe('');
  expect(diffExcerpt('+one\n+two', { newLine: 1, oldLine: null })).toBe('');
});
