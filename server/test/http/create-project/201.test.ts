import { Project } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { privateNetworks } from '../../../src/network/private-networks.ts';
import { readPlace } from '../../../src/projects/repository-machine.ts';
import { startGitHost } from '../../support/git-host.ts';
import { testRepository } from '../../support/git-repository.ts';
import { startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { sampleRepository } from '../support/projects.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ guard: { allowed: privateNetworks(['127.0.0.0/8']) } });
});
afterAll(async () => await api[Symbol.asyncDispose]());

test('creates a project of a path on the machine, and returns it as it is read later', async () => {
  const body = { name: ' Handbook ', repository: sampleRepository(), origins: ['https://docs.example.com/'] };
  const reply = await api.send('POST', '/v1/projects', { body });
  expect(reply.status).toBe(201);
  const project = Project.parse(reply.json);
  expect(project).toMatchObject({
    name: 'Handbook',
    repositoryKind: 'path',
    repository: sampleRepository(),
    cloneUrl: `https://desk.example.com/git/${project.id}.git`,
    ref: 'main',
    docsFolder: '',
    origins: ['https://docs.example.com'],
    revision: 0,
    page: `https://desk.example.com/projects/${project.id}`,
  });
  expect(reply.headers.get('location')).toBe(`https://desk.example.com/v1/projects/${project.id}`);
  expect((await api.send('GET', `/v1/projects/${project.id}`)).json).toMatchObject(project);
});

test('creates a repository of the server if none is given, and returns its git address, not its folder', async () => {
  const reply = await api.send('POST', '/v1/projects', { body: { name: 'Notes', ref: 'trunk' } });
  const project = Project.parse(reply.json);
  expect(project).toMatchObject({ repositoryKind: 'kept', ref: 'trunk' });
  expect(project.repository).toBe(`https://desk.example.com/git/${project.id}.git`);
});

test('stores the machine of a repository on disk', async () => {
  const draft = { name: 'Told', repository: sampleRepository() };
  const { id } = Project.parse((await api.send('POST', '/v1/projects', { body: draft })).json);
  expect((await readPlace(api.db, id))?.machine).toEqual({ id: 'mch_test', name: 'test' });
});

test('accepts a repository of a git server, with a credential for a private one, and connects it', async () => {
  await using repository = await testRepository({ bare: true });
  await repository.commit({ 'docs/index.md': '# Welcome\n\nHello.\n' });
  await using host = await startGitHost({ 'acme.git': repository.path });
  host.authorization = `Basic ${Buffer.from('git:secret-of-the-host').toString('base64')}`;
  const place = { repository: host.url('acme.git'), docsFolder: './docs/' };
  const refused = await api.send('POST', '/v1/projects', { body: { name: 'Private', ...place } });
  expect(refused).toMatchObject({ status: 422, json: { code: 'repository_unauthorized' } });
  const connection = { host: 'git', credential: { kind: 'token', token: 'secret-of-the-host' } };
  const reply = await api.send('POST', '/v1/projects', { body: { name: 'Private', ...place, connection } });
  const { id, docsFolder } = Project.parse(reply.json);
  expect(docsFolder).toBe('docs');
  expect(reply.text).not.toContain('secret-of-the-host');
  expect((await api.send('GET', `/v1/projects/${id}/connection`)).json).toMatchObject({ host: 'git' });
});

test('a repeated request with an idempotency key creates one project', async () => {
  const headers = { 'idempotency-key': 'a-key-of-this-test' };
  const body = { name: 'Once' };
  const first = await api.send('POST', '/v1/projects', { body, headers });
  const again = await api.send('POST', '/v1/projects', { body, headers });
  expect(again.json).toEqual(first.json);
  expect([first, again].map((reply) => reply.headers.get('idempotency-replayed'))).toEqual([null, 'true']);
  const other = await api.send('POST', '/v1/projects', { body: { name: 'Another' }, headers });
  expect(other).toMatchObject({ status: 422, json: { code: 'idempotency_key_reused' } });
});

test('the audit log records who created it', async () => {
  const reply = await api.send('POST', '/v1/projects', { body: { name: 'Logged' } });
  const { id } = Project.parse(reply.json);
  const entries = await api.db.selectFrom('audit_entry').selectAll().where('project_id', '=', id).execute();
  expect(entries).toMatchObject([{ action: 'project.create', actor_kind: 'key', subject_name: 'Logged' }]);
});
