import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';

/** A span as the collector received it. */
export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  kind: number;
  attributes: Record<string, unknown>;
  hasFailed: boolean;
  /** Attributes of the process that sent it. */
  resource: Record<string, unknown>;
}

export interface TraceCollector extends AsyncDisposable {
  url: string;
  spans: CollectedSpan[];
  requests: { path: string; headers: IncomingHttpHeaders }[];
  /** All received data, one character per byte. */
  text: () => string;
  /** Sends the response to the next requests. */
  reply: (response: ServerResponse) => void;
  /** Resolves when a client disconnects before the response. */
  left: Promise<void>;
}

// The JSON encoding of `ExportTraceServiceRequest`: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
const Value = z.union([
  z.strictObject({ stringValue: z.string() }).transform(({ stringValue }) => stringValue),
  z.strictObject({ intValue: z.union([z.int(), z.string().transform(Number)]) }).transform(({ intValue }) => intValue),
  z.strictObject({ doubleValue: z.number() }).transform(({ doubleValue }) => doubleValue),
  z
    .strictObject({ arrayValue: z.object({ values: z.array(z.strictObject({ stringValue: z.string() })) }) })
    .transform(({ arrayValue }) => arrayValue.values.map(({ stringValue }) => stringValue)),
]);
const Attributes = z
  .array(z.strictObject({ key: z.string().min(1), value: Value }))
  .transform((pairs) => Object.fromEntries(pairs.map(({ key, value }) => [key, value])));
const Span = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
  name: z.string().min(1),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: z.string().regex(/^\d{19}$/),
  endTimeUnixNano: z.string().regex(/^\d{19}$/),
  attributes: Attributes,
  events: z.array(z.unknown()).max(0),
  // An error's message may repeat what was read or written, so it must be absent.
  status: z.object({ code: z.int().optional(), message: z.undefined().optional() }),
});
const Request = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ scope: z.object({ name: z.string() }), spans: z.array(Span) })),
    }),
  ),
});

/** A receiver of OTLP over HTTP on loopback, which accepts only what the protocol allows. */
export async function traceCollector(): Promise<TraceCollector> {
  const bodies: string[] = [];
  const left = Promise.withResolvers<void>();
  const collector: Omit<TraceCollector, 'url' | typeof Symbol.asyncDispose> = {
    spans: [],
    requests: [],
    text: () => bodies.join('\n'),
    reply: (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    left: left.promise,
  };
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    bodies.push(body.toString('latin1'));
    if (request.headers['content-type'] === 'application/json') {
      const read = Request.safeParse(JSON.parse(body.toString()));
      if (!read.success) return void response.writeHead(400).end(read.error.message);
      collector.spans.push(...spansOf(read.data));
    }
    collector.reply(response);
  };
  const server = createServer((request, response) => {
    response.once('close', () => {
      if (!response.writableEnded) left.resolve();
    });
    collector.requests.push({ path: request.url ?? '', headers: request.headers });
    take(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(collector, {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

function spansOf({ resourceSpans }: z.infer<typeof Request>): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ traceId, spanId, parentSpanId, name, kind, attributes, status }) => ({
        traceId,
        spanId,
        parentSpanId,
        name,
        kind,
        attributes,
        hasFailed: status.code === 2,
        resource: resource.attributes,
      })),
    ),
  );
}
