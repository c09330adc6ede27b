import { createHash } from 'node:crypto';
import { CopydeskError } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { readTelemetry } from '../../src/telemetry/settings.ts';
import { openTelemetry } from '../../src/telemetry/telemetry.ts';
import type { Telemetry } from '../../src/telemetry/tracer.ts';
import { expireLease } from '../races/support.ts';
import { traceCollector } from '../support/trace-collector.ts';
import type { CollectedSpan, TraceCollector } from '../support/trace-collector.ts';
import { editGuide, read, site, workerRig } from './rig.ts';
import type { WorkerRig } from './rig.ts';

/** The telemetry of another worker. */
function telemetryTo({ url }: TraceCollector): Telemetry {
  const settings = readTelemetry({ OTEL_EXPORTER_OTLP_ENDPOINT: url });
  if (settings === undefined) throw new Error('not set');
  return openTelemetry(settings, { version: '1.2.3', log: { info: complain, warn: complain } });
}

function complain(data: object, message: string): never {
  throw new Error(message, { cause: data });
}

/** Works on the next job as a separate worker. */
async function workTraced(rig: WorkerRig, collector: TraceCollector) {
  const tracing = telemetryTo(collector);
  const job = await rig.work({ tracing });
  await tracing.close();
  return job;
}

/** Returns the spans below one, by name, in the order in which they ended. */
function tree(spans: CollectedSpan[], parent?: CollectedSpan): object[] {
  return spans
    .filter(({ parentSpanId }) => parentSpanId === parent?.spanId)
    .map((span) => ({ [span.name]: tree(spans, span) }));
}

test('a job is one trace, across its turns and workers', async () => {
  await using collector = await traceCollector();
  await using rig = await workerRig([
    editGuide('Acme Cloud', 'Acme Platform'),
    { error: new CopydeskError('lease_lost', 'killed') },
    { text: 'Rename the product' },
    { calls: [read('docs/nowhere.md'), { tool: 'no_such_tool', input: {} }] },
    { text: 'Nothing is left to do' },
  ]);
  const { id } = await rig.create('rename it to Acme Platform');
  await workTraced(rig, collector);
  await expireLease(rig);
  expect(await workTraced(rig, collector)).toMatchObject({ status: 'completed', prLink: expect.any(String) });
  await rig.send(id, 'look once more at Acme Platform');
  expect(await workTraced(rig, collector)).toMatchObject({ status: 'completed' });

  const { spans } = collector;
  expect(tree(spans)).toEqual([
    {
      'invoke_agent copydesk': [
        { prepare: [{ 'git fetch': [] }] },
        {
          agent: [
            { 'chat scripted': [] },
            { 'execute_tool read_file': [] },
            { 'execute_tool edit_file': [] },
            { 'chat scripted': [] },
          ],
        },
      ],
    },
    {
      'invoke_agent copydesk': [
        { prepare: [{ 'git fetch': [] }] },
        { agent: [{ 'chat scripted': [] }] },
        { verify: [] },
        { review: [] },
        { deliver: [{ 'git push': [] }, { 'pull request': [] }] },
        { settle: [] },
      ],
    },
    {
      'invoke_agent copydesk': [
        { prepare: [{ 'git fetch': [] }] },
        { agent: [{ 'chat scripted': [] }, { 'execute_tool read_file': [] }, { 'chat scripted': [] }] },
        { verify: [] },
        { review: [] },
        { deliver: [] },
        { settle: [] },
      ],
    },
  ]);
  const traceId = createHash('sha256').update(id).digest('hex').slice(0, 32);
  expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]));
  const failed = spans.filter(({ hasFailed }) => hasFailed);
  expect(failed.map(({ name, attributes }) => `${name}: ${String(attributes['error.type'])}`)).toEqual([
    'chat scripted: lease_lost',
    'agent: lease_lost',
    'invoke_agent copydesk: lease_lost',
    'execute_tool read_file: refused',
  ]);
});

test('spans follow the conventions, and contain no prompt, file or reply', async () => {
  await using collector = await traceCollector();
  await using rig = await workerRig([editGuide('Acme Cloud', 'Acme Platform'), { text: 'Rename the product' }]);
  const { id } = await rig.create('rename it to Acme Platform');
  await workTraced(rig, collector);
  const reported = (name: string) => collector.spans.find((span) => span.name === name);
  const model = { 'gen_ai.provider.name': 'test', 'gen_ai.request.model': 'scripted', 'gen_ai.conversation.id': id };
  expect(reported('invoke_agent copydesk')).toMatchObject({ kind: 1, resource: { 'service.name': 'copydesk' } });
  expect(reported('invoke_agent copydesk')?.attributes).toEqual({
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': 'copydesk',
    ...model,
    'copydesk.model.name': 'test/scripted',
    'copydesk.project.id': rig.project.id,
    'copydesk.job.wait_seconds': expect.any(Number),
    'copydesk.turn.outcome': 'completed',
  });
  expect(reported('chat scripted')?.kind).toBe(3);
  expect(reported('chat scripted')?.attributes).toEqual({
    'gen_ai.operation.name': 'chat',
    ...model,
    'copydesk.model.name': 'test/scripted',
    'gen_ai.response.model': 'scripted',
    'gen_ai.response.finish_reasons': ['tool-calls'],
    'gen_ai.usage.input_tokens': 10,
    'gen_ai.usage.output_tokens': 5,
    'gen_ai.usage.cache_read.input_tokens': 0,
    'gen_ai.usage.cache_creation.input_tokens': 0,
  });
  expect(reported('execute_tool edit_file')?.attributes).toEqual({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'edit_file',
    'gen_ai.tool.call.id': 'call-0-1',
    'gen_ai.tool.type': 'function',
  });
  const secrets = ['Acme', 'rename', 'Rename', 'docs/', rig.repository.path, ...Object.keys(site)];
  expect(secrets.filter((secret) => collector.text().includes(secret))).toEqual([]);
});
