import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { isCopydeskError } from '@copydesk/contract/errors';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Context, Span as OpenSpan } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace';
import { noTracing } from '../agent/tracing.ts';
import type { SpanDraft, Tracing } from '../agent/tracing.ts';
import { openExporter } from './exporter.ts';
import type { TelemetrySettings } from './settings.ts';

/** Traces of jobs, sent to a collector. */
export interface Telemetry extends Tracing {
  /** Sends what has ended, and no more; a collector that does not answer is not waited for. */
  close: () => Promise<void>;
}

export interface TelemetryOptions {
  /** Of Copydesk. */
  version: string;
  log: {
    info: (data: object, message: string) => void;
    warn: (data: object, message: string) => void;
  };
}

/** How long a collector is waited for at the end. */
const patienceMilliseconds = 1_500;

/** Names and counts are shorter: what is longer comes from a model's provider, and is cut. */
const maximumAttribute = 250;

/** Spans wait in a queue of 2,048 and are sent every five seconds; those for which there is no room are dropped. */
export function openTracer(settings: TelemetrySettings, { version, log }: TelemetryOptions): Telemetry {
  const closing = new AbortController();
  const ids = idGenerator();
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.version': version,
      ...settings.resource,
      'service.name': settings.serviceName,
    }),
    idGenerator: ids,
    spanLimits: { attributeValueLengthLimit: maximumAttribute },
    spanProcessors: [
      new BatchSpanProcessor({ exporter: openExporter(settings, { closing: closing.signal, tell: teller(log) }) }),
    ],
  });
  const tracer = provider.getTracer('copydesk', version);
  const around = new AsyncLocalStorage<Context>();

  const begin = (draft: SpanDraft, parent: Context): OpenSpan => {
    if (draft.job !== undefined) ids.follow(draft.job);
    return tracer.startSpan(draft.name, { kind: kinds[draft.kind], attributes: draft.attributes }, parent);
  };
  return {
    async within(draft, work) {
      const parent = draft.job === undefined ? around.getStore() : ROOT_CONTEXT;
      if (parent === undefined) return await noTracing.within(draft, work);
      const span = begin(draft, parent);
      const told = {
        set: (attributes: SpanDraft['attributes']) => void span.setAttributes(attributes),
        fail: (type: string) => markFailed(span, type),
      };
      try {
        return await around.run(trace.setSpan(parent, span), () => work(told));
      } catch (error) {
        // Its message may repeat what was read or written.
        markFailed(span, isCopydeskError(error) ? error.code : '_OTHER');
        throw error;
      } finally {
        span.end();
      }
    },
    async close() {
      const patience = setTimeout(() => closing.abort(), patienceMilliseconds);
      // What was not sent has been told.
      await provider.shutdown().catch(() => {});
      clearTimeout(patience);
    },
  };
}

const kinds = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT };

function markFailed(span: OpenSpan, type: string): void {
  span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
}

/** Trace ids are made of jobs' ids, so that all turns and workers of a job share one trace without knowing of each other. */
function idGenerator() {
  const random = new RandomIdGenerator();
  let traceId = random.generateTraceId();
  return {
    /** The next span without a parent is of this job; it is to be begun before anything else happens. */
    follow(job: string): void {
      traceId = createHash('sha256').update(job).digest('hex').slice(0, 32);
    },
    generateTraceId: () => traceId,
    generateSpanId: () => random.generateSpanId(),
  };
}

/** Says when spans are lost, and when they are no more: not of each batch. */
function teller(log: TelemetryOptions['log']): (lost: string | undefined) => void {
  let wasLost = false;
  return (lost) => {
    if (lost !== undefined && !wasLost) {
      log.warn({ detail: lost }, 'the collector does not take traces; they are lost until it does');
    }
    if (lost === undefined && wasLost) log.info({}, 'the collector takes traces again');
    wasLost = lost !== undefined;
  };
}
