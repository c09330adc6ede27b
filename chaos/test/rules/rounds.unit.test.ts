import { expect, test } from 'vitest';
import { brokenRounds } from '../../src/rules/rounds.ts';
import type { MessageRow } from '../../src/watch/facts.ts';
import { prompt } from './facts.ts';

const commit = '1'.repeat(40);
const said: MessageRow = { position: 0, prompt: prompt(0), readAtStep: 1, round: null };

function round(of: string, check = 'build'): MessageRow {
  return { position: 1, prompt: `Checks\n\n> Check: ${check}\n>\n> error`, readAtStep: 2, round: `checks-${of}` };
}

test('a commit that breaks something leads to a turn', () => {
  const followed = [{ commit, outcome: 'a turn was begun' }];
  expect(brokenRounds({ messages: [said, round(commit)], followed })).toEqual([]);
  expect(brokenRounds({ messages: [said], followed: [{ commit, outcome: 'all have passed' }] })).toEqual([]);
});

test.each<[string, MessageRow[], string | null, RegExp]>([
  ['a following without an end', [said], null, /without an end/],
  ['a turn that was not begun', [said], 'a turn was begun', /and there is none/],
  ['two turns of a commit', [round(commit), round(commit)], 'a turn was begun', /has led to two turns/],
  ['a turn of a commit that breaks nothing', [round('9'.repeat(40))], 'all have passed', /no check .* has failed/],
  ['a turn for what the base fails', [round(commit, 'links')], 'a turn was begun', /correct links/],
  [
    'three turns in a row',
    [said, ...['1', '2', '3'].map((digit) => round(digit.repeat(40)))],
    'a turn was begun',
    /^3 turns in a row/,
  ],
])('%s is seen', (_, messages, outcome, wrong) => {
  expect(brokenRounds({ messages, followed: [{ commit, outcome }] })).toContainEqual(expect.stringMatching(wrong));
});
