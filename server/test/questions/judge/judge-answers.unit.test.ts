import { CopydeskError } from '@copydesk/contract/errors';
import { expect, test } from 'vitest';
import { judgeAnswers, mostJudged, readMaterial } from '../../../src/questions/judge/judge-answers.ts';
import type { AskJudge } from '../../../src/questions/judge/judge.ts';
import { questionsOf } from '../../../src/questions/questions-check.ts';
import { treeOf } from '../tree-of.ts';

const pages: Record<string, string> = {
  'docs/install.md': '# Install\n\nRun `npm install`.\n',
  'docs/run.md': '# Run\n\nThe server listens on port 8080.\n',
  'docs/more.md': '# More\n\nThe server has a port, which listens.\n',
  'docs/deploy.md': '# Deploy\n\nThe server.\n',
  'docs/zoo.md': '# Zoo\n\nThe server.\n',
  'docs/draft.md': '# Draft\n\nWhich port the server listens on: 8080.\n',
  'docs/none.md': '# Cats\n\nMeow.\n',
};

const install = '  - question: How do I install it?\n    page: docs/install.md\n    facts: [npm install]\n';
const port = '  - question: Which port does the server listen on, and which listens?\n    facts: ["8080"]\n';

async function materialOf(list: string) {
  const tree = treeOf({ ...pages, '.copydesk/questions.yaml': `questions:\n${list}` });
  const questions = (await questionsOf(tree))?.questions ?? [];
  const readText = async (path: string) => await Promise.resolve(path === 'docs/draft.md' ? undefined : pages[path]);
  return await readMaterial(questions, { tree, folder: 'docs', readText });
}

const clock = (): Date => new Date(0);

async function judge(list: string, ask: AskJudge, now = clock) {
  const { verdicts, notes } = await judgeAnswers(await materialOf(list), { ask, now });
  return { verdicts: [...verdicts].map(([{ text }, verdict]) => ({ text, ...verdict })), notes };
}

test('a question is judged by its own page', async () => {
  const prompts: string[] = [];
  const judged = await judge(install, async ({ prompt }) => {
    prompts.push(prompt);
    return await Promise.resolve('Run npm install.');
  });
  expect(judged.verdicts).toMatchObject([{ text: 'How do I install it?', isAnswered: true }]);
  expect(judged.notes).toEqual([]);
  expect(prompts).toEqual([expect.stringContaining('Run `npm install`.')]);
});

test('a question without a page is judged by the three pages that contain most of its words', async () => {
  const { shown } = await materialOf(port);
  // The best page cannot be read, and of those with one word the first by path is taken.
  expect([...shown.values()].map(({ texts }) => texts)).toEqual([
    [pages['docs/more.md'], pages['docs/run.md'], pages['docs/deploy.md']],
  ]);
});

test.each([
  [
    '  - question: Who?\n    page: docs/gone.md\n    facts: [x]\n',
    'the file docs/gone.md is not a page of the docs, or cannot be read',
  ],
  ['  - question: Wer?\n    facts: [x]\n', 'no page contains any of its words'],
])('a question without a text is not asked', async (list, why) => {
  const { verdicts, notes } = await judge(list, () => Promise.reject(new Error('It was asked.')));
  expect(verdicts).toEqual([]);
  expect(notes).toEqual([expect.stringContaining(why)]);
});

const many = (number: number): string =>
  Array.from({ length: number }, (_, index) => install.replace('install it', `install ${index}`)).join('');

test('fifty questions are judged, four at a time', async () => {
  let [now, most] = [0, 0];
  const judged = await judge(many(mostJudged + 2), async () => {
    now += 1;
    most = Math.max(most, now);
    await new Promise((resolve) => setImmediate(resolve));
    now -= 1;
    return 'npm install';
  });
  expect(judged.verdicts).toHaveLength(mostJudged);
  expect(judged.notes).toEqual(['2 questions not judged: one run judges the first 50']);
  expect(most).toBe(4);
});

test('a failed call leaves its question unjudged, and reports the reason', async () => {
  let calls = 0;
  const judged = await judge(many(3), async () => {
    calls += 1;
    if (calls === 2) throw new CopydeskError('model_failed', 'The provider is overloaded.');
    return await Promise.resolve('npm install');
  });
  expect(judged.verdicts.map(({ text }) => text)).toEqual(['How do I install 0?', 'How do I install 2?']);
  expect(judged.notes).toEqual(['question not judged: “How do I install 1?”: The provider is overloaded.']);
});

test('after an error in the settings, the other questions are not asked', async () => {
  let calls = 0;
  const judged = await judge(many(20), async () => {
    calls += 1;
    return await Promise.reject(new CopydeskError('model_not_configured', 'The key is wrong.'));
  });
  expect(calls).toBe(4);
  expect(judged.verdicts).toEqual([]);
  expect(judged.notes).toHaveLength(20);
  expect(judged.notes).toContain('question not judged: “How do I install 19?”: The key is wrong.');
});

test('no call begins after three minutes', async () => {
  let minutes = 0;
  const judged = await judge(
    many(10),
    async () => {
      minutes += 1;
      return await Promise.resolve('npm install');
    },
    () => new Date(minutes * 60_000),
  );
  expect(judged.verdicts.length).toBeLessThan(8);
  expect(judged.verdicts.length + judged.notes.length).toBe(10);
  expect(judged.notes.at(-1)).toContain('the time for one run was over');
});

test('an error of Copydesk itself is thrown, and ends the calls', async () => {
  let calls = 0;
  const judged = judge(many(20), async () => {
    calls += 1;
    return await Promise.reject(new TypeError('A bug.'));
  });
  await expect(judged).rejects.toThrow('A bug.');
  expect(calls).toBeLessThan(6);
});
