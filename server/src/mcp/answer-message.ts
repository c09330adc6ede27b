import { Readable } from 'node:stream';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readBody } from '../http/checks/body.ts';
import { parseJson } from '../http/checks/json.ts';
import type { JsonBounds } from '../http/checks/json-bounds.ts';
import { requireJson } from '../http/checks/media-type.ts';
import type { PluginServices } from '../http/services.ts';
import { addressOf } from '../http/session/address.ts';
import type { CallApi } from './api.ts';
import { mcpServer } from './server.ts';

/** More than any MCP message needs, and still cheap to traverse. */
const bounds: JsonBounds = { depth: 16, values: 10_000 };

/** Answers one MCP message of an authenticated caller. @throws CopydeskError for a body that is not JSON, or too large. */
export async function answerMessage(
  app: FastifyInstance,
  services: PluginServices,
  { readOnly }: { readOnly: boolean },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  requireJson(request.headers);
  const parsedBody = parseJson(await readBody(request.raw, services.limits), bounds);
  const callerId = request.getDecorator<string>('callerId');
  const handler = createMcpHandler(
    () =>
      mcpServer({
        call: withinProcess(app, request),
        readOnly,
        version: services.version,
        listen: (jobId) => services.followJob({ jobId, callerId }, request, reply),
        onFault: (error) => request.log.error({ err: error, requestId: request.id }, 'MCP failed because of a bug'),
      }),
    { maxSubscriptions: 0, onerror: (error) => request.log.debug({ err: error }, 'MCP refused a message') },
  );
  const gone = new AbortController();
  // A stream that follows a job has eleven `close` listeners: those of every reply, those of streams, and this one.
  reply.raw.setMaxListeners(20);
  reply.raw.once('close', () => gone.abort());
  const answer = await handler.fetch(webRequest(services, request, gone.signal), { parsedBody });
  reply.status(answer.status).headers(Object.fromEntries(answer.headers));
  if (answer.body === null) return reply.send();
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) return reply.send(await answer.text());
  return reply.header('x-accel-buffering', 'no').send(Readable.fromWeb(answer.body));
}

function webRequest({ baseUrl }: PluginServices, { headers, url }: FastifyRequest, signal: AbortSignal): Request {
  const single = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return new Request(new URL(url, baseUrl), { method: 'POST', headers: single, signal });
}

/** Calls the API as if the client had: with its IP address and its key, and nothing else of its request. */
function withinProcess(app: FastifyInstance, request: FastifyRequest): CallApi {
  const { authorization = '' } = request.headers;
  const remoteAddress = addressOf(request);
  return async ({ method, path: url, headers, body: payload }) => {
    const injected = { method, url, headers: { ...headers, authorization }, payload, remoteAddress };
    const reply = await app.inject(injected);
    return { status: reply.statusCode, text: reply.body };
  };
}
