import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addShards } from '../../src/analytics/store/shards/add-shards.ts';
import { readShards } from '../../src/analytics/store/shards/shards.ts';
import type { Actor } from '../../src/audit/actor.ts';
import { deleteProject } from '../../src/desk/project/delete-project.ts';
import { claimJobs, claimOneJob } from '../../src/jobs/claim/claim.ts';
import { createJob } from '../../src/jobs/request/create.ts';
import { findJob, readProjectId, readStatus } from '../../src/jobs/read/read.ts';
import { addContextRepository } from '../../src/projects/connection/context-repositories.ts';
import { authenticateKey } from '../../src/projects/key/keys.ts';
import { createProject, findProject, listProjects, readProject } from '../../src/projects/project.ts';
import type { Project } from '../../src/projects/project.ts';
import { openPullRequest } from '../../src/pull-requests/open.ts';
import { purgeDeletedProjects } from '../../src/worker/upkeep/purge-projects.ts';
import { startApi } from '../http/support/api.ts';
import type { TestApi } from '../http/support/api.ts';
import { testFolder } from '../support/git-repository.ts';
import { testWorkspace } from '../support/workspace.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

const actorOf = (organisationId: string): Actor => ({
  kind: 'command',
  id: null,
  name: 'test',
  organisationId,
  address: null,
});

/** Creates a project with one of everything that can belong to one. */
async function fullProject(name: string): Promise<{ project: Project; jobId: string; key: string }> {
  const { organisationId } = api.project;
  const origins = ['https://docs.example.com'];
  const place = { repositoryKind: 'url', repository: 'https://git.example.com/full.git', ref: 'main' } as const;
  const project = await createProject(api.db, { organisationId, name, ...place, origins });
  const { jobId } = await api.newIds(project);
  const key = await api.newKey({ projectId: project.id });
  const commits = { baseCommit: 'a'.repeat(40), headCommit: 'b'.repeat(40) };
  const words = { title: 'A change', description: '', asDraft: false };
  const pulled = { projectId: project.id, jobId, headRef: 'topic', baseRef: 'main', ...commits, ...words };
  await openPullRequest(api.db, pulled);
  await addContextRepository(api.db, project.id, { name: 'source', ...place, ref: null });
  await createJob(api.db, {
    project,
    prompt: 'Once',
    model: 'builtin/copyeditor',
    sourceRepository: place.repository,
    baseRef: 'main',
    idempotency: { key: 'once', requestHash: Buffer.alloc(32) },
    now: new Date(),
  });
  const views = [{ path: '/start', userAgent: 'Mozilla/5.0 (compatible; ClaudeBot/1.0)' }];
  expect((await api.send('POST', `/v1/collect/${project.id}`, { body: views })).status).toBe(202);
  const week = { project_id: project.id, period: 'week', starts_on: '2026-11-16' };
  await api.db
    .insertInto('report')
    .values({ ...week, content: '{}', made_at: new Date() })
    .execute();
  const sending = { ...week, channel: 'email', recipient: 'ada@example.com', next_attempt_at: new Date() };
  await api.db.insertInto('report_sending').values(sending).execute();
  return { project, jobId, key };
}

/** Returns how many rows of each table name the project, by its id or number, except for the audit log. */
async function rowsLeft({ id, number }: Project): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; type: string }>`
    select table_name as name, data_type as type from information_schema.columns
    where column_name = 'project_id' and table_schema = 'public' and table_name <> 'audit_entry'
  `.execute(api.db);
  const left: Record<string, number> = {};
  for (const { name, type } of rows) {
    const counted = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(name)} where project_id = ${type === 'integer' ? number : id}
    `.execute(api.db);
    const count = counted.rows[0]?.count ?? 0;
    if (count > 0) left[name] = count;
  }
  return left;
}

test('a deleted project disappears for everybody at once, and its name is free', async () => {
  const { project, jobId, key } = await fullProject('Gone');
  const { organisationId, id: projectId } = project;
  await deleteProject(api.db, actorOf(organisationId), { projectId, name: 'Gone' });

  expect(await findProject(api.db, { organisationId, projectId })).toBeUndefined();
  expect(await readProject(api.db, projectId)).toBeUndefined();
  expect((await listProjects(api.db, organisationId)).map(({ name }) => name)).not.toContain('Gone');
  expect(await findJob(api.db, { organisationId, projectId, jobId })).toBeUndefined();
  expect(await readProjectId(api.db, jobId)).toBeUndefined();
  expect(await readStatus(api.db, jobId)).toBe('archived');
  await expect(authenticateKey(api.db, key, { address: '127.0.0.1', now: new Date() })).rejects.toMatchObject({
    code: 'invalid_token',
  });
  const { rows } = await sql`
    select from webhook_delivery where project_id = ${projectId} and next_attempt_at is not null
  `.execute(api.db);
  expect(rows).toEqual([]);
  const left = await rowsLeft(project);
  expect(left).not.toHaveProperty('code_host_connection');
  const again = { ...project, id: undefined };
  expect((await createProject(api.db, again)).name).toBe('Gone');
});

test('a deleted project answers over HTTP like one that never existed', async () => {
  const { project, jobId } = await fullProject('Silent');
  const { id } = project;
  await deleteProject(api.db, actorOf(project.organisationId), { projectId: id, name: 'Silent' });
  const absent = 'prj_0000000000000000000000';
  const paths = [
    `/v2/agent/${id}/jobs`,
    `/v2/agent/${id}/job/${jobId}`,
    `/v1/analytics/${id}/views`,
    `/v1/webhooks/${id}`,
  ];
  for (const target of paths) {
    const [one, other] = [await api.send('GET', target), await api.send('GET', target.replace(id, absent))];
    expect(one.status).toBe(404);
    expect(Object.keys(one.json as object)).toEqual(Object.keys(other.json as object));
    expect(one.text.replaceAll(id, absent).replace(/req_[^"]+/, '')).toBe(other.text.replace(/req_[^"]+/, ''));
  }
  const views = [{ path: '/start', userAgent: 'x' }];
  expect((await api.send('POST', `/v1/collect/${id}`, { body: views })).status).toBe(404);
  await expect
    .poll(async () => {
      const headers = { origin: 'https://docs.example.com' };
      return (await api.send('POST', `/v1/collect/${id}`, { key: null, body: views, headers })).status;
    })
    .toBe(404);
});

test('no worker claims a job of a deleted project, even one that became active at the last moment', async () => {
  const { project, jobId } = await fullProject('Still');
  await deleteProject(api.db, actorOf(project.organisationId), { projectId: project.id, name: 'Still' });
  await api.db.updateTable('job').set({ status: 'active', archived_at: null }).where('id', '=', jobId).execute();
  const claim = { worker: 'w', leaseSeconds: 10, most: 1_000, projectLimit: 1_000 };
  const claimed = await claimJobs(api.db, claim);
  expect(claimed.map((job) => job.project_id)).not.toContain(project.id);
  expect(await claimOneJob(api.db, { ...claim, jobId })).toBeUndefined();
});

test('a project is deleted only by its name, and the audit log records who deleted it', async () => {
  const { project } = await fullProject('Named');
  const { organisationId, id: projectId } = project;
  const actor = actorOf(organisationId);
  for (const name of [undefined, '', 'named', 'Docs']) {
    const refused = deleteProject(api.db, actor, { projectId, name });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_request', errors: [{ parameter: 'name' }] });
  }
  const foreign = deleteProject(api.db, actorOf(api.foreign.organisationId), { projectId, name: 'Named' });
  await expect(foreign).rejects.toMatchObject({ code: 'not_found' });
  await deleteProject(api.db, actor, { projectId, name: 'Named' });
  await expect(deleteProject(api.db, actor, { projectId, name: 'Named' })).rejects.toMatchObject({ code: 'not_found' });
  const ofIt = api.db.selectFrom('audit_entry').where('project_id', '=', projectId);
  const entries = await ofIt.selectAll().where('action', '=', 'project.delete').execute();
  expect(entries).toMatchObject([{ action: 'project.delete', actor_kind: 'command', subject_name: 'Named' }]);
});

test('deleting a project deletes all shards of its page views', async () => {
  const { project } = await fullProject('Sliced');
  await addShards(api.db, project.number, 3);
  const views = Array.from({ length: 40 }, (_, page) => ({ path: `/${page}`, userAgent: 'GPTBot/1.2' }));
  expect((await api.send('POST', `/v1/collect/${project.id}`, { body: views })).status).toBe(202);
  const shards = (await readShards(api.db, [project.number])).get(project.number)?.numbers ?? [];
  const left = async () => await Promise.all(shards.map((number) => rowsLeft({ ...project, number })));
  for (const rows of await left()) expect(rows).toHaveProperty('view_event_id');
  await using here = await testWorkspace();
  const services = { db: api.db, workspace: here.workspace, removeKept: async () => {} };
  await deleteProject(api.db, actorOf(project.organisationId), { projectId: project.id, name: 'Sliced' });
  await purgeDeletedProjects(services, { quiet: 0 });
  expect(await left()).toEqual([{}, {}, {}]);
  expect(await api.db.selectFrom('view_shard').select('number').execute()).toEqual([]);
});

test('the purge deletes rows and files of a deleted project in pieces, and nothing of other projects', async () => {
  const { project } = await fullProject('Swept');
  const other = (await fullProject('Kept')).project;
  const before = await rowsLeft(other);
  const { id: projectId } = project;
  await using here = await testWorkspace();
  await using folder = await testFolder();
  const kept = path.join(folder.path, `${projectId}.git`);
  const clone = path.join(here.directory, `${projectId}.git`);
  await mkdir(kept, { recursive: true });
  const removed: string[] = [];
  const services = {
    db: api.db,
    workspace: here.workspace,
    removeKept: async (id: string) => void removed.push(id),
  };
  await deleteProject(api.db, actorOf(project.organisationId), { projectId, name: 'Swept' });
  expect(await purgeDeletedProjects(services)).toBe(0);
  expect(await rowsLeft(project)).toHaveProperty('job');
  await purgeDeletedProjects(services, { quiet: 0, most: 1 });
  expect(await rowsLeft(project)).not.toEqual({});
  await purgeDeletedProjects(services, { quiet: 0 });
  expect(await rowsLeft(project)).toEqual({});
  expect(removed).toContain(projectId);
  expect(existsSync(clone)).toBe(false);
  expect(await api.db.selectFrom('project').select('id').where('id', '=', projectId).execute()).toEqual([]);
  expect(await rowsLeft(other)).toEqual(before);
  const audit = await api.db.selectFrom('audit_entry').select('id').where('project_id', '=', projectId).execute();
  expect(audit.length).toBeGreaterThan(0);
});
