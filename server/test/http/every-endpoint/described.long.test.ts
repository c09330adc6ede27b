import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { errorsOf, errorTable, Problem } from '@copydesk/contract';
import type { Endpoint, ErrorCode } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pathOf, startApi } from '../support/api.ts';
import type { PathIds, TestApi } from '../support/api.ts';
import { inTurns } from '../../support/property-runs.ts';
import { everyRoute } from '../support/endpoints.ts';
import { sessionOf } from '../support/send-to.ts';

let api: TestApi;
let ids: Required<PathIds>;
beforeAll(async () => {
  api = await startApi();
  ids = await api.newIds();
});
afterAll(async () => await api[Symbol.asyncDispose]());

interface Odd {
  headers?: Record<string, string>;
  body?: string;
  query?: string;
}

const large = ' '.repeat(600_000);
const json = { 'content-type': 'application/json' };

/** Errors that a client may make, or a program may try, at any endpoint. */
const odd: Record<string, Odd> = {
  'no type': { body: '{}' },
  'no type and nothing': { headers: { 'content-length': '0' } },
  'an empty type': { headers: { 'content-type': '' }, body: '{}' },
  'a malformed type': { headers: { 'content-type': 'garbage' }, body: '{}' },
  'another type': { headers: { 'content-type': 'application/xml' }, body: '<a/>' },
  'a form': { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=b' },
  'a type and no body': { headers: { 'content-type': 'text/html' } },
  'another charset': { headers: { 'content-type': 'application/json; charset=latin1' }, body: '{}' },
  compressed: { headers: { ...json, 'content-encoding': 'gzip' }, body: '{}' },
  'no JSON': { headers: json, body: '{' },
  'no object': { headers: json, body: 'null' },
  'an empty body': { headers: json, body: '' },
  'a large body': { headers: json, body: large },
  'a large text': { headers: { 'content-type': 'text/plain' }, body: large },
  'a large body of no type': { body: large },
  'no UTF-8': { headers: json, body: '"\u00ff' },
  'what only images accept': { headers: { accept: 'image/png' } },
  'a page': { headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' } },
  'a stream': { headers: { accept: 'text/event-stream', 'last-event-id': 'x' } },
  'a table': { headers: { accept: 'text/csv' } },
  'an odd range': { headers: { range: 'bytes=9-1' } },
  'an odd condition': { headers: { 'if-match': '"x"', 'if-none-match': '*' } },
  'an odd expectation': { headers: { expect: '200-maybe' } },
  'an odd key of its own': { headers: { ...json, 'idempotency-key': '\u00ff'.repeat(300) }, body: '{}' },
  'an unknown parameter': { query: 'unknown=1&unknown=2' },
  'odd parameters': { query: 'limit=x&limit=2&cursor=%00&dateFrom=%F0&path=%E2%80%AE&interval=&accept=%' },
  'a cut percent sign': { query: '%' },
  'another origin': { headers: { origin: 'https://elsewhere.example' } },
};

async function answerOf(reply: IncomingMessage): Promise<Answer> {
  const { statusCode: status, headers } = reply;
  const type = headers['content-type'];
  // A stream of events does not end until the client closes it.
  const isStream = type?.startsWith('text/event-stream');
  const body = isStream ? '' : await text(reply);
  if (isStream) reply.destroy();
  return { status, type, body };
}

interface Answer {
  status: number | undefined;
  type: string | undefined;
  body: string;
}

async function ask(endpoint: Endpoint, { headers, body, query }: Odd): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const asked = request(
    {
      port: api.port,
      method: endpoint.method,
      path: pathOf(endpoint, ids) + (query === undefined ? '' : `?${query}`),
      headers: {
        ...(endpoint.account ? await sessionOf(api, ids.personId) : { authorization: `Bearer ${api.adminKey}` }),
        ...headers,
      },
    },
    (reply) => void answerOf(reply).then(resolve, reject),
  );
  asked.on('error', reject);
  asked.end(body === undefined ? undefined : Buffer.from(body, 'latin1'));
  return promise;
}

const nextOdd = inTurns(Object.entries(odd));

test.each(everyRoute)('%s answers odd requests as the description says', async (_name, endpoint) => {
  const undescribed: string[] = [];
  for (const [what, how] of nextOdd()) {
    const { status = 0, type, body } = await ask(endpoint, how);
    const isProblem = type?.startsWith('application/problem+json');
    const code = isProblem ? Problem.parse(JSON.parse(body)).code : undefined;
    const isRight =
      code === undefined ? status < 400 && status in endpoint.replies : isDescribed(endpoint, code, status);
    if (!isRight) undescribed.push(`${what}: ${status} ${code ?? type}`);
  }
  expect(undescribed).toEqual([]);
});

/** A server error is described, too, and a client cannot cause it. */
function isDescribed(endpoint: Endpoint, code: ErrorCode, status: number): boolean {
  return code !== 'internal' && errorsOf(endpoint).includes(code) && errorTable[code].status === status;
}
