import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProject } from '../../../src/projects/project.ts';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { hostedProject } from '../support/connection.ts';

let api: TestApi;
let path: string;
beforeAll(async () => {
  api = await startApi();
  ({ path } = await hostedProject(api, 'https://git.example.com/acme/docs'));
});
afterAll(async () => await api[Symbol.asyncDispose]());

const credential = { kind: 'token', token: 'hunter2hunter2hunter2' };
const host = 'gitlab';
const ecKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

test.each([
  [{}, '/host'],
  [{ host }, '/credential'],
  [{ host: 'sourceforge', credential }, '/host'],
  [{ host, credential: { kind: 'token' } }, '/credential/token'],
  [{ host, credential: { kind: 'token', token: '' } }, '/credential/token'],
  [{ host, credential: { kind: 'token', token: 'hunter2\r\nX-Evil: 1' } }, '/credential/token'],
  [{ host, credential: { kind: 'token', token: 'hunter2…' } }, '/credential/token'],
  [{ host, credential: { kind: 'password', username: 'a:b', password: 'hunter2' } }, '/credential/username'],
  [{ host, credential: { kind: 'password', username: 'a', password: 'hunter2' } }, '/credential/kind'],
  [{ host: 'gitea', credential: { kind: 'app', appId: '1', privateKey: 'hunter2' } }, '/credential/kind'],
  [{ host: 'github', credential: { kind: 'app', appId: '1', privateKey: 'hunter2' } }, '/credential/privateKey'],
  [{ host: 'github', credential: { kind: 'app', appId: '1', privateKey: ecKey } }, '/credential/privateKey'],
  [{ host, credential, repository: 'https://git.example.com/acme/other' }, '/repository'],
  [{ host, credential, webhookSecret: 'hunter2' }, '/webhookSecret'],
  [{ host, credential: { ...credential, username: 'hunter2' } }, '/credential/username'],
  [{ host, credential: 'hunter2' }, '/credential'],
  [{ host, credential, mention: '@desk' }, '/mention'],
  [{ host, credential, labels: 'docs' }, '/labels'],
  [{ host, credential, labels: ['a\nb'] }, '/labels/0'],
  [{ host, credential, labels: ['docs', '$(id)'] }, '/labels/1'],
  [{ host, credential, draft: 'yes' }, '/draft'],
  [{ host, credential, apiUrl: 'git.example.com' }, '/apiUrl'],
  [{ host, credential, apiUrl: 'https://u:hunter2@git.example.com/api/v4' }, '/apiUrl'],
  [{ host, credential, apiUrl: 'http://git.example.com/api/v4' }, '/apiUrl'],
  [{ host, credential, apiUrl: 'https://127.0.0.1/api/v4' }, '/apiUrl'],
  [{ host, credential, apiUrl: 'https://169.254.169.254/api/v4' }, '/apiUrl'],
  [{ host, credential, apiUrl: 'https://inside.example.com/api/v4' }, '/apiUrl'],
])('refuses %j', async (body, pointer) => {
  const reply = await api.send('PUT', path, { body });
  const { errors } = expectProblem(reply, 'invalid_request');
  expect(errors).toMatchObject([{ pointer }]);
  expect(reply.text + api.log.join('\n')).not.toContain('hunter2');
});

test('a stored credential cannot be sent to another address by a caller who does not know it', async () => {
  const there = await hostedProject(api, 'https://git.example.com/acme/other');
  await api.send('PUT', there.path, { body: { host, credential } });
  for (const body of [{ apiUrl: 'https://evil.example.com/api/v4' }, { host: 'gitea' }]) {
    const { errors } = expectProblem(await api.send('PUT', there.path, { body }), 'invalid_request');
    expect(errors).toMatchObject([{ pointer: '/credential' }]);
  }
  const same = await api.send('PUT', there.path, { body: { apiUrl: 'https://git.example.com/api/v4', draft: true } });
  expect(same.json).toMatchObject({ apiUrl: 'https://git.example.com/api/v4', draft: true });
});

test('all unknown fields are reported at once, and nothing is replaced', async () => {
  const there = await hostedProject(api, 'https://git.example.com/acme/kept');
  await api.send('PUT', there.path, { body: { host, credential } });
  const token = `${credential.token}-of-another`;
  const body = { repository: 'acme/other', credential: { kind: 'token', token }, branch: 'main' };
  const { errors } = expectProblem(await api.send('PUT', there.path, { body }), 'invalid_request');
  expect(errors).toEqual([
    { pointer: '/repository', detail: 'is not known here; leave it out' },
    { pointer: '/branch', detail: 'is not known here; leave it out' },
  ]);
  expect((await api.send('GET', there.path)).json).toMatchObject({ hint: '…ter2' });
});

test.each(['{', ''])('refuses the body %j', async (body) => {
  const headers = { 'content-type': 'application/json' };
  expectProblem(await api.send('PUT', path, { body, headers }), 'invalid_json');
});

test('refuses a project whose repository is on this machine', async () => {
  const { organisationId } = api.project;
  const here = { organisationId, name: 'Here', repositoryKind: 'path' as const, repository: '/srv/docs', ref: 'main' };
  const { id } = await createProject(api.db, here);
  const body = { host, credential };
  const { detail } = expectProblem(await api.send('PUT', `/v1/projects/${id}/connection`, { body }), 'invalid_request');
  expect(detail).toContain('on the machine of Copydesk');
});

test('no refused request created a connection', async () => {
  expectProblem(await api.send('GET', path), 'not_found');
});
