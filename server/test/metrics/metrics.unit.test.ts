import { CopydeskError } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { noTracing } from '../../src/agent/call/tracing.ts';
import type { Span } from '../../src/agent/call/tracing.ts';
import { forwardingMetrics } from '../../src/metrics/forwarding.ts';
import { openMetrics } from '../../src/metrics/open.ts';
import type { MetricsOptions } from '../../src/metrics/open.ts';

function open(options: Partial<MetricsOptions> = {}) {
  return openMetrics({ version: '1.2.3', costOf: () => undefined, clock: () => 0, ...options });
}

/** Returns the lines of a metric that has values. */
async function lines(metrics: ReturnType<typeof open>, name: string): Promise<string[]> {
  const { text } = await metrics.read();
  return text.split('\n').filter((line) => line.startsWith(name));
}

const chat = (model: string) => ({
  name: `chat ${model}`,
  kind: 'client' as const,
  attributes: { 'gen_ai.operation.name': 'chat', 'copydesk.model.name': model },
});

const answered = async (span: Span): Promise<void> =>
  span.set({
    'gen_ai.usage.input_tokens': 1_000,
    'gen_ai.usage.cache_read.input_tokens': 400,
    'gen_ai.usage.output_tokens': 50,
  });

test('counts tokens and costs of calls that are answered, and errors of those that are not', async () => {
  const metrics = open({ costOf: (_model, { inputTokens, outputTokens }) => (inputTokens + outputTokens) / 1_000_000 });
  const tracing = metrics.tracing(noTracing);
  await tracing.within(chat('anthropic/large'), answered);
  await tracing.within(chat('anthropic/large'), answered);
  const failing = tracing.within(chat('anthropic/large'), async () => {
    throw new CopydeskError('model_failed', 'it says no');
  });
  await expect(failing).rejects.toThrow('it says no');
  expect(await lines(metrics, 'copydesk_model_tokens_total')).toEqual([
    'copydesk_model_tokens_total{model="anthropic/large",kind="input"} 2000',
    'copydesk_model_tokens_total{model="anthropic/large",kind="cached"} 800',
    'copydesk_model_tokens_total{model="anthropic/large",kind="output"} 100',
  ]);
  expect(await lines(metrics, 'copydesk_model_cost_usd_total')).toEqual([
    'copydesk_model_cost_usd_total{model="anthropic/large"} 0.0021',
  ]);
  expect(await lines(metrics, 'copydesk_model_call_seconds_count')).toEqual([
    'copydesk_model_call_seconds_count{model="anthropic/large"} 3',
  ]);
  expect(await lines(metrics, 'copydesk_model_errors_total')).toEqual([
    'copydesk_model_errors_total{model="anthropic/large",code="model_failed"} 1',
  ]);
});

test('a worker that stops does not count as an error of a model', async () => {
  const metrics = open();
  const stopped = metrics.tracing(noTracing).within(chat('anthropic/large'), async () => {
    throw new DOMException('stopped', 'AbortError');
  });
  await expect(stopped).rejects.toThrow('stopped');
  expect(await lines(metrics, 'copydesk_model_errors_total')).toEqual([]);
});

test('counts at most fifty models by name, and the rest as "other"', async () => {
  const metrics = open();
  const tracing = metrics.tracing(noTracing);
  for (let number = 0; number < 60; number += 1) await tracing.within(chat(`openai/model-${number}`), answered);
  const counts = await lines(metrics, 'copydesk_model_call_seconds_count');
  expect(counts).toHaveLength(51);
  expect(counts).toContain('copydesk_model_call_seconds_count{model="other"} 10');
});

test('forwards what it measures to the next tracing', async () => {
  const reported: unknown[] = [];
  const metrics = open();
  const tracing = metrics.tracing({
    within: async (draft, work) => {
      reported.push(draft.name);
      return await work({ set: (attributes) => reported.push(attributes), fail: (type) => reported.push(type) });
    },
  });
  const result = await tracing.within({ name: 'git push', kind: 'client', attributes: {} }, async (span) => {
    span.set({ 'some.count': 3 });
    span.fail('push_rejected');
    return 'pushed';
  });
  expect([result, ...reported]).toEqual(['pushed', 'git push', { 'some.count': 3 }, 'push_rejected']);
  expect(await lines(metrics, 'copydesk_host_errors_total')).toEqual([
    'copydesk_host_errors_total{call="push",code="push_rejected"} 1',
  ]);
});

test('keeps the last values of a database that does not answer, and reports their age', async () => {
  const clock = { at: 0 };
  const metrics = open({ clock: () => clock.at });
  const none = { count: 0, oldestSeconds: 0 };
  metrics.setGauges({
    database: {
      jobs: { running: { count: 2, oldestSeconds: 30 }, waiting: none, put_off: none },
      workersAlive: 1,
      foldLagSeconds: 4,
    },
    disk: { freeBytes: 10, totalBytes: 100 },
  });
  clock.at = 60_000;
  metrics.setGauges({ database: undefined, disk: undefined });
  expect(await lines(metrics, 'copydesk_database_up')).toEqual(['copydesk_database_up 0']);
  expect(await lines(metrics, 'copydesk_look_age_seconds')).toEqual(['copydesk_look_age_seconds 60']);
  expect(await lines(metrics, 'copydesk_jobs_active{state="running"}')).toEqual([
    'copydesk_jobs_active{state="running"} 2',
  ]);
});

test('counts runs of automations by kind and decision', async () => {
  const metrics = open();
  metrics.ranAutomation('schedule', 'job');
  metrics.ranAutomation('schedule', 'job');
  metrics.ranAutomation('not_found', 'nothing');
  expect(await lines(metrics, 'copydesk_automation_runs_total')).toEqual([
    'copydesk_automation_runs_total{kind="schedule",decision="job"} 2',
    'copydesk_automation_runs_total{kind="not_found",decision="nothing"} 1',
  ]);
});

test('counts each view once, whatever other counts its project keeps', async () => {
  const metrics = open();
  metrics.countViews('accepted', 3);
  metrics.countViews('people:server', 3);
  metrics.countViews('dropped:not_a_page', 2);
  expect(await lines(metrics, 'copydesk_views_total')).toEqual([
    'copydesk_views_total{outcome="accepted",reason=""} 3',
    'copydesk_views_total{outcome="dropped",reason="not_a_page"} 2',
  ]);
});

test('replies are timed by route and status', async () => {
  const metrics = open();
  metrics.replied('api', 200, { route: 'GET /v1/projects', seconds: 0.02 });
  metrics.replied('api', 404);
  expect(await lines(metrics, 'copydesk_http_seconds_count')).toEqual([
    'copydesk_http_seconds_count{route="GET /v1/projects",status="200"} 1',
  ]);
  expect(await lines(metrics, 'copydesk_http_replies_total')).toHaveLength(2);
});

test('the work of another process is measured here, and so is polling of a code host', async () => {
  const metrics = open();
  const sent: string[] = [];
  const there = forwardingMetrics((work) => {
    const text = JSON.stringify(work);
    sent.push(text);
    metrics.measure(JSON.parse(text));
  });
  const failing = there.tracing(noTracing).within({ name: 'host poll', kind: 'client', attributes: {} }, async () => {
    throw new CopydeskError('code_host_limited', 'it says no');
  });
  await expect(failing).rejects.toThrow('it says no');
  await there.tracing(noTracing).within(chat('anthropic/large'), answered);
  expect(sent).toHaveLength(2);
  expect(await lines(metrics, 'copydesk_host_errors_total')).toEqual([
    'copydesk_host_errors_total{call="poll",code="code_host_limited"} 1',
  ]);
  expect(await lines(metrics, 'copydesk_model_tokens_total')).toHaveLength(3);
});
