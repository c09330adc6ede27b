import { expect, test } from 'vitest';
import { readUsage } from '../../../src/jobs/usage/usage.ts';
import { site } from '../rig.ts';
import { calls, helperRig, small, used } from '../run/helper-rig.ts';
import type { Answers, HelperRig } from '../run/helper-rig.ts';

const path = 'docs/guide.md';
const inForm =
  'TITLE: docs: rename the product\nCOMMIT:\nIt has a new name.\nDESCRIPTION:\nThe guide says Acme Platform.';

function rewrites(text: string): Answers {
  return [
    { ...calls('read_file', { path }), ...used(100) },
    { ...calls('edit_file', { path, edits: [{ old: 'Use Acme Cloud.', new: text }] }), ...used(100) },
    { text: 'I rewrote it.', ...used(100) },
    { text: inForm, ...used(100) },
  ];
}

const questions = `
questions:
  - question: Where does it run?
    page: docs/guide.md
    facts: [Acme Cloud]
`;

/** A project whose questions are judged by the small model, and which has no helper. */
async function judgedRig(works: Answers, judges: Answers): Promise<HelperRig> {
  const files = { ...site, '.copydesk/questions.yaml': questions };
  const both = await helperRig({ large: works, small: judges }, { files, docsFolder: 'docs' });
  await both.rig.db.updateTable('project').set({ helper_model: null, questions_model: 'compatible/small' }).execute();
  return both;
}

async function descriptionOf({ rig }: HelperRig): Promise<string> {
  const { description } = await rig.db.selectFrom('pull_request').select('description').executeTakeFirstOrThrow();
  return description ?? '';
}

const keepsTheWords = rewrites('Others use Acme Cloud; this runs elsewhere.');

test('reviewers see that a page still contains the fact, but no longer answers the question', async () => {
  await using both = await judgedRig(keepsTheWords, [
    { text: 'It runs on Acme Cloud.', ...used(500) },
    { text: 'UNANSWERED', ...used(500) },
  ]);
  const { rig, asked, services } = both;
  const { id } = await rig.create('Rewrite it.');
  expect(await rig.work(services)).toMatchObject({ status: 'completed' });
  const description = await descriptionOf(both);
  expect(description).toContain('One question is about these pages: 1 answered before, 1 now.');
  expect(description).toContain(
    '`compatible/small` was given nothing but the changed pages, as AI readers get them. Of one question it answered 1 ' +
      'before, and 0 now.\n\nIt no longer answers:\n\n- `Where does it run?`',
  );
  expect(asked.small).toHaveLength(2);
  // Facts and paths would give the answer away.
  expect(asked.small.map(({ text }) => text).join()).not.toMatch(/facts|guide\.md/);
  expect(asked.small[1]?.text).toContain('this runs elsewhere');
  expect(await readUsage(rig.db, id, services.budgets ?? rig.services.budgets)).toMatchObject({
    helpers: [{ model: small, calls: 2, inputTokens: 1_000, costUsd: expect.closeTo(0.001) }],
  });
});

test('a failing model does not prevent the delivery, and reviewers see that it did not judge', async () => {
  await using both = await judgedRig(keepsTheWords, [{ status: 401, body: { error: { message: 'Wrong key.' } } }]);
  await both.rig.create('Rewrite it.');
  expect(await both.rig.work(both.services)).toMatchObject({ status: 'completed' });
  expect(await descriptionOf(both)).toMatch(/Not judged by `compatible\/small`: `.+`/);
});

test('a model without a known price is not asked when dollars are counted', async () => {
  await using both = await judgedRig(keepsTheWords, [{ text: 'Acme Cloud' }]);
  const { rig, services, asked } = both;
  const known = services.budgets ?? rig.services.budgets;
  const budgets: typeof known = {
    budget: { ...known.budget, usd: 5 },
    prices: (model, at) => (model === small ? undefined : known.prices(model, at)),
  };
  await rig.create('Rewrite it.');
  expect(await rig.work({ ...services, budgets })).toMatchObject({ status: 'completed' });
  expect(asked.small).toEqual([]);
  expect(await descriptionOf(both)).toContain('Not judged by `compatible/small`:');
});

test('a change without affected questions calls no model', async () => {
  await using both = await judgedRig(
    [
      { ...calls('write_file', { path: 'docs/new.md', content: '# New\n\nNew.\n' }), ...used(100) },
      { text: 'I wrote it.', ...used(100) },
      { text: inForm, ...used(100) },
    ],
    [{ text: 'Acme Cloud' }],
  );
  await both.rig.create('Write a page.');
  expect(await both.rig.work(both.services)).toMatchObject({ status: 'completed' });
  expect(both.asked.small).toEqual([]);
});
