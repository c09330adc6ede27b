import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProposalsQuery } from '@copydesk/contract';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { noQuestions } from '../support/questions.ts';

const queries: ProposalsQuery[] = [];
let api: TestApi;
beforeAll(async () => {
  const { proposeQuestions } = noQuestions;
  api = await startApi({
    async proposeQuestions(project, query) {
      queries.push(query);
      return await proposeQuestions(project, query);
    },
  });
});
afterAll(async () => await api[Symbol.asyncDispose]());

test.each([
  ['', { limit: 10 }],
  ['?limit=50&ref=next', { limit: 50, ref: 'next' }],
])('returns ten proposals on the branch of the project by default: %j', async (query, asked) => {
  const reply = await api.send('GET', `/v1/questions/${api.project.id}/proposals${query}`);
  expect(reply).toMatchObject({ status: 200, json: { proposals: [], withoutFact: 0, yaml: '', place: 'new_file' } });
  expect(queries.at(-1)).toEqual(asked);
});
