import { CopydeskError } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { readUsage } from '../../../src/jobs/usage/usage.ts';
import { readTelemetry } from '../../../src/telemetry/settings.ts';
import { openTelemetry } from '../../../src/telemetry/telemetry.ts';
import type { FaultPoint } from '../../../src/worker/fault-points.ts';
import { expireLease } from '../../races/support.ts';
import { traceCollector } from '../../support/trace-collector.ts';
import { calls, helperRig, small, used } from './helper-rig.ts';
import type { Answers } from './helper-rig.ts';

const path = 'docs/guide.md';
const inForm = { text: 'TITLE: docs: rename the product\nCOMMIT:\nA new name.\nDESCRIPTION:\nIt has one.' };
const ask = calls('read_file', { path, question: 'Where is Acme Cloud named?' });
const edit = calls('edit_file', { path, edits: [{ old: 'Acme Cloud', new: 'Acme Platform' }] });
const found = { text: 'docs/guide.md:3 names it.', ...used(500) };

const works: Answers = [
  { ...ask, ...used(100) },
  { ...edit, ...used(100) },
  calls('read_file', { path }),
  edit,
  inForm,
  { text: 'KEEP' },
];

test('a job lets its helper read a page, and itself reads the pages that it edits', async () => {
  await using both = await helperRig({ large: works, small: [found] });
  await using collector = await traceCollector();
  const telemetry = readTelemetry({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  if (telemetry === undefined) throw new Error('not set');
  const log = { info: () => {}, warn: () => {} };
  const tracing = openTelemetry(telemetry, { version: '1.2.3', log });
  const { rig, asked, services } = both;
  const { id } = await rig.create('Rename Acme Cloud.');
  expect(await rig.work({ ...services, tracing })).toMatchObject({ status: 'completed', prLink: expect.any(String) });
  await tracing.close();
  expect(await rig.repository.git('show', `copydesk/${id}:${path}`)).toContain('Use Acme Platform.');
  expect(asked.small).toHaveLength(1);
  expect(asked.small[0]?.text).toContain('3\\tUse Acme Cloud.');
  const steps = (await rig.events(id)).flatMap((event) => (event.type === 'step' ? [event.data] : []));
  expect(steps[0]).toMatchObject({
    tools: [{ ok: true, summary: 'ask about docs/guide.md: Where is Acme Cloud named?' }],
    helperCalls: [{ model: small, usage: { inputTokens: 500, outputTokens: 1 } }],
  });
  expect(steps[1]).toMatchObject({ tools: [{ ok: false }] });
  expect(steps.slice(1).filter(({ helperCalls }) => helperCalls !== undefined)).toEqual([]);
  expect(await readUsage(rig.db, id, services.budgets ?? rig.services.budgets)).toMatchObject({
    inputTokens: 700,
    costUsd: expect.closeTo(0.002 + 0.0005),
    helpers: [{ model: small, calls: 1 }],
  });
  const called = collector.spans.find(({ name }) => name === 'chat small');
  const tool = collector.spans.find(({ name }) => name === 'execute_tool read_file');
  expect(called).toMatchObject({
    parentSpanId: tool?.spanId,
    attributes: { 'gen_ai.request.model': 'small', 'gen_ai.usage.input_tokens': 500, 'gen_ai.conversation.id': id },
  });
});

test('an unreachable helper is a failed tool call, and the job continues', async () => {
  await using both = await helperRig({ large: works, small: [{ status: 503, body: { error: { message: 'Away.' } } }] });
  const { rig, services } = both;
  const { id } = await rig.create('Rename Acme Cloud.');
  expect(await rig.work(services)).toMatchObject({ status: 'completed', prLink: expect.any(String) });
  const [step] = (await rig.events(id)).flatMap((event) => (event.type === 'step' ? [event.data] : []));
  expect(step?.tools).toMatchObject([{ ok: false, result: expect.stringContaining('Read without a question.') }]);
});

test("the helper's tokens count for the budget of the job", async () => {
  await using both = await helperRig({ large: works, small: [{ ...found, ...used(50_000) }] });
  const { rig, services } = both;
  const prices = services.budgets?.prices ?? rig.services.budgets.prices;
  const budgets = { budget: { steps: null, tokens: 40_000, usd: 1, minutes: null }, prices };
  await rig.create('Rename Acme Cloud.');
  expect(await rig.work({ ...services, budgets })).toMatchObject({ error: { code: 'limit_reached' } });
  expect(both.asked.large).toHaveLength(1);
});

test.each<[FaultPoint, asked: number]>([
  ['before-step', 2],
  ['step-stored', 1],
])('after a death at "%s" no stored call of the helper is repeated', async (point, count) => {
  const again: Answers = count === 2 ? [works[0], ...works] : works;
  await using both = await helperRig({ large: again, small: [found] });
  const { rig, services } = both;
  const { id } = await rig.create('Rename Acme Cloud.');
  let armed = true;
  const onFaultPoint = (reached: FaultPoint): void => {
    if (!armed || reached !== point) return;
    armed = false;
    throw new CopydeskError('lease_lost', 'as if killed here');
  };
  expect(await rig.work({ ...services, onFaultPoint })).toMatchObject({ status: 'active' });
  await expireLease(rig);
  expect(await rig.work(services)).toMatchObject({ status: 'completed' });
  expect(both.asked.small).toHaveLength(count);
  const usage = await readUsage(rig.db, id, services.budgets ?? rig.services.budgets);
  expect(usage.helpers).toMatchObject([{ calls: 1, inputTokens: 500 }]);
});
