import { SessionList } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import { absentSessionId } from '../support/endpoints.ts';
import { actionsOf, signedIn } from '../support/signed-in.ts';

test("an unknown session, another person's and an ended one get the same answer, before the body is checked", async () => {
  await using api = await startApi();
  const [ada, grace] = [await signedIn(api), await signedIn(api)];
  const [foreign] = SessionList.parse((await grace.send('GET', '/v1/me/sessions')).json).sessions;
  const ids = [absentSessionId, foreign?.id ?? '', 'x', '%00', 'x'.repeat(2_000)];
  const problems = [];
  for (const id of ids) {
    const reply = await ada.send('DELETE', `/v1/me/sessions/${id}`, 'x', { 'content-type': 'garbage' });
    problems.push({ ...expectProblem(reply, 'not_found'), requestId: '', instance: '' });
  }
  for (const problem of problems) expect(problem).toEqual(problems[0]);
  expect((await grace.send('GET', '/v1/me')).status).toBe(200);
  expect(await actionsOf(api, ada)).toEqual([]);
});
