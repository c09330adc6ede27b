import type { ModelMessage } from 'ai';
import { describe, expect, test } from 'vitest';
import { Contests, withReported } from '../../../src/agent/review/contests.ts';
import type { Problem } from '../../../src/agent/ports.ts';
import { repairMessage } from '../../../src/agent/review/repair.ts';
import { memoryTree } from '../memory-tree.ts';
import { turnRig } from '../turn-rig.ts';
import { callTool } from './call-tool.ts';

const link = (line: number, subject: string): Problem => ({
  rule: 'link-target',
  severity: 'error',
  path: 'docs/a.md',
  line,
  message: `leads nowhere`,
  subject,
});
const title: Problem = { rule: 'title', severity: 'error', path: 'docs/b.md', line: 1, message: 'has no title' };
const problems = [link(3, 'x.md'), link(9, 'y.md'), title];
const reason = 'The page is made by the build.';

function contestsOf(reported: Problem[]): Contests {
  return Contests.fromHistory([withReported('Fix them.', reported)]);
}

async function contest(contests: Contests, input: object) {
  return await callTool('contest_problem', { reason, ...input }, memoryTree({}), { contests });
}

describe('a reported problem', () => {
  test.each([
    ['by its rule and file', { path: 'docs/a.md', rule: 'link-target' }, ['x.md', 'y.md']],
    ['by its line', { path: './docs/a.md', rule: 'link-target', line: 9 }, ['y.md']],
    [
      'by its subject, on whatever line it is now',
      { path: 'docs/a.md', rule: 'link-target', line: 77, subject: 'x.md' },
      ['x.md'],
    ],
  ])('is contested %s', async (_, input, subjects) => {
    const contests = contestsOf(problems);
    const answer = await contest(contests, input);
    expect(answer.ok).toBe(true);
    expect(answer.text.split('\n')).toHaveLength(subjects.length);
    const contested = problems.filter((problem) => contests.reasonFor(problem) === reason);
    expect(contested.map(({ subject }) => subject)).toEqual(subjects);
  });

  test('stays contested at another place in its file, but not with another message or in another file', () => {
    const contests = contestsOf(problems);
    contests.contest({ path: 'docs/a.md', rule: 'link-target', line: 3 }, reason);
    contests.contest({ path: 'docs/b.md', rule: 'title' }, 'It is in the list.');
    expect(contests.reasonFor(link(40, 'x.md'))).toBe(reason);
    expect(contests.reasonFor({ ...title, line: 2 })).toBe('It is in the list.');
    expect(contests.reasonFor({ ...title, message: 'has two titles' })).toBeUndefined();
    expect(contests.reasonFor({ ...link(3, 'x.md'), path: 'docs/c.md' })).toBeUndefined();
  });

  test('is contested with the last reason that was given', () => {
    const contests = contestsOf([title]);
    contests.contest(title, 'One.');
    contests.contest(title, 'Two.');
    expect(contests.reasonFor(title)).toBe('Two.');
  });
});

describe('a refused call changes nothing', () => {
  test.each([
    ['no reason', { reason: undefined }, /^The input of contest_problem is not valid\. reason: /],
    ['a blank reason', { reason: ' \u200b\n' }, /^The reason is empty\. Say in a sentence why this is no fault/],
    ['a reason without a word', { reason: '…' }, /^The reason is empty/],
    ['a reason that nobody reads', { reason: 'x'.repeat(1_001) }, /^The reason has 1001 characters, and may have 1000/],
    [
      'a rule that was not reported there',
      { rule: 'anchor' },
      /^The checks have reported no such problem: anchor in docs\/b\.md/,
    ],
    ['a file that nothing was reported in', { path: 'docs/c.md' }, /no such problem: title in docs\/c\.md/],
    ['a line that nothing was reported on', { line: 2 }, /no such problem/],
    ['a subject that was not reported', { subject: 'x' }, /no such problem/],
  ])('%s', async (_, input, why) => {
    const contests = contestsOf([title]);
    const answer = await contest(contests, { path: 'docs/b.md', rule: 'title', ...input });
    expect(answer).toEqual({ ok: false, text: expect.stringMatching(why) });
    expect(contests.reasonFor(title)).toBeUndefined();
    expect(contests.takeNote()).toBeUndefined();
  });

  test('before the checks have reported a problem', async () => {
    const answer = await contest(new Contests(), { path: 'docs/b.md', rule: 'title' });
    expect(answer).toEqual({ ok: false, text: expect.stringMatching(/^Nothing was reported that could be contested/) });
  });

  test('a call with a wrong place gets up to ten reported problems', async () => {
    const contests = contestsOf(Array.from({ length: 12 }, (_, index) => link(index + 1, `${index}.md`)));
    const { text } = await contest(contests, { path: 'docs/b.md', rule: 'title' });
    expect(text.split('\n')).toHaveLength(12);
    expect(text).toContain('docs/a.md:12 error link-target: leads nowhere | subject: "11.md"\n');
    expect(text).toMatch(/… 2 more$/);
  });
});

test('contests are restored from the stored messages of the job', () => {
  const before = contestsOf(problems);
  before.contest({ path: 'docs/b.md', rule: 'title' }, reason);
  const result: ModelMessage = {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'call',
        toolName: 'contest_problem',
        output: { type: 'text', value: '' },
        providerOptions: { copydesk: { ...before.takeNote() } },
      },
    ],
  };
  const history: ModelMessage[] = [{ role: 'user', content: 'Do it.' }, withReported('Fix.', problems), result];
  const after = Contests.fromHistory(structuredClone(history));
  expect(after.reported()).toEqual(problems.toReversed());
  expect(problems.map((problem) => after.reasonFor(problem))).toEqual([undefined, undefined, reason]);
});

test('a repair turn and a resumed turn keep the problems that may be contested', async () => {
  const call = (rule: string) => ({ calls: [{ tool: 'contest_problem', input: { path: 'docs/b.md', rule, reason } }] });
  const first = turnRig([call('title'), { text: 'I contest it.' }]);
  await first.run({ firstMessage: withReported('Fix them.', problems) });
  expect(first.steps[0]?.tools[0]).toMatchObject({ ok: true, summary: 'contest title in docs/b.md' });
  const history = structuredClone(first.history());
  expect(Contests.fromHistory(history).reasonFor(title)).toBe(reason);

  const second = turnRig([call('anchor'), { text: 'I contest nothing.' }]);
  await second.run({ history });
  expect(second.steps[0]?.tools[0]).toMatchObject({ ok: false, result: expect.stringContaining('no such problem') });
  // Providers cache the beginning of requests: the tools are the same in every step of every turn.
  const offered = [...first.model.calls, ...second.model.calls].map(({ tools }) => JSON.stringify(tools));
  expect(new Set(offered).size).toBe(1);
});

test('only problems of a request that may be contested can be contested', () => {
  const many = Array.from({ length: 60 }, (_, index) => link(index + 1, `${index}.md`));
  const message = repairMessage([title, ...many], 2, ({ rule }) => rule !== 'title');
  const contests = Contests.fromHistory([message]);
  expect(contests.reported()).toEqual(many.slice(0, 49).toReversed());
  expect(message.content).toContain('\n… 11 more\nYou contest 2 more: nothing is left to do about those.\n');
});

test('a problem with characters that cannot be stored is recognised', () => {
  const odd = link(1, 'x\0\ud83d');
  const contests = contestsOf([odd]);
  expect(contests.contest({ path: 'docs/a.md', rule: 'link-target' }, reason)).toHaveLength(1);
  expect(contests.reasonFor(odd)).toBe(reason);
});
