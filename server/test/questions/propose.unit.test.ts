import { expect, test } from 'vitest';
import { readPage } from '../../src/docs/parse/page.ts';
import { proposeQuestions } from '../../src/questions/propose.ts';
import type { Proposals } from '../../src/questions/propose.ts';
import { askAllQuestions } from '../../src/questions/questions-check.ts';
import { questionsPath } from '../../src/questions/tree.ts';
import { treeOf } from '../docs/memory-tree.ts';

const parse = async (path: string, text: string) => readPage(text, path.endsWith('.mdx') ? 'mdx' : 'markdown');

const files: Record<string, string> = {
  'docs/install.md':
    '---\ntitle: "Installing the command"\n---\n\nNeeds 512 MB.\n\n```sh\n# once\nnpm install -g example@4 <folder>\ncd example\nexample init --here\n```\n\nSet `EXAMPLE_HOME`.\n',
  'docs/limits.md': '# Limits\n\nA request has at most **10 MB**, and ends after 30 seconds.\n',
  'docs/webhooks.mdx':
    '# Webhook\n\nA webhook is an address.\n\n## How are they signed?\n\nWith `X_SECRET`.\n\n## More\n\n`--retries 3`\n',
  'docs/story.md': '# Our story\n\nIt began small.\n',
};

const reads = Object.keys(files).map((path, index) => ({ path, ai: 100 - index }));

const propose = async (
  contents: Record<string, string> = files,
  { limit = 10, of = reads }: { limit?: number; of?: typeof reads | undefined } = {},
): Promise<Proposals> => await proposeQuestions({ tree: treeOf(contents), parse, reads: of, limit });

/** Asks the questions of a file: what each of them lacks. */
async function lacking(contents: Record<string, string>) {
  const asked = await askAllQuestions(treeOf(contents), 'docs');
  expect(asked?.notes).toEqual([]);
  return Object.fromEntries((asked?.answers ?? []).map(({ question, missing }) => [question.text, missing]));
}

test('each page that AI reads gets a question with facts from the page, the most read first', async () => {
  const { proposals, withoutFact, why, place } = await propose();
  expect(proposals).toEqual([
    {
      question: 'How do I install the command?',
      page: 'docs/install.md',
      facts: ['npm install -g example@4', 'example init --here', 'EXAMPLE_HOME'],
      aiViews: 100,
    },
    {
      question: 'What do I need to know about “Limits”?',
      page: 'docs/limits.md',
      facts: ['10 MB', '30 seconds'],
      aiViews: 99,
    },
    { question: 'Webhook: How are they signed?', page: 'docs/webhooks.mdx', facts: ['X_SECRET'], aiViews: 98 },
  ]);
  expect({ withoutFact, why, place }).toEqual({ withoutFact: 1, why: null, place: 'new_file' });
});

test('the proposals as a questions file are answered by the same docs, until a fact is removed', async () => {
  const { yaml } = await propose();
  expect(yaml).toContain('  # 100 views by AI in 30 days\n  - question: How do I install the command?\n');
  const kept = { ...files, [questionsPath]: yaml };
  const answers = await lacking(kept);
  expect(Object.values(answers)).toEqual([[], [], []]);
  const changed = { ...kept, 'docs/install.md': (files['docs/install.md'] ?? '').replace('-g example@4', 'it') };
  expect(await lacking(changed)).toEqual({ ...answers, 'How do I install the command?': ['npm install -g example@4'] });
});

test.each([
  ['indented', 'questions:\n  - question: Why?\n    page: docs/limits.md\n    facts: [30 seconds]\n'],
  ['not indented, without a last line break', 'questions:\n- question: Why?\n  page: docs/limits.md\n  facts: [MB]'],
])('proposals can be appended to a file whose list is %s, and a page with a question gets none', async (_, own) => {
  const { yaml, place, proposals } = await propose({ ...files, [questionsPath]: own });
  expect(place).toBe('end_of_file');
  expect(proposals.map(({ page }) => page)).toEqual(['docs/install.md', 'docs/webhooks.mdx']);
  const answers = await lacking({ ...files, [questionsPath]: own + yaml });
  expect(answers).toEqual({ 'Why?': [], 'How do I install the command?': [], 'Webhook: How are they signed?': [] });
});

test.each([
  ['in brackets', 'questions: [{ question: Why?, facts: [MB] }]\n'],
  ['empty', 'questions: []\n'],
  ['not the last thing', 'questions:\n  - question: Why?\n    facts: [MB]\nother: 1\n'],
  ['no YAML', 'questions: ['],
  ['full', `questions:\n${'  - question: Why?\n    facts: [MB]\n'.repeat(499)}`],
])('if the list is %s, the proposals are a separate file that people must merge', async (_, own) => {
  const { yaml, place } = await propose({ ...files, [questionsPath]: own });
  expect(place).toBe('by_hand');
  expect(Object.values(await lacking({ ...files, [questionsPath]: yaml }))).toEqual([[], [], []]);
});

test('a limit counts proposals, so that pages without a fact do not use it up', async () => {
  const of = [...reads, { path: 'docs/story.md', ai: 1_000 }, { path: 'docs/gone.md', ai: 2_000 }];
  const { proposals, withoutFact } = await propose(files, { limit: 1, of });
  expect(proposals).toMatchObject([{ page: 'docs/install.md' }]);
  expect(withoutFact).toBe(1);
});

test('a page that cannot be parsed or read is counted', async () => {
  const tree = treeOf(files);
  const request = { tree, reads, limit: 10, parse: async () => undefined };
  expect(await proposeQuestions(request)).toMatchObject({ proposals: [], withoutFact: 4 });
  const unreadable = { ...tree, read: async () => await Promise.reject(new Error('too large')) };
  expect(await proposeQuestions({ ...request, tree: unreadable })).toMatchObject({ withoutFact: 4, yaml: '' });
});

const one = 'questions:\n  - question: Why?\n    page: docs/limits.md\n    facts: [MB]\n';

test.each([
  ['no views were collected', undefined, 'No page views were ever collected for this project'],
  ['AI reads nothing', [{ path: 'docs/limits.md', ai: 0 }], 'AI has read no page of these docs in the last 30 days.'],
  ['all have questions', [{ path: 'docs/limits.md', ai: 5 }], 'All pages that AI has read in the last 30 days have'],
  ['none has a fact', [{ path: 'docs/story.md', ai: 5 }], 'or no fact to ask for.'],
])('no proposals say why: %s', async (_, given, why) => {
  const tree = treeOf({ ...files, [questionsPath]: one });
  const proposed = await proposeQuestions({ tree, parse, reads: given, limit: 10 });
  expect(proposed).toMatchObject({ proposals: [], yaml: '', why: expect.stringContaining(why) });
});
