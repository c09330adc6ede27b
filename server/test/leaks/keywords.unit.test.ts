import { expect, test } from 'vitest';
import { keywordFinder } from '../../src/leaks/keywords.ts';

function foundIn(text: string, keywords: readonly string[]): [string | undefined, number][] {
  const found: [string | undefined, number][] = [];
  keywordFinder(keywords)(text, (keyword, index) => found.push([keywords[keyword], index]));
  return found;
}

test('finds each keyword at each position, in upper and lower case', () => {
  expect(foundIn('Token, token and TOKENS of ghp_', ['token', 'ghp_'])).toEqual([
    ['token', 0],
    ['token', 7],
    ['token', 17],
    ['ghp_', 27],
  ]);
});

test('finds keywords that begin alike, and keywords within keywords', () => {
  expect(foundIn('apikey', ['api', 'apikey', 'key'])).toEqual([
    ['api', 0],
    ['apikey', 0],
    ['key', 3],
  ]);
});

test('finds no keyword that only begins at the end of the text, or that differs in a punctuation character', () => {
  expect(foundIn('ghp? gh ghp', ['ghp_'])).toEqual([]);
});

test('finds a keyword at its position behind characters of any script', () => {
  const text = '鍵は😀ghp_';
  expect(foundIn(text, ['ghp_'])).toEqual([['ghp_', text.indexOf('ghp_')]]);
});
