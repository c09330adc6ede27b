import { describe, expect, test } from 'vitest';
import { modelAt, names } from '../../agent/models/providers/rig.ts';
import { modelServer } from '../../support/model-server.ts';
import type { ModelReply, ModelRequest } from '../../support/model-server.ts';
import { streamOf } from '../../support/model-streams.ts';
import { workerRig } from '../rig.ts';
import type { WorkerRig } from '../rig.ts';

const readGuide = { id: 'call_1', tool: 'read_file', input: '{"path":"docs/guide.md"}' };
const edits = [{ old: 'Acme Cloud', new: 'Acme Platform' }];
const editGuide = { id: 'call_2', tool: 'edit_file', input: JSON.stringify({ path: 'docs/guide.md', edits }) };

/** Returns what a good model answers, by the number of tool results that it has seen. */
function goodAnswer(name: string, { text }: ModelRequest): string[] {
  const seen = [readGuide, editGuide].filter(({ tool }) => calledIn(text, tool)).length;
  if (seen === 0) return streamOf(name, { text: 'First the page.', calls: [readGuide] });
  if (seen === 1) return streamOf(name, { text: 'Now the edit.', calls: [editGuide] });
  return streamOf(name, { text: 'Renamed the product on the guide.' });
}

/** Whether a conversation contains a call of that tool, besides the tool's description. */
function calledIn(text: string, tool: string): boolean {
  return text.split(`"name":"${tool}"`).length > 2;
}

async function letTimePass({ db }: WorkerRig): Promise<void> {
  await db
    .updateTable('job')
    .set({ not_before: new Date(0) })
    .execute();
}

/** The faults in the way of each step, in order; `good` is the answer without the fault. */
const troubles: ((good: string[]) => ModelReply)[] = [
  () => ({ status: 429, headers: { 'retry-after': '30' }, body: { error: { message: 'Slow down.' } } }),
  (good) => ({ stream: good.slice(0, -3) }),
  (good) => ({ stream: good.slice(0, 1), end: 'reset' }),
  () => ({ status: 502, body: '<html>Bad Gateway</html>' }),
];

describe.each(names)('%s', (name) => {
  test('an error before every step: the job waits each time, and loses nothing', async () => {
    let asked = 0;
    await using server = await modelServer((request) => {
      const good = goodAnswer(name, request);
      const trouble = asked % 2 === 0 ? troubles[asked / 2] : undefined;
      asked += 1;
      return trouble?.(good) ?? { stream: good };
    });
    const model = await modelAt(name, server.url);
    await using rig = await workerRig([]);
    const { id } = await rig.create('Rename Acme Cloud to Acme Platform.');
    let job = await rig.work({ resolveModel: () => model });
    for (let again = 0; again < 10 && job.status === 'active'; again += 1) {
      await letTimePass(rig);
      job = await rig.work({ resolveModel: () => model });
    }
    expect(job).toMatchObject({ status: 'completed', error: null });
    expect(await rig.repository.git('show', `copydesk/${id}:docs/guide.md`)).toContain('Use Acme Platform.');
    const events = await rig.events(id);
    const said = events.flatMap((event) => (event.type === 'step' ? [event.data.text] : []));
    expect(said.slice(0, 3)).toEqual(['First the page.', 'Now the edit.', 'Renamed the product on the guide.']);
    const waits = events.flatMap((event) => (event.type === 'put_off' ? [event.data.code] : []));
    expect(new Set(waits)).toEqual(new Set(['model_failed']));
    expect(waits.length).toBeGreaterThanOrEqual(3);
  });

  test('no credit: the job fails at once, and a message continues from there', async () => {
    await using server = await modelServer(() => ({
      status: 429,
      body: {
        error: { message: 'You exceeded your current quota.', type: 'insufficient_quota', code: 'insufficient_quota' },
      },
    }));
    const model = await modelAt(name, server.url);
    await using rig = await workerRig([]);
    const { id } = await rig.create('Rename Acme Cloud to Acme Platform.');
    const failed = await rig.work({ resolveModel: () => model });
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'model_failed', retryable: false } });
    server.reply = (request) => ({ stream: goodAnswer(name, request) });
    await rig.send(id, 'There is credit again.');
    expect(await rig.work({ resolveModel: () => model })).toMatchObject({ status: 'completed' });
  });
});

test('a job keeps its first model, even if the project sets another one later', async () => {
  await using rig = await workerRig([{ text: 'Nothing to do.' }]);
  const asked: string[] = [];
  const resolveModel: typeof rig.services.resolveModel = (name, job) => {
    asked.push(name);
    return rig.services.resolveModel(name, job);
  };
  const { id } = await rig.create('Look.');
  await rig.db.updateTable('project').set({ model: 'anthropic/claude-sonnet-5-5' }).execute();
  expect(await rig.work({ resolveModel })).toMatchObject({ status: 'completed', model: 'test/scripted' });
  await rig.send(id, 'Look again.');
  expect(await rig.work({ resolveModel })).toMatchObject({ status: 'completed', model: 'test/scripted' });
  expect(asked).toEqual(['test/scripted', 'test/scripted']);
});
