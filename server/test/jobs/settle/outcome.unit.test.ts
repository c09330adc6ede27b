import { expect, test } from 'vitest';
import { outcomeOf } from '../../../src/jobs/settle/outcome.ts';

const prLink = 'https://git.example.com/docs/pulls/7';

test('a job with a pull request has the outcome changed, whatever the summary says', () => {
  expect(outcomeOf({ prLink, summary: 'I cannot say more. All right?' })).toMatchObject({ kind: 'changed' });
});

test.each([
  ['nothing_to_do', 'Nothing had to be changed\n\nNo page says "log in".'],
  ['nothing_to_do', 'The page asks "why?" already, so there is nothing left.'],
  ['nothing_to_do', ''],
  ['needs_answer', 'There are two pages called Setup. Which one is meant?'],
  ['needs_answer', 'Shall I delete **all of them?**\n'],
  ['declined', 'I can’t help with that: the page is a contract.'],
  ['declined', 'Nothing could be changed\n\nNone of the broken links (1) has a way.'],
  ['declined', 'Sorry, but I am not able to write this.'],
  ['declined', "I won't add a page that says so."],
])('a job without a pull request has the outcome %s: %j', (kind, summary) => {
  expect(outcomeOf({ prLink: null, summary })).toEqual({ kind, text: summary.trim() });
});

test('a long summary is cut without splitting a character', () => {
  const { text } = outcomeOf({ prLink, summary: `${'x'.repeat(1_999)}🦊${'y'.repeat(100_000)}` });
  expect(text).toHaveLength(2_000);
  expect(text.isWellFormed()).toBe(true);
});

test('the outcome that the model names for a turn without a change counts, even if an earlier turn has a pull request', () => {
  const summary = 'I cannot choose. Which one?';
  expect(outcomeOf({ prLink: null, summary, ended: 'nothing_to_do' })).toEqual({
    kind: 'nothing_to_do',
    text: summary,
  });
  expect(outcomeOf({ prLink, summary, ended: 'needs_answer' }).kind).toBe('needs_answer');
});
