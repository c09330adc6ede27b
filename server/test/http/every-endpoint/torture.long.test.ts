import { Problem } from '@copydesk/contract';
import type { Endpoint } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { pathOf, startApi } from '../support/api.ts';
import type { PathIds, Reply, TestApi } from '../support/api.ts';
import { inTurns } from '../../support/property-runs.ts';
import { everyRoute, goodBody } from '../support/endpoints.ts';
import { brokenJson, oddTexts } from '../support/odd-texts.ts';
import { everyBody, sendTo } from '../support/send-to.ts';

let api: TestApi;
let ids: Required<PathIds>;
const nextTexts = inTurns(oddTexts);
/** The compared fields of replies. */
const compared = new Set<string>();
beforeAll(async () => {
  api = await startApi({ quotas: { createPerHour: 1e6, messagePerHour: 1e6, analyticsPerHour: 1e6 } });
  ids = await api.newIds();
});
afterAll(async () => await api[Symbol.asyncDispose]());

const withQuery = everyRoute.filter(([, { query }]) => query !== undefined);

test.each(everyBody)(
  '%s keeps any text in any field unchanged, or refuses it',
  { timeout: 120_000 },
  async (name, endpoint) => {
    const send = sender(endpoint);
    const fields = textFields(endpoint);
    expect(fields).not.toEqual([]);
    for (const field of fields) {
      for (const text of nextTexts()) {
        const reply = await send(JSON.stringify({ ...goodBody(endpoint), [field]: text }));
        const known = reply.status < 500 || Problem.parse(reply.json).code === 'repository_unreachable';
        expect([field, text, known]).toEqual([field, text, true]);
        if (spelledFields.has(field) || wishes.has(`${name} ${field}`)) continue;
        // Text is stored unchanged, except that fields of a single line are trimmed.
        const kept = keptAs(reply, field, text);
        const isTrimmed = kept === text.trim() && !proseFields.has(field);
        expect([field, isTrimmed ? text : kept]).toEqual([field, text]);
      }
    }
  },
);

test.each(everyBody)('%s refuses invalid JSON', { timeout: 120_000 }, async (_name, endpoint) => {
  const send = sender(endpoint);
  for (const body of brokenJson) {
    const { status } = await send(body);
    expect([body.toString().slice(0, 60), [400, 413].includes(status)]).toEqual([body.toString().slice(0, 60), true]);
  }
});

test('the replies contained names, instructions and addresses, which were compared', () => {
  expect([...compared]).toEqual(expect.arrayContaining(['name', 'instructions', 'url', 'repository']));
});

test.each(withQuery)(
  '%s answers any text in any parameter without a bug',
  { timeout: 120_000 },
  async (_name, endpoint) => {
    for (const parameter of Object.keys(endpoint.query?.shape ?? {})) {
      for (const text of nextTexts()) {
        const query = new URLSearchParams({ [parameter]: text.slice(0, 2_000) });
        const { status } = await api.send(endpoint.method, `${pathOf(endpoint, ids)}?${query.toString()}`, { headers });
        expect([parameter, text, status < 500]).toEqual([parameter, text, true]);
      }
    }
  },
);

const withNames = everyRoute.filter(([, { path, scope }]) => path.includes('{') && scope !== null);

test.each(withNames)(
  '%s answers any text in any part of its path without a bug',
  { timeout: 120_000 },
  async (_name, endpoint) => {
    const { path, body: taken } = endpoint;
    const all = { ...headers, ...(taken && { 'content-type': 'application/json' }) };
    for (const [whole] of path.matchAll(/\{\w+\}/g)) {
      for (const text of nextTexts()) {
        const odd = encodeURIComponent(text.toWellFormed().slice(0, 2_000));
        const place = pathOf({ ...endpoint, path: path.replace(whole, odd) }, ids);
        const body = JSON.stringify(goodBody(endpoint));
        const { status } = await sendTo(api, endpoint, ids, { path: place, body, headers: all });
        expect([whole, text, status < 500]).toEqual([whole, text, true]);
      }
    }
  },
);

/** Fields in which space and line breaks are part of the text. */
const proseFields = new Set(['prompt', 'instructions']);

/** URLs and folders have many spellings and are normalised. */
const spelledFields = new Set(['apiUrl', 'docsFolder']);

/** Fields of a request whose field in the response has the actual value instead. */
const wishes = new Set(['createJobV1 branch', 'createJobV1 model']);

/** Otherwise some requests would wait for events. */
const headers = { accept: 'application/json' };

function sender(endpoint: Endpoint) {
  const all = { 'content-type': 'application/json', ...headers };
  return async (body: string | Uint8Array) => await sendTo(api, endpoint, ids, { body, headers: all });
}

/** Returns the names of a body's fields that may be a string. */
function textFields({ body }: Endpoint): string[] {
  if (body === undefined) return [];
  const schema = Schema.parse(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }));
  const resolved = (part: Schema): Schema => schema.$defs?.[part.$ref?.replace('#/$defs/', '') ?? ''] ?? part;
  const top = resolved(schema);
  const whole = (top.anyOf ?? [top]).map(resolved).find(({ properties }) => properties !== undefined);
  return Object.entries(whole?.properties ?? {})
    .filter(([, property]) => JSON.stringify(resolved(property)).includes('"string"'))
    .map(([name]) => name);
}

interface Schema {
  $ref?: string | undefined;
  $defs?: Record<string, Schema> | undefined;
  anyOf?: Schema[] | undefined;
  properties?: Record<string, Schema> | undefined;
}

/** The part of a JSON Schema that leads to the fields of a body. */
const Schema: z.ZodType<Schema> = z.lazy(() =>
  z.looseObject({
    $ref: z.string().optional(),
    $defs: z.record(z.string(), Schema).optional(),
    anyOf: z.array(Schema).optional(),
    properties: z.record(z.string(), Schema).optional(),
  }),
);

/** Returns the value of a sent field in the reply; the sent value when the reply does not contain the field. */
function keptAs({ status, json }: Reply, field: string, sent: string): unknown {
  const kept = status < 300 ? Object.entries(json ?? {}).find(([name]) => name === field)?.[1] : sent;
  if (typeof kept !== 'string') return sent;
  compared.add(field);
  return kept;
}
