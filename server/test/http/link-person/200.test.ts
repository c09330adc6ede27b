import { InvitedPerson, PersonLink } from '@copydesk/contract';
import { useSignInLink } from '../../../src/people/sign-in-links.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

const tokenOf = (link: string | null) => link?.split('/').at(-1) ?? '';

test('a new link invalidates the earlier ones', async () => {
  const invited = await api.send('POST', '/v1/people', { body: { name: 'Ada', role: 'viewer' } });
  const { id, link: first } = InvitedPerson.parse(invited.json);
  const reply = await api.send('POST', `/v1/people/${id}/link`);
  const { link } = PersonLink.parse(reply.json);
  await expect(useSignInLink(api.db, tokenOf(first), new Date())).rejects.toThrow('used already');
  expect(await useSignInLink(api.db, tokenOf(link), new Date())).toMatchObject({ personId: id });
  const log = await api.send('GET', '/v1/audit?action=person.link');
  expect(log.json).toMatchObject({ entries: [{ subject: { id } }] });
  expect(log.text).not.toContain(tokenOf(link));
});
