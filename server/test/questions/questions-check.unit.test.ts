import { expect, test } from 'vitest';
import { askAllQuestions, compareAnswers } from '../../src/questions/questions-check.ts';
import type { QuestionsTree } from '../../src/questions/tree.ts';
import { treeOf } from './tree-of.ts';

const questions = `
questions:
  - question: How do I install it?
    page: docs/install.md
    facts: [npm install, { pattern: 'node(\\.js)? 2\\d' }]
  - question: Which port?
    facts: ['8080']
`;

const files: Record<string, string> = {
  '.copydesk/questions.yaml': questions,
  'docs/install.md': '# Install\n\nRun `npm install` on Node.js 24.\n',
  'docs/run.md': '# Run\n\nIt listens on port 8080.\n',
  'docs/other.md': '# Other\n\nNothing.\n',
  'README.md': 'Port 8080.\n',
};

const compare = async (
  changes: Record<string, string | undefined>,
  before: Record<string, string | undefined> = files,
) => await compareAnswers({ before: treeOf(before), after: treeOf({ ...before, ...changes }), folder: 'docs' });

test('a repository without questions has no report', async () => {
  expect(await compare({ 'docs/run.md': '' }, { 'docs/run.md': 'x' })).toBeUndefined();
});

test('a page that loses a fact no longer answers', async () => {
  const report = await compare({ 'docs/install.md': '# Install\n\nRun `npm ci` on Node.js 24.\n' });
  expect(report).toMatchObject({
    introduced: [
      {
        rule: 'question-unanswered',
        severity: 'error',
        path: 'docs/install.md',
        line: 1,
        message: 'The page does not answer “How do I install it?”: it lacks “npm install”',
      },
    ],
    touched: [{ question: 'How do I install it?', before: true, after: false }],
  });
});

test('a rewrite that keeps the facts still answers', async () => {
  const report = await compare({
    'docs/install.md': '# Set up\n\nYou need **Node 26**. Then type\n\n```sh\nnpm   install\n```\n',
  });
  expect(report).toMatchObject({ introduced: [], touched: [{ before: true, after: true }] });
});

test('a moved page answers with its new address; a deleted one does not', async () => {
  const moved = await compare({ 'docs/install.md': undefined, 'docs/start/set-up.md': files['docs/install.md'] });
  expect(moved).toMatchObject({ introduced: [], touched: [{ before: true, after: true }] });
  const gone = await compare({ 'docs/install.md': undefined });
  expect(gone?.introduced).toMatchObject([{ path: 'docs/install.md' }]);
});

test('a question without a page is unanswered when the last page that answers it is gone', async () => {
  const gone = await compare({ 'docs/run.md': '# Run\n' });
  expect(gone?.introduced).toMatchObject([
    {
      path: '.copydesk/questions.yaml',
      line: 6,
      message: 'No page of the docs answers “Which port?”: none contains “8080”',
    },
  ]);
  const elsewhere = await compare({ 'docs/run.md': '# Run\n', 'docs/other.md': 'The port is 8080.' });
  expect(elsewhere?.introduced).toEqual([]);
});

test('a question that was unanswered before is not attributed to the change', async () => {
  const before = { ...files, 'docs/install.md': '# Install\n' };
  const report = await compare({ 'docs/install.md': '# Install\n\nSoon.\n' }, before);
  expect(report).toMatchObject({
    introduced: [],
    earlier: [{ path: 'docs/install.md' }],
    touched: [{ before: false }],
  });
});

test('a changed question applies from the next change on', async () => {
  const report = await compare({ '.copydesk/questions.yaml': 'questions: []', 'docs/install.md': '# Install\n' });
  expect(report?.introduced).toHaveLength(1);
});

test('a question that cannot be asked is reported', async () => {
  const before = { ...files, '.copydesk/questions.yaml': 'questions:\n  - question: Why?\n' };
  expect((await compare({ 'docs/other.md': 'New.' }, before))?.notes).toEqual([
    'question not asked: "facts" is not a list of what an answer must contain (.copydesk/questions.yaml, line 2)',
  ]);
});

test('all questions are checked against the current docs', async () => {
  const asked = await askAllQuestions(treeOf({ ...files, 'docs/install.md': 'npm install' }), 'docs');
  expect(asked?.answers.map(({ page, isAnswered, missing }) => ({ page, isAnswered, missing }))).toEqual([
    { page: 'docs/install.md', isAnswered: false, missing: ['/node(\\.js)? 2\\d/'] },
    { page: 'docs/run.md', isAnswered: true, missing: [] },
  ]);
});

test('each page of large docs is read once for all questions, and other work runs in between', async () => {
  const many = Array.from({ length: 40 }, (_, number) => `  - question: Q${number}?\n    facts: [nowhere ${number}]\n`);
  const pages = Array.from({ length: 400 }, (_, number) => [
    `docs/${number}.md`,
    `# Page\n\n${'words '.repeat(2_000)}`,
  ]);
  const last = { 'docs/last.md': 'Nowhere 7.\n' };
  const tree = treeOf({
    '.copydesk/questions.yaml': `questions:\n${many.join('')}`,
    ...Object.fromEntries(pages),
    ...last,
  });
  const reads = new Map<string, number>();
  const counting: QuestionsTree = {
    ...tree,
    async read(path) {
      reads.set(path, (reads.get(path) ?? 0) + 1);
      return await tree.read(path);
    },
  };
  let between = 0;
  const timer = setInterval(() => (between += 1), 1);
  const asked = await askAllQuestions(counting, 'docs');
  clearInterval(timer);
  expect(asked?.answers.filter(({ isAnswered }) => isAnswered)).toMatchObject([
    { question: { text: 'Q7?' }, page: 'docs/last.md' },
  ]);
  expect([...reads.values()].every((times) => times === 1)).toBe(true);
  expect(reads.size).toBe(402);
  expect(between).toBeGreaterThan(0);
});
