import type { QuestionsQuery } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { noQuestions } from '../support/questions.ts';

const queries: (QuestionsQuery | undefined)[] = [];
let api: TestApi;
beforeAll(async () => {
  const { askQuestions } = noQuestions;
  api = await startApi({
    async askQuestions(project, query) {
      queries.push(query);
      return await askQuestions(project, query);
    },
  });
});
afterAll(async () => await api[Symbol.asyncDispose]());

test.each([
  ['', {}, 'agent:read' as const],
  ['?ref=next&judge=false', { ref: 'next', judge: false }, 'agent:read' as const],
  ['?judge=true', { judge: true }, 'agent:write' as const],
])('searches the docs, and asks a model only on request: %j', async (query, asked, scope) => {
  const key = await api.newKey({ scopes: ['agent:read', scope] });
  const reply = await api.send('GET', `/v1/questions/${api.project.id}${query}`, { key });
  expect(reply).toMatchObject({ status: 200, json: { answers: [], notAsked: [], usage: null } });
  expect(queries.at(-1)).toEqual(asked);
});
