import { describe, expect, test } from 'vitest';
import { readPrompt } from '../../../../src/agent/models/builtin/grammar/prompt.ts';
import { refusal, replace } from './instructions.ts';

describe('several replacements in one sentence', () => {
  test.each([
    ['Rename A to B and C to D', [replace('A', 'B'), replace('C', 'D')]],
    ['Rename A to B, C to D, and E to F', [replace('A', 'B'), replace('C', 'D'), replace('E', 'F')]],
    ['Replace "a" with "b" and "c" with "d"', [replace('a', 'b'), replace('c', 'd')]],
    ['Replace "a" with "b and c", "d and e" with "f"', [replace('a', 'b and c'), replace('d and e', 'f')]],
    [
      'Rename Terms and Conditions to Legal and Sign in to Log in',
      [replace('Terms and Conditions', 'Legal'), replace('Sign in', 'Log in')],
    ],
    ['Rename A → B, C → D', [replace('A', 'B'), replace('C', 'D')]],
    [
      'Rename A to B and C to D and sort the navigation',
      [replace('A', 'B'), replace('C', 'D'), { kind: 'sort-navigation' }],
    ],
    [
      'Rename A to B and C to D in docs/guides, including code',
      ['A B', 'C D'].map((pair) => {
        const [from = '', to = ''] = pair.split(' ');
        return replace(from, to, { within: 'docs/guides', includingCode: true });
      }),
    ],
    [
      'Replace "a" with "b" in docs/x, and "c" with "d" in docs/y',
      [replace('a', 'b', { within: 'docs/x' }), replace('c', 'd', { within: 'docs/y' })],
    ],
    [
      'Replace "a" with "b", including code, and "c" with "d"',
      [replace('a', 'b', { includingCode: true }), replace('c', 'd')],
    ],
    [
      'Rename the page "A" to docs/a.md and the page "B" to docs/b.md',
      ['A', 'B'].map((page) => ({ kind: 'move-page', page, to: `docs/${page.toLowerCase()}.md`, intoFolder: false })),
    ],
  ])('%s', (prompt, expected) => {
    expect(readPrompt(prompt)).toEqual(expected);
  });

  test('no replacement changes the result of another one', () => {
    expect(readPrompt('Rename v1 to v2, v2 to v3 and v3 to v4')).toEqual([
      replace('v3', 'v4'),
      replace('v2', 'v3'),
      replace('v1', 'v2'),
    ]);
    expect(readPrompt('Rename Acme to Acme Cloud and Cloud to Sky')).toEqual([
      replace('Cloud', 'Sky'),
      replace('Acme', 'Acme Cloud'),
    ]);
    expect(refusal('Rename A to B and B to A').message).toContain('in order');
  });
});
