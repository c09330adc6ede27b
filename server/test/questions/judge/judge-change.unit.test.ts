import { CopydeskError } from '@copydesk/contract/errors';
import { expect, test } from 'vitest';
import { judgeChange } from '../../../src/questions/judge/judge-change.ts';
import type { AskJudge } from '../../../src/questions/judge/judge.ts';
import { askTouched, questionsOf } from '../../../src/questions/questions-check.ts';
import { treeOf } from '../tree-of.ts';

type Files = Record<string, string>;

const run = { 'docs/run.md': '# Run\n\nThe server listens on port 8080.\n' };
const port = '  - question: Which port?\n    page: docs/run.md\n    facts: ["8080"]\n';

/** Believes no number of which the page does not say that a server listens on it. */
const careful: AskJudge = async ({ prompt }) =>
  await Promise.resolve(prompt.includes('listens') ? 'Port 8080.' : 'UNANSWERED');

async function judge(list: string, [before, after]: [Files, Files], ask: AskJudge) {
  const file = { '.copydesk/questions.yaml': `questions:\n${list}` };
  const trees = { before: treeOf({ ...before, ...file }), after: treeOf({ ...after, ...file }) };
  const questions = (await questionsOf(trees.before))?.questions ?? [];
  const touched = await askTouched(questions, { ...trees, folder: 'docs' });
  const prompts: string[] = [];
  const asking: AskJudge = async (asked) => {
    prompts.push(asked.prompt);
    return await ask(asked);
  };
  const readBefore = async (path: string) => await Promise.resolve(before[path]);
  const readAfter = async (path: string) => await Promise.resolve(after[path]);
  const { judged, notes } = await judgeChange(touched, { readBefore, readAfter, ask: asking });
  const states = judged.map(({ question, ...when }) => ({
    question,
    before: when.before.isAnswered,
    after: when.after.isAnswered,
  }));
  return { states, notes, prompts };
}

test('a page that keeps the fact but no longer answers is found, unlike by the facts alone', async () => {
  const example = { 'docs/run.md': '# Run\n\nAn example of another program: `--port 8080`.\n' };
  const { states, notes } = await judge(port, [run, example], careful);
  expect(states).toEqual([{ question: 'Which port?', before: true, after: false }]);
  expect(notes).toEqual([]);
});

test('a rewrite that still answers is judged by its new text', async () => {
  const better = { 'docs/run.md': '# Run\n\nIt runs.\n\nIt listens on port 8080 by default.\n' };
  const { states, prompts } = await judge(
    port,
    [run, better],
    async ({ prompt }) => await Promise.resolve(prompt.includes('8080') ? '8080' : 'UNANSWERED'),
  );
  expect(states).toEqual([{ question: 'Which port?', before: true, after: true }]);
  expect(prompts).toEqual([expect.stringContaining('The server listens'), expect.stringContaining('by default')]);
});

test('a deleted page answers nothing, and the model is not asked about it', async () => {
  const { states, prompts } = await judge(port, [run, {}], async () => await Promise.resolve('8080'));
  expect(states).toEqual([{ question: 'Which port?', before: true, after: false }]);
  expect(prompts).toHaveLength(1);
});

test('a page that was moved is read at its new path', async () => {
  const moved = { 'docs/start.md': `${run['docs/run.md']}More.\n` };
  const { states } = await judge(port, [run, moved], async () => await Promise.resolve('8080'));
  expect(states).toEqual([{ question: 'Which port?', before: true, after: true }]);
});

test('questions about other pages are not asked', async () => {
  const both = { ...run, 'docs/other.md': 'Other.\n' };
  const { states, prompts } = await judge(
    port,
    [both, { ...both, 'docs/other.md': 'Others.\n' }],
    async () => await Promise.resolve('8080'),
  );
  expect([states, prompts]).toEqual([[], []]);
});

test('the first eight questions of a change are judged, and the others are counted', async () => {
  const list = Array.from({ length: 11 }, (_, index) => port.replace('Which', `Which ${index}`)).join('');
  const after = { 'docs/run.md': '# Run\n\nPort 8080.\n' };
  const { states, notes, prompts } = await judge(list, [run, after], async () => await Promise.resolve('8080'));
  expect(states).toHaveLength(8);
  expect(prompts).toHaveLength(16);
  expect(notes).toEqual(['3 more not judged: of one change the first 8 are']);
});

test('a failed call leaves its question unjudged, and its reason is stored', async () => {
  const list = port + port.replace('Which', 'What');
  let asked = 0;
  const { states, notes } = await judge(list, [run, { 'docs/run.md': 'Port 8080.\n' }], async () => {
    asked += 1;
    if (asked === 4) throw new CopydeskError('model_failed', 'The model is away.');
    return await Promise.resolve('8080');
  });
  expect(states).toHaveLength(1);
  expect(notes).toEqual(['The model is away.']);
});

test('an error of Copydesk itself is thrown', async () => {
  const failing = judge(port, [run, {}], async () => await Promise.reject(new TypeError('a bug')));
  await expect(failing).rejects.toThrow('a bug');
});
