import { expect, test } from 'vitest';
import { keywordFinder } from '../../src/leaks/keywords.ts';

function foundIn(text: string, keywords: readonly string[]): [string | undefined, number][] {
  const found: [string | undefined, number][] = [];
  keywordFinder(keywords)(text, (keyword, index) => found.push([keywords[keyword], index]));
  return found;
}

test('each keyword at each of its places, in large and small letters', () => {
  expect(foundIn('Token, token and TOKENS of ghp_', ['token', 'ghp_'])).toEqual([
    ['token', 0],
    ['token', 7],
    ['token', 17],
    ['ghp_', 27],
  ]);
});

test('those that begin alike, and within each other', () => {
  expect(foundIn('apikey', ['api', 'apikey', 'key'])).toEqual([
    ['api', 0],
    ['apikey', 0],
    ['key', 3],
  ]);
});

test('nothing that only begins at the end, or differs in what is no letter', () => {
  expect(foundIn('ghp? gh ghp', ['ghp_'])).toEqual([]);
});

test('where it stands, behind characters of any writing', () => {
  const text = '鍵は😀ghp_';
  expect(foundIn(text, ['ghp_'])).toEqual([['ghp_', text.indexOf('ghp_')]]);
});
