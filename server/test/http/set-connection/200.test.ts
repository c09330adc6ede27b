import { generateKeyPairSync } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { hostedProject } from '../support/connection.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

const token = 'ghp_0123456789abcdefghijklmnop9Zq4';

test('stores the credential encrypted, and returns everything else', async () => {
  const { id, path } = await hostedProject(api, 'https://github.com/acme/docs');
  const reply = await api.send('PUT', path, {
    body: { credential: { kind: 'token', token }, draft: true, labels: ['docs'], reviewers: ['mona'], mention: 'desk' },
  });
  expect(reply.status).toBe(200);
  expect(reply.json).toEqual({
    host: 'github',
    repository: 'acme/docs',
    apiUrl: 'https://api.github.com',
    credentialKind: 'token',
    hint: '…9Zq4',
    login: null,
    mention: 'desk',
    draft: true,
    labels: ['docs'],
    reviewers: ['mona'],
    webhook: { url: `https://desk.example.com/v1/code-host/${id}/webhook`, seenAt: null },
    updatedAt: expect.stringMatching(/Z$/),
    webhookSecret: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const secret = /"webhookSecret":"([0-9a-f]{64})"/.exec(reply.text)?.[1] ?? 'none';
  const read = await api.send('GET', path);
  const { rows } = await sql<{ row: string }>`
    select c::text || encode(credential, 'escape') || encode(webhook_secret, 'escape') as row from code_host_connection c
  `.execute(api.db);
  const elsewhere = [
    reply.text.replace(secret, ''),
    read.text,
    api.log.join('\n'),
    rows.map(({ row }) => row).join(''),
  ];
  for (const text of elsewhere) {
    expect(text).not.toContain(token);
    expect(text).not.toContain(secret);
  }
});

test('changes only the given fields, without requiring the credential', async () => {
  const { path } = await hostedProject(api, 'https://gitlab.com/acme/docs/site.git');
  await api.send('PUT', path, { body: { credential: { kind: 'token', token }, labels: ['docs'] } });
  const before = await sql<{ credential: Buffer }>`select credential from code_host_connection`.execute(api.db);
  const reply = await api.send('PUT', path, { body: { draft: true, reviewers: ['ann'] } });
  expect(reply.json).toMatchObject({
    host: 'gitlab',
    repository: 'acme/docs/site',
    apiUrl: 'https://gitlab.com/api/v4',
    draft: true,
    labels: ['docs'],
    reviewers: ['ann'],
    mention: 'copydesk',
    webhookSecret: null,
  });
  const after = await sql<{ credential: Buffer }>`select credential from code_host_connection`.execute(api.db);
  expect(after.rows.map(({ credential }) => credential.toString('hex')).sort()).toEqual(
    before.rows.map(({ credential }) => credential.toString('hex')).sort(),
  );
});

test('a new credential replaces the first, and the webhook secret stays', async () => {
  const { path } = await hostedProject(api, 'https://codeberg.org/acme/docs');
  const first = await api.send('PUT', path, { body: { credential: { kind: 'token', token } } });
  const second = await api.send('PUT', path, { body: { credential: { kind: 'token', token: `${token}two` } } });
  expect(first.json).toMatchObject({ host: 'forgejo', apiUrl: 'https://codeberg.org/api/v1' });
  expect(second.json).toMatchObject({ hint: '…4two', webhookSecret: null });
});

test('accepts a GitHub App, a self-managed host and a plain git server', async () => {
  const app = await hostedProject(api, 'https://github.example.com/acme/docs');
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const credential = { kind: 'app', appId: '1234', privateKey };
  expect((await api.send('PUT', app.path, { body: { host: 'github', credential } })).json).toMatchObject({
    host: 'github',
    apiUrl: 'https://github.example.com/api/v3',
    credentialKind: 'app',
    hint: 'App 1234',
  });
  const managed = await hostedProject(api, 'https://git.example.com/acme/docs');
  const apiUrl = 'https://api.example.com/gitlab/api/v4/';
  const body = { host: 'gitlab', apiUrl, credential: { kind: 'token', token } };
  expect((await api.send('PUT', managed.path, { body })).json).toMatchObject({ apiUrl: apiUrl.slice(0, -1) });
  const alone = await hostedProject(api, 'https://git.example.com/alone.git');
  expect(
    (await api.send('PUT', alone.path, { body: { host: 'git', credential: { kind: 'token', token } } })).json,
  ).toMatchObject({ host: 'git', apiUrl: '', credentialKind: 'password', hint: 'git' });
});
