import { ConnectionChecks, Project } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { privateNetworks } from '../../../src/network/private-networks.ts';
import { startGitHost } from '../../support/git-host.ts';
import { testRepository } from '../../support/git-repository.ts';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ guard: { allowed: privateNetworks(['127.0.0.0/8']) } });
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('checks the given or the stored connection, reports what is wrong, and stores nothing', async () => {
  await using repository = await testRepository({ bare: true });
  await repository.commit({ 'index.md': '# Hello\n\nThere.\n' });
  await using host = await startGitHost({ 'docs.git': repository.path });
  const body = { name: 'Tried', repository: host.url('docs.git') };
  const { id } = Project.parse((await api.send('POST', '/v1/projects', { body })).json);
  const path = `/v1/projects/${id}/connection`;
  host.authorization = `Basic ${Buffer.from('git:the-right-token').toString('base64')}`;
  const tried = async (token: string) => {
    const credential = { kind: 'token', token };
    return ConnectionChecks.parse(
      (await api.send('POST', `${path}/check`, { body: { host: 'git', credential } })).json,
    );
  };
  const wrong = await tried('a-wrong-token');
  expect(wrong).toMatchObject({ ok: false, host: 'git', checks: [{ ok: false }] });
  const right = await tried('the-right-token');
  expect(right.ok).toBe(true);
  expect(right.checks.map(({ name }) => name)).toContain('git: push a branch');
  expect((await api.send('GET', path)).status).toBe(404);
  expect(JSON.stringify([wrong, right])).not.toContain('the-right-token');
  await api.send('PUT', path, { body: { host: 'git', credential: { kind: 'token', token: 'the-right-token' } } });
  const stored = await api.send('POST', `${path}/check`, { body: {} });
  expect(stored.json).toMatchObject({ ok: true });
});
