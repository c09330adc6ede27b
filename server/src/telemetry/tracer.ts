import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { isCopydeskError } from '@copydesk/contract/errors';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Context, Span as OpenSpan } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace';
import { noTracing } from '../agent/call/tracing.ts';
import type { SpanDraft, Tracing } from '../agent/call/tracing.ts';
import { openExporter } from './exporter.ts';
import type { TelemetrySettings } from './settings.ts';

/** Traces of jobs, sent to a collector. */
export interface Telemetry extends Tracing {
  /** Sends the spans that have ended, and stops. Does not wait for a collector that does not answer. */
  close: () => Promise<void>;
}

export interface TelemetryOptions {
  /** The version of Copydesk. */
  version: string;
  log: {
    info: (data: object, message: string) => void;
    warn: (data: object, message: string) => void;
  };
}

/** How long to wait for the collector at the end. */
const patienceMilliseconds = 1_500;

/** Names and counts are shorter. A longer value comes from a model's provider, and is cut. */
const maximumAttribute = 250;

/** Keeps up to 2,048 spans in a queue, sends them every five seconds, and drops those that do not fit. */
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
      new BatchSpanProcessor({
        exporter: openExporter(settings, { closing: closing.signal, onResult: lossLogger(log) }),
      }),
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
      const current = {
        set: (attributes: SpanDraft['attributes']) => void span.setAttributes(attributes),
        fail: (type: string) => markFailed(span, type),
      };
      try {
        return await around.run(trace.setSpan(parent, span), () => work(current));
      } catch (error) {
        // The message of the error may contain text that was read or written.
        markFailed(span, isCopydeskError(error) ? error.code : '_OTHER');
        throw error;
      } finally {
        span.end();
      }
    },
    async close() {
      const patience = setTimeout(() => closing.abort(), patienceMilliseconds);
      // Lost spans have already been logged.
      await provider.shutdown().catch(() => {});
      clearTimeout(patience);
    },
  };
}

const kinds = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT };

function markFailed(span: OpenSpan, type: string): void {
  span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
}

/**
 * Derives trace ids from jobs' ids, so that all turns and workers of a job share one trace without knowing of each
 * other.
 */
function idGenerator() {
  const random = new RandomIdGenerator();
  let traceId = random.generateTraceId();
  return {
    /** Assigns the next span without a parent to this job. The span must begin immediately afterwards. */
    follow(job: string): void {
      traceId = createHash('sha256').update(job).digest('hex').slice(0, 32);
    },
    generateTraceId: () => traceId,
    generateSpanId: () => random.generateSpanId(),
  };
}

/** Logs when spans begin to get lost and when that ends, not for each batch. */
function lossLogger(log: TelemetryOptions['log']): (lost: string | undefined) => void {
  let wasLost = false;
  return (lost) => {
    if (lost !== undefined && !wasLost) {
      log.warn({ detail: lost }, 'the collector does not accept traces; they are lost until it does');
    }
    if (lost === undefined && wasLost) log.info({}, 'the collector accepts traces again');
    wasLost = lost !== undefined;
  };
}
