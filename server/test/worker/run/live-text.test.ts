import { expect, test } from 'vitest';
import { createModel } from '../../../src/agent/models/providers/create.ts';
import { readText } from '../../../src/jobs/run/live-text.ts';
import type { LiveText } from '../../../src/jobs/run/live-text.ts';
import { openListener } from '../../../src/postgres/listen.ts';
import { modelServer } from '../../support/model-server.ts';
import type { ModelReply } from '../../support/model-server.ts';
import { streamOf } from '../../support/model-streams.ts';
import { read, workerRig } from '../rig.ts';
import type { WorkerRig } from '../rig.ts';

const name = 'anthropic/claude-test';

test('the text of each step is published while it is written, and a step that broke off is published again', async () => {
  const input = JSON.stringify({ path: 'docs/guide.md' });
  const first = streamOf(name, { text: 'I read it.', calls: [{ id: 'c1', tool: 'read_file', input }] });
  const last = streamOf(name, { text: 'All is well.' });
  const replies: ModelReply[] = [{ stream: first }, { stream: last.slice(0, 4), end: 'reset' }, { stream: last }];
  await using provider = await modelServer(() => replies.shift() ?? { status: 500 });
  await using rig = await workerRig([]);
  await using ear = await listen(rig);
  const access = { apiKey: 'sk-test', baseUrl: `${provider.url}/v1`, keyPlace: 'KEY', addressPlace: 'URL' };
  const patience = { first: 60_000, between: 60_000 };
  const model = await createModel(name, { provider: 'anthropic', ...access }, { windows: new Map(), patience });
  const { id } = await rig.create('Look at the guide.');
  expect(await rig.work({ resolveModel: () => model })).toMatchObject({ status: 'active' });
  await expect.poll(() => ear.reported.length).toBe(2);
  await rig.db
    .updateTable('job')
    .set({ not_before: new Date(0) })
    .where('id', '=', id)
    .execute();
  expect(await rig.work({ resolveModel: () => model })).toMatchObject({ status: 'completed' });
  await expect.poll(() => ear.reported.length).toBe(3);
  const [one, two, three] = ear.reported;
  expect(one).toEqual({ job: id, epoch: 1, step: 1, offset: 0, text: 'I read it.' });
  expect(two).toEqual({ job: id, epoch: 1, step: 2, offset: 0, text: 'All is well.' });
  expect(three).toMatchObject({ job: id, step: 2, offset: 0, text: 'All is well.' });
  expect(three?.epoch).toBeGreaterThan(1);
});

test('a model that does not stream writes no live text', async () => {
  await using rig = await workerRig([{ text: 'I read it.', calls: [read('docs/guide.md')] }, { text: 'Done.' }]);
  await using ear = await listen(rig);
  await rig.create('Look at the guide.');
  await rig.work();
  await rig.db
    .selectNoFrom((eb) => eb.fn('pg_notify', [eb.val('job_text'), eb.val(JSON.stringify(mark))]).as('told'))
    .execute();
  await expect.poll(() => ear.reported).toEqual([mark]);
});

const mark: LiveText = { job: 'job_mark', epoch: 1, step: 1, offset: 0, text: 'That was all.' };

async function listen(rig: WorkerRig): Promise<AsyncDisposable & { reported: LiveText[] }> {
  const listener = openListener({ connection: rig.connection, applicationName: 'test listener' });
  await listener.ready;
  const reported: LiveText[] = [];
  listener.on('job_text', (payload) => {
    const piece = readText(payload ?? '');
    if (piece !== undefined) reported.push(piece);
  });
  return { reported, [Symbol.asyncDispose]: () => listener.close() };
}
