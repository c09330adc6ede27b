import { errorTable, routingErrors } from '@copydesk/contract';
import type { Endpoint } from '@copydesk/contract';
import type { z } from 'zod';
import { tableMediaTypes } from '../replies/accept.ts';
import { headerName } from '../replies/header-name.ts';
import { auditTableExamples } from './examples/audit-examples.ts';
import { problemResponses } from './errors.ts';
import { examples, streamExamples } from './examples/examples.ts';
import { markdownExample } from './examples/report-examples.ts';
import { replyHeadersOf } from './reply-headers.ts';
import { fieldsToJsonSchemas } from './json-schemas.ts';
import { referenceTo } from './schemas.ts';
import { successorOf } from '../replies/successor.ts';
import { tagOf } from './tags.ts';
import { tableExamples } from './examples/view-examples.ts';

/** Returns an endpoint of the contract as an OpenAPI operation. */
export function operationOf(name: string, endpoint: Endpoint, baseUrl: string): object {
  return {
    operationId: name,
    tags: [tagOf(endpoint)],
    summary: endpoint.summary,
    ...(endpoint.deprecated && { deprecated: true }),
    description: [insteadOf(endpoint), endpoint.description, needsOf(endpoint)].filter(Boolean).join('\n\n'),
    security: securityOf(endpoint),
    parameters: parametersOf(endpoint),
    ...(endpoint.body && { requestBody: requestBodyOf(endpoint.body, endpoint) }),
    responses: { ...routingReplies, ...repliesOf(endpoint), ...problemResponses(endpoint, baseUrl) },
  };
}

/** What any address may answer before an endpoint is reached. */
const routingReplies = Object.fromEntries(
  routingErrors.map((code) => [errorTable[code].status, { $ref: `#/components/responses/${code}` }]),
);

function insteadOf({ deprecated }: Endpoint): string | undefined {
  if (deprecated === undefined) return undefined;
  const { method, path } = successorOf(deprecated);
  return `Deprecated: use \`${deprecated.use}\`, \`${method} ${path}\`.`;
}

function securityOf({ scope, anyScope, account, keyless }: Endpoint): object[] {
  if (scope === null) return [];
  if (account) return [{ session: [] }];
  // An empty requirement means that the other ones are optional.
  return [{ apiKey: anyScope ? [] : [scope] }, ...(keyless ? [{}] : [])];
}

const pathParameters: Record<string, object> = {
  projectId: { description: 'The identifier of the project', schema: { type: 'string', pattern: '^prj_' } },
  webhookId: { description: 'The identifier of the webhook', schema: { type: 'string', pattern: '^whk_' } },
  automationId: { description: 'The identifier of the automation', schema: { type: 'string', pattern: '^aut_' } },
  feedbackId: { description: 'The identifier of the feedback', schema: { type: 'string', pattern: '^fbk_' } },
  triggerId: { description: 'The identifier of the trigger', schema: { type: 'string', pattern: '^trg_' } },
  deliveryId: { description: 'The identifier of the delivery', schema: { type: 'string', pattern: '^msg_' } },
  name: {
    description: 'How the agent calls the context repository',
    schema: { type: 'string', pattern: '^[a-z0-9][a-z0-9-]{0,39}$' },
  },
  provider: {
    description: 'A provider of models',
    schema: { type: 'string', enum: ['anthropic', 'openai', 'google', 'compatible'] },
  },
  keyId: {
    description: 'The identifier of the API key, not the key itself',
    schema: { type: 'string', pattern: '^key_' },
  },
  personId: { description: 'The identifier of the person', schema: { type: 'string', pattern: '^per_' } },
  sessionId: {
    description: 'The identifier of one of your sessions',
    schema: { type: 'string', pattern: '^[0-9a-f]{32}$' },
  },
  shareId: { description: 'The identifier of the share link', schema: { type: 'string', pattern: '^shr_' } },
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
  return fieldsToJsonSchemas(schema).map(([name, { description, ...field }]) => {
    const shown = where === 'header' ? headerName(name) : name;
    const required = !schema.shape[name]?.safeParse(undefined).success;
    return { name: shown, in: where, required, description, schema: field };
  });
}

function needsOf({ scope, keyless, anyScope, account }: Endpoint): string {
  if (scope === null) return 'Needs no key: the sender proves that it knows a secret.';
  if (account) return 'Needs the session of a browser in which a person is signed in: a key has no account.';
  if (anyScope) return 'Needs any key.';
  const key = `a key with the scope ${scope === 'admin' ? '' : `\`${scope}\` or `}\`admin\``;
  return keyless ? `Servers need ${key}.` : `Needs ${key}.`;
}

/**
 * A browser may send a body that needs no key as text, so that no preflight request is needed
 * (https://fetch.spec.whatwg.org).
 */
function requestBodyOf(body: z.ZodType, { keyless }: Endpoint): object {
  const content = { schema: referenceTo(body), ...exampleOf(body) };
  return { required: true, content: { 'application/json': content, ...(keyless && { 'text/plain': content }) } };
}

function repliesOf(endpoint: Endpoint): Record<string, object> {
  return Object.fromEntries(Object.keys(endpoint.replies).map((status) => [status, replyOf(endpoint, Number(status))]));
}

const replyDescriptions: Record<number, string> = {
  200: 'Done',
  201: 'It is durably stored',
  202: 'Accepted views are durably stored; the reply says which were dropped, and why',
  204: 'Done; the reply has no body',
  304: 'Nothing has changed since the reply with this `ETag`',
};

function replyOf(endpoint: Endpoint, status: number): object {
  const schema = endpoint.replies[status];
  const headers = replyHeadersOf(endpoint, status);
  const ended =
    endpoint.stream && status === 204 && 'The stream has ended and nothing is left to send; do not come back';
  const described = { description: ended || (replyDescriptions[status] ?? 'Done'), headers };
  if (schema === undefined || schema.type === 'null') return described;
  return { ...described, content: contentOf(endpoint, schema) };
}

/** Returns a reply in each form in which a client may ask for it. */
function contentOf({ stream, tables, markdown }: Endpoint, schema: z.ZodType): Record<string, object> {
  const name = schema.meta()?.id ?? '';
  return {
    'application/json': { schema: referenceTo(schema), ...exampleOf(schema) },
    // Programs differ in whether a schema here is that of the whole text or of one event.
    ...(stream && { 'text/event-stream': { example: streamExamples[name] ?? '' } }),
    ...(tables && tableContentOf(schema)),
    ...(markdown && { 'text/markdown': textContent(markdownExample(name)) }),
  };
}

/** The table contains only the rows: the totals are in a header, and a link says whether there are more. */
function tableContentOf(schema: z.ZodType): Record<string, object> {
  const name = schema.meta()?.id ?? '';
  const example = tableExamples[name] ?? auditTableExamples[name];
  if (example === undefined) throw new TypeError('A table of the contract has no example in openapi');
  return { [tableMediaTypes.csv]: textContent(example.csv), [tableMediaTypes.ndjson]: textContent(example.ndjson) };
}

function textContent(example: string): object {
  return { schema: { type: 'string' }, example };
}

function exampleOf(schema: z.ZodType): { example?: object } {
  const example = examples[schema.meta()?.id ?? ''];
  return example === undefined ? {} : { example };
}
