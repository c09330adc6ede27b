import { readabilityRules } from '@copydesk/contract';
import type { ReadabilityQuery } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { plainPages } from '../support/readers.ts';

const queries: ReadabilityQuery[] = [];
let api: TestApi;
beforeAll(async () => {
  const { readReadability } = plainPages;
  api = await startApi({
    async readReadability(project, query) {
      queries.push(query);
      return await readReadability(project, query);
    },
  });
});
afterAll(async () => await api[Symbol.asyncDispose]());

test.each([
  ['', {}, 'main'],
  ['?ref=next&rule=image-words', { ref: 'next', rule: 'image-words' }, 'next'],
])('applies all rules to the branch of the project by default: %j', async (query, asked, ref) => {
  const reply = await api.send('GET', `/v1/readability/${api.project.id}${query}`);
  expect(reply).toMatchObject({ status: 200, json: { ref, pages: 1, tokens: 100, warnings: [] } });
  expect(reply.json).toMatchObject({ rules: readabilityRules.map((rule) => ({ rule, isOn: true, warnings: 0 })) });
  expect(queries.at(-1)).toEqual(asked);
});
