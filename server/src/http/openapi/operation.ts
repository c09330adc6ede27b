import type { Endpoint } from '@copydesk/contract';
import type { z } from 'zod';
import { headerName } from '../header-name.ts';
import { problemResponses } from './errors.ts';
import { examples, eventStreamExample } from './examples.ts';
import { fieldSchemas, referenceTo } from './schemas.ts';

/** An endpoint of the contract as an OpenAPI operation. */
export function operationOf(name: string, endpoint: Endpoint, baseUrl: string): object {
  return {
    operationId: name,
    tags: ['Agent jobs'],
    summary: endpoint.summary,
    description: `${endpoint.description}\n\nNeeds a key with the scope \`${endpoint.scope}\` or \`admin\`.`,
    security: [{ apiKey: [endpoint.scope] }],
    parameters: parametersOf(endpoint),
    ...(endpoint.body && { requestBody: requestBodyOf(endpoint.body) }),
    responses: { ...repliesOf(endpoint), ...problemResponses(endpoint, baseUrl) },
  };
}

const pathParameters: Record<string, object> = {
  projectId: { description: 'The identifier of the project', schema: { type: 'string', pattern: '^prj_' } },
  id: { description: 'The unique identifier of the agent job', schema: { type: 'string', pattern: '^job_' } },
};

function parametersOf({ path, query, headers }: Endpoint): object[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    return Object.assign({ name, in: 'path', required: true }, pathParameters[name]);
  });
  return [...inPath, ...fieldsOf(query, 'query'), ...fieldsOf(headers, 'header')];
}

function fieldsOf(schema: z.ZodObject | undefined, where: 'query' | 'header'): object[] {
  if (schema === undefined) return [];
  return Object.entries(fieldSchemas(schema)).map(([name, { description, ...field }]) => {
    const shown = where === 'header' ? headerName(name) : name;
    return { name: shown, in: where, required: false, description, schema: field };
  });
}

function requestBodyOf(body: z.ZodType): object {
  const example = { prompt: 'Replace "log in" with "sign in"' };
  return { required: true, content: { 'application/json': { schema: referenceTo(body), example } } };
}

function repliesOf(endpoint: Endpoint): Record<string, object> {
  return Object.fromEntries(Object.keys(endpoint.replies).map((status) => [status, replyOf(endpoint, Number(status))]));
}

const replyDescriptions: Record<number, string> = {
  200: 'Done',
  201: 'The job is stored and will be carried out',
  204: 'The stream has ended and nothing is left to send; do not come back',
  304: 'Nothing has changed since the reply with this `ETag`',
};

function replyOf(endpoint: Endpoint, status: number): object {
  const schema = endpoint.replies[status];
  const headers = replyHeadersOf(endpoint, status);
  const described = { description: replyDescriptions[status] ?? 'Done', headers };
  if (schema === undefined || schema.type === 'null') return described;
  return {
    ...described,
    content: {
      'application/json': { schema: referenceTo(schema), ...exampleOf(schema) },
      ...(endpoint.stream && { 'text/event-stream': { schema: { type: 'string' }, example: eventStreamExample } }),
    },
  };
}

function exampleOf(schema: z.ZodType): { example?: object } {
  const example = Object.entries(examples).find(([name]) => name === schema.meta()?.id)?.[1];
  return example === undefined ? {} : { example };
}

function replyHeadersOf(endpoint: Endpoint, status: number): Record<string, object> {
  const headers: Record<string, object> = { 'X-Request-Id': text('Names the request in the log of the server') };
  if (status === 201) headers.Location = text('The address of the job');
  if (endpoint.replies[304] !== undefined) headers.ETag = text('Changes when the job does');
  if (endpoint.body !== undefined) {
    headers['Idempotency-Replayed'] = text('`true` when the key had been answered before');
    headers['RateLimit-Policy'] = text('The quota, as of draft-ietf-httpapi-ratelimit-headers-10');
    headers.RateLimit = text('What is left of the quota, and the seconds until it is whole again');
  }
  return headers;
}

function text(description: string): object {
  return { description, schema: { type: 'string' } };
}
