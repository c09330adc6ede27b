import { expect, test } from 'vitest';
import { callEndpoint } from '../../src/mcp/api.ts';

const answers = (status: number, value: unknown) => async () => ({ status, text: JSON.stringify(value) });
const problem = (code: string, detail: string) => ({
  type: `https://desk.example.com/problems/${code}`,
  title: 'Title',
  status: 404,
  detail,
  instance: '/v1/me',
  code,
  requestId: 'req_1',
  errors: [],
  error: detail,
});

test.each([
  ['an older server', 404, problem('route_not_found', 'There is nothing here.'), /There is nothing here\. .*older/],
  ['a newer server', 409, problem('asleep', 'It sleeps.'), /It sleeps\. \(asleep: the server is newer/],
  ['a key without the scope', 403, problem('insufficient_scope', 'It needs admin.'), /^It needs admin\.$/],
  ['something else', 502, 'Bad gateway', /answered 502/],
])('with %s, the error explains the reply', async (_who, status, value, words) => {
  await expect(callEndpoint(answers(status, value), 'getMe')).rejects.toThrow(words);
});
