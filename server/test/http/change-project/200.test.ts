import { Project } from '@copydesk/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProject } from '../../../src/projects/project.ts';
import { readPlace } from '../../../src/projects/repository-machine.ts';
import { privateNetworks } from '../../../src/network/private-networks.ts';
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

async function made(name: string): Promise<string> {
  const place = { repositoryKind: 'path', repository: sampleRepository() } as const;
  return (await createProject(api.db, { ...api.project, id: undefined, name, ...place })).id;
}

test('changes every setting, leaves absent ones, and logs the values before', async () => {
  const id = await made('Changed');
  const body = {
    name: 'Changed again',
    model: 'anthropic/claude-sonnet-5-5',
    helperModel: 'anthropic/claude-haiku-4-5',
    questionsModel: 'openai/gpt-5-mini',
    origins: ['https://docs.example.com'],
    peopleFrom: 'browser',
    readerRules: [
      { name: 'Link check', pattern: 'acme-probe', class: 'bot', agent: null, operator: null, purpose: null },
    ],
    excludeAddresses: ['192.0.2.0/24', '2001:db8::7'],
    excludePaths: ['/internal/*'],
    excludeUserAgents: ['acme-monitor'],
    newPathsPerDay: 200_000,
    limits: { usd: 2.5, concurrency: 3 },
    instructions: 'Be brief.',
    pagesAt: '/docs/',
    checks: 'strict',
    guardViews: 7,
    commitAuthor: 'Docs Bot <docs-bot@example.com>',
    signOff: 'always',
    maxOutputTokens: 16_000,
    effort: 'high',
    temperature: 0.2,
    parallelCalls: false,
    images: 'on',
    maxChangedFiles: 20,
    maxChangedLines: 500,
    refuseFilesOver: 500,
    refuseBytesOver: null,
    refuseDeletedOver: 10,
    allow: ['docs/examples/**', 'docs/conf.py'],
    pageCode: 'refuse',
    newHosts: 'allow',
    installCommands: 'refuse',
    archiveOn: ['merge'],
    mergeBy: 'other',
    sharedFiles: 'wait',
    effectComment: 'on',
    mergePolicy: {
      kinds: ['links', 'spelling'],
      maxFiles: 5,
      maxChangedLines: 40,
      quarantineHours: 48,
      requireChecks: false,
    },
    readabilityOff: ['code-language', 'twins-missing'],
    reportPeriods: ['week', 'month'],
    reportRecipients: ['ada@example.com', 'docs+reports@example.com'],
    ciRounds: 0,
    ciWaitMinutes: 15,
    siteUrl: 'https://docs.example.com/',
  };
  const reply = await api.send('PATCH', `/v1/projects/${id}`, { body });
  expect(reply.json).toMatchObject({
    ...body,
    pagesAt: '/docs',
    siteUrl: 'https://docs.example.com',
    limits: { usd: 2.5, concurrency: 3, steps: null, tokens: null, minutes: null },
    revision: 1,
  });
  const less = await api.send('PATCH', `/v1/projects/${id}`, { body: { model: null, limits: { usd: null } } });
  expect(less.json).toMatchObject({ name: 'Changed again', model: null, limits: { usd: null, concurrency: 3 } });
  const ofIt = api.db.selectFrom('audit_entry').where('project_id', '=', id);
  const entries = await ofIt.select('detail').orderBy('id').execute();
  expect(entries[0]?.detail).toMatchObject({ name: { from: 'Changed', to: 'Changed again' } });
  expect(entries).toHaveLength(2);
});

test('a request that changes nothing changes neither the revision nor the audit log', async () => {
  const id = await made('Same');
  const reply = await api.send('PATCH', `/v1/projects/${id}`, { body: { name: 'Same', ref: 'main' } });
  expect(Project.parse(reply.json).revision).toBe(0);
  const entries = await api.db.selectFrom('audit_entry').select('id').where('project_id', '=', id).execute();
  expect(entries).toEqual([]);
});

test('moves a project to another repository, branch and folder that contains docs', async () => {
  const id = await made('Moved');
  await using repository = await testRepository({ bare: true });
  await repository.commit({ 'manual/index.md': '# Hello\n\nThere.\n' }, { branch: 'next' });
  const body = { repository: repository.path, ref: 'next', docsFolder: 'manual' };
  expect((await api.send('PATCH', `/v1/projects/${id}`, { body })).json).toMatchObject(body);
  expect((await readPlace(api.db, id))?.machine).toMatchObject({ name: 'test' });
  const back = await api.send('PATCH', `/v1/projects/${id}`, { body: { docsFolder: '' } });
  expect(back.json).toMatchObject({ ref: 'next', docsFolder: '' });
});

test('a folder without docs is refused, also beside the same repository in another spelling', async () => {
  const id = await made('Stays');
  await using repository = await testRepository({ bare: true });
  await repository.commit({ 'index.md': '# Hello\n\nThere.\n' });
  await api.send('PATCH', `/v1/projects/${id}`, { body: { repository: repository.path } });
  for (const spelling of [repository.path, `${repository.path}/`, `file://${repository.path}`]) {
    const body = { repository: spelling, docsFolder: 'nowhere' };
    expect((await api.send('PATCH', `/v1/projects/${id}`, { body })).status).toBeGreaterThanOrEqual(400);
  }
});

test('a connected project can move only within its host, with its credential', async () => {
  await using repository = await testRepository({ bare: true });
  await repository.commit({ 'index.md': '# Hello\n\nThere.\n' });
  await using host = await startGitHost({ 'old.git': repository.path, 'new.git': repository.path });
  await using other = await startGitHost({ 'new.git': repository.path });
  host.authorization = `Basic ${Buffer.from('git:the-token-of-it').toString('base64')}`;
  const connection = { host: 'git', credential: { kind: 'token', token: 'the-token-of-it' } };
  const draft = { name: 'Hosted', repository: host.url('old.git'), connection };
  const { id } = Project.parse((await api.send('POST', '/v1/projects', { body: draft })).json);
  const away = await api.send('PATCH', `/v1/projects/${id}`, { body: { repository: other.url('new.git') } });
  expect(away).toMatchObject({ status: 400, json: { errors: [{ pointer: '/repository' }] } });
  expect(other.requests).toEqual([]);
  const moved = await api.send('PATCH', `/v1/projects/${id}`, { body: { repository: host.url('new.git') } });
  expect(moved.json).toMatchObject({ repository: host.url('new.git') });
  expect((await api.send('GET', `/v1/projects/${id}/connection`)).json).toMatchObject({ repository: 'new.git' });
});
