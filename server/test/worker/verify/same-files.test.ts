import { expect, test } from 'vitest';
import { editGuide, workerRig } from '../rig.ts';
import type { WorkerRig } from '../rig.ts';

const described = (title: string) => ({ text: `TITLE: ${title}\nCOMMIT:\nAsked for.\nDESCRIPTION:\nAs asked.` });

/** The worker's model reviews its change. */
function reviewing(rig: WorkerRig) {
  const model = { name: 'test/scripted', model: rig.model, streams: false, describesChanges: true };
  return { resolveModel: () => model };
}

test('the later of two jobs on one page sees the earlier change, and its pull request names that job', async () => {
  const reviews: string[] = [];
  const steps = [editGuide('Run it.', 'Run it twice.'), { text: 'Done.' }];
  let done = 0;
  let asked = 0;
  await using rig = await workerRig((_, { prompt }) => {
    const last = prompt.at(-1);
    const text = JSON.stringify(last?.content ?? '');
    if (last?.role === 'user' && text.includes('Review your change')) {
      reviews.push(text);
      return described(`Change ${(asked += 1)}`);
    }
    if (asked === 0) return steps[done++] ?? { text: 'Done.' };
    return [editGuide('Use Acme Cloud.', 'Use Acme Platform.'), { text: 'Done.' }][done++ - 2] ?? { text: 'Done.' };
  });
  const first = await rig.create('say twice');
  expect(await rig.work(reviewing(rig))).toMatchObject({ id: first.id, status: 'completed' });
  const second = await rig.create('rename');
  expect(await rig.work(reviewing(rig))).toMatchObject({ id: second.id, status: 'completed' });

  expect(reviews).toHaveLength(2);
  expect(reviews[0]).not.toContain('Other pull requests');
  expect(reviews[1]).toContain('Other pull requests that are open change the same files.');
  expect(reviews[1]).toContain('Pull request #1:\\n<<<<<<\\nChange 1\\n');
  expect(reviews[1]).toContain('+Run it twice.');
  const { description } = await rig.db
    .selectFrom('pull_request')
    .select('description')
    .where('job_id', '=', second.id)
    .executeTakeFirstOrThrow();
  expect(description).toContain('Other open pull requests of Copydesk change the same files:');
  expect(description).toContain('`Change 1`: `docs/guide.md`');
});

test('a merged or closed pull request is not named', async () => {
  await using rig = await workerRig([
    editGuide('Run it.', 'Run it twice.'),
    { text: 'Done.' },
    editGuide('Use Acme Cloud.', 'Use Acme Platform.'),
    { text: 'Done.' },
  ]);
  await rig.create('say twice');
  await rig.work();
  await rig.db.updateTable('pull_request').set({ state: 'closed', ended_at: new Date(), ended_by: 'Ann' }).execute();
  const second = await rig.create('rename');
  await rig.work();
  const { description } = await rig.db
    .selectFrom('pull_request')
    .select('description')
    .where('job_id', '=', second.id)
    .executeTakeFirstOrThrow();
  expect(description).not.toContain('Other open');
});
