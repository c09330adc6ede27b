import { ExportResultCode } from '@opentelemetry/core';
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { TelemetrySettings } from './settings.ts';

const answerMilliseconds = 10_000;

/**
 * Sends spans by OTLP over HTTP (https://opentelemetry.io/docs/specs/otlp/#otlphttp), each batch once. The SDK's own
 * exporter retries, on sockets and timers that nothing can end: with a hanging collector it keeps a process that should
 * end alive for as long as its timeout.
 */
export function openExporter(
  { address, encoding, headers }: TelemetrySettings,
  { closing, onResult }: { closing: AbortSignal; onResult: (lost: string | undefined) => void },
): SpanExporter {
  const { type, serializer } = encodings[encoding];
  const send = async (spans: ReadableSpan[]): Promise<void> => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { ...headers, 'content-type': type },
      body: serializer.serializeRequest(spans),
      // The headers usually contain a key.
      redirect: 'error',
      signal: AbortSignal.any([closing, AbortSignal.timeout(answerMilliseconds)]),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`it answers ${response.status}`);
  };
  const attempt = async (spans: ReadableSpan[], done: Parameters<SpanExporter['export']>[1]): Promise<void> => {
    const lost = await send(spans).then(() => undefined, reasonOf);
    onResult(lost);
    done({ code: lost === undefined ? ExportResultCode.SUCCESS : ExportResultCode.FAILED });
  };
  const sending = new Set<Promise<void>>();
  return {
    export(spans, done) {
      const sent = attempt(spans, done).finally(() => sending.delete(sent));
      sending.add(sent);
    },
    async shutdown() {
      await Promise.all(sending);
    },
  };
}

const encodings = {
  json: { type: 'application/json', serializer: JsonTraceSerializer },
  protobuf: { type: 'application/x-protobuf', serializer: ProtobufTraceSerializer },
};

/** `fetch` itself reports only a failure. When several addresses were tried, only the code gives the reason. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
