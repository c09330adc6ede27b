import { expect, test } from 'vitest';
import { isBot } from '../../../src/code-hosts/gitea/people.ts';

test.each([
  ['nobody', undefined, true],
  ['a deleted account', null, true],
  ['an account of the host itself', { id: -2, login: 'someone' }, true],
  ['the account of workflows', { id: 7, login: 'forgejo-actions' }, true],
  ['a bot by its name', { id: 7, login: 'renovate[bot]' }, true],
  ['a person', { id: 7, login: 'ada' }, false],
  ['a person whose id is not told', { login: 'ada' }, false],
])('%s acts for the host: %s', (_name, user, expected) => {
  expect(isBot(user)).toBe(expected);
});
