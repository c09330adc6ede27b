import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { PathIds, TestApi } from '../support/api.ts';
import { everyBody, sendTo } from '../support/send-to.ts';

let api: TestApi;
let ids: Required<PathIds>;
beforeAll(async () => {
  api = await startApi();
  ids = await api.newIds();
});
afterAll(async () => await api[Symbol.asyncDispose]());

const kibibytes = (name: string) => (name === 'sendFeedback' ? 128 : 256);

// How much a request with page views may be depends on who sends it: it has a file of its own.
test.each(everyBody.filter(([name]) => name !== 'collect'))(
  '%s reads a body up to its limit, and refuses one byte more',
  async (name, endpoint) => {
    const headers = { 'content-type': 'application/json' };
    const body = '['.padEnd(kibibytes(name) * 1024, ' ');
    expectProblem(await sendTo(api, endpoint, ids, { body, headers }), 'invalid_json');
    expectProblem(await sendTo(api, endpoint, ids, { body: `${body} `, headers }), 'payload_too_large');
  },
);

test('some endpoints take a body', () => {
  expect(everyBody.length).toBeGreaterThan(20);
});
