import { expect, test } from 'vitest';
import { withoutUser } from '../../src/pages/projects/without-user.ts';

test.each([
  ['https://user:secret@host.example/x.git', 'https://host.example/x.git'],
  ['HTTPS://token@host.example/x', 'HTTPS://host.example/x'],
  ['https://user:se/cret@host.example/x', 'https://host.example/x'],
  ['https://host.example/@scope/x', 'https://host.example/@scope/x'],
  ['/srv/git/a@b', '/srv/git/a@b'],
])('%s', (typed, expected) => {
  expect(withoutUser(typed)).toBe(expected);
});
