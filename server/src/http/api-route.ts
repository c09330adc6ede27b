import { endpoints } from '@copydesk/contract';
import type { Endpoint, EndpointName } from '@copydesk/contract';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { entityTag, namesTag } from './replies/conditional.ts';

/** The reply of an endpoint: a value in the shape that the contract defines for the status. */
interface Answer {
  status: number;
  value: unknown;
}

/**
 * The two halves of an endpoint. `admit` runs first. Only then does Fastify check the content type (a malformed one
 * gives 415), and `answer` reads the body and does the work. An `answer` that sends a stream itself returns the reply.
 */
export interface ApiRoute<A> {
  endpoint: EndpointName;
  config?: FastifyContextConfig;
  admit: (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) => Promise<A>;
  answer: (admission: A, request: FastifyRequest, reply: FastifyReply) => Promise<Answer | FastifyReply>;
}

/** Adds an endpoint of the contract. */
export function addApiRoute<A>(app: FastifyInstance, { endpoint: name, config, admit, answer }: ApiRoute<A>): void {
  const endpoint: Endpoint = endpoints[name];
  app.route({
    method: endpoint.method,
    url: routerPath(endpoint.path),
    config: { room: 'api', ...config },
    // A strong entity tag identifies exact bytes, and a compressed reply has other bytes.
    ...(endpoint.replies[304] !== undefined && { compress: false }),
    onRequest: async (request, reply) => {
      request.setDecorator('admission', await admit(endpoint, request, reply));
    },
    handler: async (request, reply) => {
      const answered = await answer(request.getDecorator<A>('admission'), request, reply);
      if (!isAnswer(answered)) return reply;
      return sendAnswer(endpoint, answered, request, reply);
    },
  });
}

/** Converts `/v2/agent/{projectId}/job` to the router's syntax, `/v2/agent/:projectId/job`. */
function routerPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** A reply is thenable: after `await`, a reply that was sent by hand is undefined. */
function isAnswer(answered: Answer | FastifyReply | undefined): answered is Answer {
  return answered !== undefined && 'value' in answered;
}

/**
 * Checks the reply against the contract and sends it. One that does not match is a bug: it is logged and the client
 * gets 500.
 */
function sendAnswer(
  endpoint: Endpoint,
  { status, value }: Answer,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const schema = endpoint.replies[status];
  if (schema === undefined) throw new TypeError(`${endpoint.path} has no reply ${status} in the contract`);
  const body = JSON.stringify(schema.parse(value));
  reply.status(status);
  if (schema.type === 'null') return reply.send();
  reply.type('application/json');
  if (endpoint.replies[304] === undefined) return reply.send(body);
  const tag = entityTag(body);
  reply.header('etag', tag).header('cache-control', 'private, no-cache');
  if (!namesTag(request.headers['if-none-match'], tag)) return reply.send(body);
  return reply.status(304).removeHeader('content-type').send();
}
