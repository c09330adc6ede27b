import { RRegex } from 'rregex';
import { describe, expect, test } from 'vitest';
import { openFinder } from '../../../src/workspace/search/find-needle.ts';
import { needleOf } from '../../../src/workspace/search/needle.ts';

function piecesOf(pattern: string): string[] | undefined {
  const needle = needleOf(new RRegex(pattern).syntax());
  return needle?.map(({ bytes, anyCase }) => `${Buffer.from(bytes).toString()}${anyCase ? ' in any case' : ''}`);
}

function find(pattern: string, text: string): boolean | undefined {
  const needle = needleOf(new RRegex(pattern).syntax());
  return needle && openFinder(needle)(Buffer.from(text));
}

describe('the text that each match must contain', () => {
  test.each([
    ['Vue \\d', ['Vue ']],
    ['\\bref\\(', ['ref(']],
    ['use\\w+Component', ['Component']],
    ['(foo)(bar)+', ['foo']],
    ['(?:foo)bar', ['foobar']],
    ['foo|barbaz', ['foo', 'barbaz']],
    ['x(?:install|deploy)y?', ['install', 'deploy']],
    ['(?:word){2,}', ['word']],
    ['(?i)word', ['word in any case']],
    ['(?i)Wor\\d', ['wor in any case']],
    ['Größe', ['Größe']],
  ])('of %j is %j', (pattern, pieces) => {
    expect(piecesOf(pattern)).toEqual(pieces);
  });

  // The long s and the kelvin sign match s and k case-insensitively, but are different bytes.
  test.each(['\\d+', '.*', 'a', '(foo)?', '(?:foo)*', 'foo|\\d', '(?i)sk', '^$', '[ab]c'])(
    'finds no pieces in %j',
    (pattern) => {
      expect(piecesOf(pattern)).toBeUndefined();
    },
  );
});

describe('a finder', () => {
  test.each([
    ['(?i)word', 'a WoRD', true],
    ['(?i)word', 'word', true],
    ['(?i)word', 'wor', false],
    ['(?i)word', 'wworwoword', true],
    ['(?i)aab', 'aaab', true],
    ['(?i)größ', 'GRöß', true],
    ['foo|bar', 'a bar', true],
    ['Vue \\d', 'Vue Vue Vue 3', true],
    ['Vue \\d', 'Vue ٣', true],
    ['Vue \\d', 'Vue Router, Vue', false],
    ['Vue \\d', 'with Vue ', false],
    ['(?i)vue\\b(\\s+)x', 'VUE. vue x', true],
    ['(?i)vue\\b(\\s+)x', 'VUE. vues', false],
    ['Vue[^a-z]', 'Vue é', true],
    ['Vue\\d*', 'Vue', true],
    ['foo|bar', 'a baz', false],
  ])('of %j in %j: %j', (pattern, text, found) => {
    expect(find(pattern, text)).toBe(found);
  });
});
