import {
  CopydeskError,
  errorsOf,
  errorTable,
  JobRequest,
  PromptRequest,
  routingErrors,
  WebhookRequest,
} from '@copydesk/contract';
import type { Endpoint, ErrorCode, FieldError } from '@copydesk/contract';
import { problemHeaders, problemOf } from '../problem.ts';

/** Returns the error replies of an endpoint by their status, with an example for each code. */
export function problemResponses(endpoint: Endpoint, baseUrl: string): Record<string, object> {
  const byStatus = Map.groupBy(errorsOf(endpoint), (code) => errorTable[code].status);
  const responses = [...byStatus].map(([status, codes]) => [status, problemResponse(codes, endpoint, baseUrl)]);
  return Object.fromEntries(responses);
}

/** Returns the replies to requests that reach no endpoint, by their code. */
export function routingResponses(baseUrl: string): Record<string, object> {
  return Object.fromEntries(
    routingErrors.map((code) => [code, problemResponse([code], { path: '/v2/agent' }, baseUrl)]),
  );
}

type Asked = Pick<Endpoint, 'path' | 'query' | 'body'>;

function problemResponse(codes: ErrorCode[], endpoint: Asked, baseUrl: string): object {
  const where = { baseUrl, instance: endpoint.path, requestId: 'req_0b3c2f5e-5a0e-4c9b-9d1f-2f5f1f0f7f10' };
  const examples = codes.map((code) => [code, { value: problemOf(exampleError(code, endpoint), where) }]);
  return {
    description: codes.map((code) => `\`${code}\`: ${errorTable[code].title}`).join('. '),
    headers: problemReplyHeaders(codes),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

function exampleError(code: ErrorCode, endpoint?: Asked): CopydeskError {
  const errors = code === 'invalid_request' && endpoint !== undefined ? badFields(endpoint) : [];
  return new CopydeskError(code, `${errorTable[code].title}.`, { errors });
}

function badFields({ query, body }: Asked): FieldError[] {
  if (body === PromptRequest || body === JobRequest)
    return [{ pointer: '/prompt', detail: 'must not be blank; give the instruction to carry out' }];
  if (body === WebhookRequest) return [{ pointer: '/url', detail: 'must begin with https://' }];
  if (body !== undefined) return [{ pointer: '/0/url', detail: 'is missing; an event needs a "url" or a "path"' }];
  if (query !== undefined)
    return [{ parameter: Object.keys(query.shape)[0], detail: 'is given more than once; give it once' }];
  return [];
}

function problemReplyHeaders(codes: ErrorCode[]): Record<string, object> {
  const headers: Record<string, object> = { 'X-Request-Id': { schema: { type: 'string' } } };
  if (codes.some(hasChallenge)) headers['WWW-Authenticate'] = { schema: { type: 'string' } };
  if (codes.some(hasRetryAfter)) {
    headers['Retry-After'] = { description: 'Seconds', schema: { type: 'integer', minimum: 0 } };
  }
  return headers;
}

function hasChallenge(code: ErrorCode): boolean {
  return code === 'insufficient_scope' || problemHeaders(exampleError(code))['www-authenticate'] !== undefined;
}

/**
 * Whether a reply has `Retry-After`. For `quota_exceeded` the server computes it when it throws the error; for the
 * others it has a default.
 */
function hasRetryAfter(code: ErrorCode): boolean {
  return code === 'quota_exceeded' || problemHeaders(exampleError(code))['retry-after'] !== undefined;
}
