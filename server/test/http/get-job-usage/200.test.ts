import { afterAll, beforeAll, expect, test } from 'vitest';
import { priceOf } from '../../../src/agent/models/prices.ts';
import type { Prices } from '../../../src/jobs/usage/usage.ts';
import { recordStep } from '../../../src/jobs/run/record-step.ts';
import { failJob } from '../../../src/jobs/settle/settle.ts';
import { claim, stepEntry } from '../../jobs/support.ts';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  const budget = { steps: 10, tokens: null, usd: 5, minutes: 120 };
  const concurrency = { project: 5, total: undefined };
  const reported = new Map([['acme/large', { input: 3, output: 15 }]]);
  const prices: Prices = (model, day) => priceOf(model, day, reported);
  api = await startApi({ jobLimits: { budget, prices, concurrency } });
});
afterAll(async () => await api[Symbol.asyncDispose]());

const usage = { inputTokens: 100_000, outputTokens: 20_000 };
const half = { startedAt: new Date('2026-01-01T00:00:00Z'), finishedAt: new Date('2026-01-01T00:00:30Z') };

/** Creates a job with one step of half a minute. */
async function workedOn(model: string): Promise<{ path: string; id: string }> {
  const { id } = await api.newJob();
  await api.db.updateTable('job').set({ model }).where('id', '=', id).execute();
  const { lease } = await claim(api.db);
  const { event } = stepEntry();
  await recordStep(api.db, lease, stepEntry({ ...half, event: { ...event, usage } }));
  const failure = { code: 'limit_reached', detail: 'That was all.', retryable: true } as const;
  await failJob(api.db, lease, { failure, messagesKnown: 1 });
  return { id, path: `/v2/agent/${api.project.id}/job/${id}` };
}

test('reports what a job has used, and what it may use', async () => {
  const { path } = await workedOn('acme/large');
  expect((await api.send('GET', `${path}/usage`)).json).toEqual({
    steps: 1,
    inputTokens: 100_000,
    cachedInputTokens: 0,
    cacheWriteTokens: 0,
    outputTokens: 20_000,
    costUsd: 0.6,
    prices: [
      {
        from: '1970-01-01',
        input: 3,
        cachedInput: 3,
        cacheWrite: 3,
        output: 15,
        long: null,
        source: 'COPYDESK_MODEL_PRICES',
      },
    ],
    workSeconds: 30,
    budget: {
      steps: { limit: 10, used: 1 },
      tokens: { limit: null, used: 120_000 },
      usd: { limit: 5, used: 0.6 },
      minutes: { limit: 120, used: 0.5 },
    },
  });
});

test('reports the usage of helper models with their own prices, by the length of each call, and includes it in the sums', async () => {
  const { id } = await api.newJob();
  await api.db.updateTable('job').set({ model: 'acme/large' }).where('id', '=', id).execute();
  const { lease } = await claim(api.db);
  const { event } = stepEntry();
  const long = { inputTokens: 300_000, outputTokens: 1_000 };
  const helperCalls = [
    { model: 'openai/gpt-5.4-nano', usage },
    { model: 'anthropic/claude-haiku-5-5', usage: long },
    { model: 'anthropic/claude-haiku-5-5', usage },
  ];
  await recordStep(api.db, lease, stepEntry({ ...half, event: { ...event, usage, helperCalls } }));
  await failJob(api.db, lease, {
    failure: { code: 'limit_reached', detail: 'That was all.', retryable: true },
    messagesKnown: 1,
  });
  const reply = await api.send('GET', `/v2/agent/${api.project.id}/job/${id}/usage`);
  expect(reply.json).toMatchObject({
    steps: 1,
    inputTokens: 600_000,
    outputTokens: 61_000,
    costUsd: expect.closeTo(0.6 + 0.045 + 0.1725),
    prices: [{ source: 'COPYDESK_MODEL_PRICES' }],
    helpers: [
      {
        model: 'openai/gpt-5.4-nano',
        calls: 1,
        inputTokens: 100_000,
        outputTokens: 20_000,
        costUsd: expect.closeTo(0.045),
      },
      {
        model: 'anthropic/claude-haiku-5-5',
        calls: 2,
        inputTokens: 400_000,
        outputTokens: 21_000,
        costUsd: expect.closeTo(0.1725),
      },
    ],
    budget: { tokens: { used: 661_000 } },
  });
});

test('a message to a settled job starts a new budget, and keeps the total usage', async () => {
  const { path } = await workedOn('acme/large');
  await api.send('POST', `${path}/message`, { body: { prompt: 'Go on' } });
  expect((await api.send('GET', `${path}/usage`)).json).toMatchObject({
    steps: 1,
    costUsd: 0.6,
    budget: { steps: { used: 0 }, tokens: { used: 0 }, usd: { used: 0 }, minutes: { used: 0 } },
  });
  await api.send('POST', `${path}/archive`);
});

test('an unknown price stays unknown, and the built-in model costs nothing', async () => {
  const unknown = await workedOn('acme/small');
  expect((await api.send('GET', `${unknown.path}/usage`)).json).toMatchObject({
    costUsd: null,
    budget: { usd: { limit: 5, used: null } },
  });
  const free = await workedOn('builtin/copyeditor');
  expect((await api.send('GET', `${free.path}/usage`)).json).toMatchObject({ costUsd: 0 });
});

test('a project has limits of its own', async () => {
  const { path } = await workedOn('acme/large');
  await api.db
    .updateTable('project')
    .set({ budget_steps: 3, budget_tokens: 5_000_000_000, budget_micro_usd: 1_500_000, budget_minutes: 7 })
    .where('id', '=', api.project.id)
    .execute();
  expect((await api.send('GET', `${path}/usage`)).json).toMatchObject({
    budget: { steps: { limit: 3 }, tokens: { limit: 5_000_000_000 }, usd: { limit: 1.5 }, minutes: { limit: 7 } },
  });
});

test('a job without steps has no usage', async () => {
  const { id } = await api.newJob();
  expect((await api.send('GET', `/v2/agent/${api.project.id}/job/${id}/usage`)).json).toMatchObject({
    steps: 0,
    inputTokens: 0,
    outputTokens: 0,
    costUsd: 0,
    workSeconds: 0,
  });
});
