import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CopydeskError } from '@copydesk/contract';
import { describe, expect, test } from 'vitest';
import type { SpanDraft } from '../../src/agent/call/tracing.ts';
import { readTelemetry } from '../../src/telemetry/settings.ts';
import { openTelemetry } from '../../src/telemetry/telemetry.ts';
import { traceCollector } from '../support/trace-collector.ts';
import type { TraceCollector } from '../support/trace-collector.ts';

/** Telemetry that sends to the collector, and what it has logged. */
function telemetryTo({ url }: Pick<TraceCollector, 'url'>) {
  const settings = readTelemetry({
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_HEADERS: { authorization: 'Bearer 123' },
    OTEL_RESOURCE_ATTRIBUTES: { 'deployment.environment.name': 'test' },
  });
  if (settings === undefined) throw new Error('not set');
  const logged: string[] = [];
  const line = (data: object, message: string): void => void logged.push(`${message} ${JSON.stringify(data)}`);
  return { ...openTelemetry(settings, { version: '1.2.3', log: { info: line, warn: line } }), logged };
}

function draft(name: string, more: Partial<SpanDraft> = {}): SpanDraft {
  return { name, kind: 'internal', attributes: {}, ...more };
}

const nothing = () => Promise.resolve();

describe('spans', () => {
  test('of one job are one trace, whichever workers send them, and have the surrounding work as parent', async () => {
    await using collector = await traceCollector();
    const workers = [telemetryTo(collector), telemetryTo(collector)];
    await Promise.all(
      workers.map(async ({ within, close }) => {
        await within(draft('turn', { job: 'job_1' }), async () => {
          await within(draft('first'), () => within(draft('within the first'), nothing));
          await within(draft('second', { kind: 'client' }), nothing);
        });
        await close();
      }),
    );
    const { spans } = collector;
    expect(spans.map(({ name }) => name).toSorted()).toEqual(
      ['first', 'first', 'second', 'second', 'turn', 'turn', 'within the first', 'within the first'].toSorted(),
    );
    const trace = createHash('sha256').update('job_1').digest('hex').slice(0, 32);
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([trace]));
    const parents = spans.map(({ name, parentSpanId }) => {
      const parent = spans.find(({ spanId }) => spanId === parentSpanId)?.name;
      return `${name} < ${parent}`;
    });
    expect(new Set(parents)).toEqual(
      new Set(['turn < undefined', 'first < turn', 'within the first < first', 'second < turn']),
    );
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(8);
    expect(spans.find(({ name }) => name === 'second')?.kind).toBe(3);
  });

  test('of parallel jobs stay in their own traces', async () => {
    await using collector = await traceCollector();
    const { within, close } = telemetryTo(collector);
    const jobs = ['job_1', 'job_2', 'job_3'];
    await Promise.all(
      jobs.map((job) =>
        within(draft(job, { job }), () => within(draft(`${job} asks`), () => within(draft(job), nothing))),
      ),
    );
    await close();
    const names = Map.groupBy(collector.spans, ({ traceId }) => traceId).values();
    const reported = [...names].map((spans) => spans.map(({ name }) => name).toSorted());
    expect(reported).toEqual(expect.arrayContaining(jobs.map((job) => [job, job, `${job} asks`])));
    expect(reported).toHaveLength(3);
  });

  test('contain the traced work, the sender, and failures as a code, never as a message', async () => {
    await using collector = await traceCollector();
    const { within, close, logged } = telemetryTo(collector);
    const failing = [
      new CopydeskError('model_failed', 'The secret of the docs is out.'),
      new Error('The secret of the docs is out.'),
    ];
    await within(draft('turn', { job: 'job_1', attributes: { count: 3, left: undefined } }), async (span) => {
      span.set({ list: ['a', 'b'], long: 'x'.repeat(1_000) });
      for (const error of failing) {
        await expect(within(draft('fails'), () => Promise.reject(error))).rejects.toBe(error);
      }
      await within(draft('refuses'), (reported) => Promise.resolve(reported.fail('refused')));
    });
    await close();
    const reported = collector.spans.map(({ name, attributes, hasFailed }) => ({ name, attributes, hasFailed }));
    expect(reported).toEqual([
      { name: 'fails', attributes: { 'error.type': 'model_failed' }, hasFailed: true },
      { name: 'fails', attributes: { 'error.type': '_OTHER' }, hasFailed: true },
      { name: 'refuses', attributes: { 'error.type': 'refused' }, hasFailed: true },
      { name: 'turn', attributes: { count: 3, list: ['a', 'b'], long: 'x'.repeat(250) }, hasFailed: false },
    ]);
    expect(collector.text()).not.toContain('secret');
    expect(collector.spans[0]?.resource).toEqual({
      'service.name': 'copydesk',
      'service.version': '1.2.3',
      'deployment.environment.name': 'test',
    });
    expect(collector.requests).toMatchObject([
      { path: '/v1/traces', headers: { 'content-type': 'application/json', authorization: 'Bearer 123' } },
    ]);
    expect(logged).toEqual([]);
  });

  test('without a job are not sent', async () => {
    await using collector = await traceCollector();
    const { within, close } = telemetryTo(collector);
    expect(await within(draft('alone'), () => Promise.resolve('done'))).toBe('done');
    await close();
    expect(collector.requests).toEqual([]);
  });
});

describe('a collector', () => {
  test('that is unreachable loses only the spans, and is logged once', async () => {
    const { url } = await gone();
    const { within, close, logged } = telemetryTo({ url });
    const work = within(draft('turn', { job: 'job_1' }), () => Promise.resolve('done'));
    expect(await work).toBe('done');
    await close();
    expect(logged).toEqual([
      'the collector does not accept traces; they are lost until it does {"detail":"ECONNREFUSED"}',
    ]);
  });

  test('that refuses is logged with its status, without its answer and without what was sent', async () => {
    await using collector = await traceCollector();
    collector.reply = (response) => void response.writeHead(401).end('Bearer 123 is no key');
    const { within, close, logged } = telemetryTo(collector);
    await within(draft('turn', { job: 'job_1' }), nothing);
    await close();
    expect(logged).toEqual([
      'the collector does not accept traces; they are lost until it does {"detail":"it answers 401"}',
    ]);
  });

  test('that redirects is not followed', async () => {
    await using elsewhere = await traceCollector();
    await using collector = await traceCollector();
    collector.reply = (response) => void response.writeHead(307, { location: elsewhere.url }).end();
    const { within, close, logged } = telemetryTo(collector);
    await within(draft('turn', { job: 'job_1' }), nothing);
    await close();
    expect(elsewhere.requests).toEqual([]);
    expect(logged).toHaveLength(1);
  });

  test('that never answers does not prevent the end', async () => {
    await using collector = await traceCollector();
    collector.reply = () => {};
    const { within, close } = telemetryTo(collector);
    await within(draft('turn', { job: 'job_1' }), nothing);
    await close();
    await collector.left;
    expect(collector.spans).toHaveLength(1);
  });

  test('that hangs gets no more than one batch and a full queue', async () => {
    await using collector = await traceCollector();
    collector.reply = () => {};
    const { within, close } = telemetryTo(collector);
    await within(draft('turn', { job: 'job_1' }), async () => {
      for (let count = 0; count < 5_000; count += 1) await within(draft('step'), nothing);
    });
    await close();
    // One batch in progress, and a full queue.
    expect(collector.spans.length).toBeLessThanOrEqual(512 + 2_048);
    expect(collector.spans.length).toBeGreaterThan(0);
  });
});

test('spans are sent as protobuf if the operator sets that', async () => {
  await using collector = await traceCollector();
  const address = `${collector.url}/v1/traces`;
  const settings = { address, encoding: 'protobuf' as const, headers: {}, serviceName: 'desk', resource: {} };
  const { within, close } = openTelemetry(settings, { version: '1.2.3', log: console });
  await within(draft('turn', { job: 'job_1' }), nothing);
  await close();
  expect(collector.requests).toMatchObject([{ headers: { 'content-type': 'application/x-protobuf' } }]);
  // The fields `trace_id` (1, of 16 bytes) and `name` (5) of a span.
  const traceId = createHash('sha256').update('job_1').digest().subarray(0, 16).toString('latin1');
  expect(collector.text()).toContain(`\n\u0010${traceId}`);
  expect(collector.text()).toContain('*\u0004turn');
});

/** Returns the URL of a server that has ended. */
async function gone(): Promise<{ url: string }> {
  const collector = await traceCollector();
  await collector[Symbol.asyncDispose]();
  return { url: collector.url };
}

test('OpenTelemetry is loaded by the first traced job, and not before', async () => {
  const parts = `[${['start/serve', 'start/serve-app', 'job/work'].map((name) => file(`wiring/${name}.ts`)).join(', ')}]`;
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    for (const part of ${parts}) await import(part);
    const { openTelemetry } = await import(${file('telemetry/telemetry.ts')});
    const settings = { address: 'http://127.0.0.1:9/', encoding: 'json', headers: {}, serviceName: 'x', resource: {} };
    const { within, close } = openTelemetry(settings, { version: '1', log: { info() {}, warn() {} } });
    const count = () => loaded.filter((url) => url.includes('/node_modules/@opentelemetry/')).length;
    const before = count();
    await within({ name: 'turn', kind: 'internal', attributes: {}, job: 'job_1' }, async () => {});
    await close();
    console.log(JSON.stringify({ all: loaded.length > 300, before, isLoaded: count() > 0 }));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  expect(JSON.parse(stdout)).toEqual({ all: true, before: 0, isLoaded: true });
});

/** Returns the path of a module as source text for a program. */
function file(name: string): string {
  return JSON.stringify(fileURLToPath(new URL(`../../src/${name}`, import.meta.url)));
}
