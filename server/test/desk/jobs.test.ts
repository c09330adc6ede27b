import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '../../src/audit/actor.ts';
import { archiveJobFor } from '../../src/desk/job/archive-job.ts';
import { startJob } from '../../src/desk/job/create-job.ts';
import { sendMessage } from '../../src/desk/job/message-job.ts';
import { jobRequest } from '../jobs/support.ts';
import type { TestProject } from '../jobs/support.ts';
import { testDatabase } from '../support/database.ts';
import type { TestDatabase } from '../support/database.ts';
import { insertProject } from '../support/project.ts';

let database: TestDatabase;
let project: TestProject;
let actor: Actor;
beforeAll(async () => {
  database = await testDatabase();
  project = await insertProject(database.db);
  const { organisationId } = project;
  actor = { kind: 'person', id: 'per_ann', name: 'Ann', organisationId, address: '192.0.2.7' };
});
afterAll(async () => await database[Symbol.asyncDispose]());

const entriesOf = async (jobId: string) =>
  await database.db
    .selectFrom('audit_entry')
    .select(['action', 'actor_name', 'project_id', 'subject_kind', 'subject_name'])
    .where('subject_id', '=', jobId)
    .orderBy('id')
    .execute();

test('the audit log records each action once, however often it was requested', async () => {
  const idempotency = { key: 'once', requestHash: Buffer.alloc(32) };
  const request = { ...jobRequest(project), prompt: 'Fix broken links\nin all pages', idempotency };
  const { job } = await startJob(database.db, actor, request);
  expect(await startJob(database.db, actor, request)).toMatchObject({ replayed: true, job: { id: job.id } });
  expect(job.author).toEqual({ kind: 'person', id: 'per_ann', name: 'Ann' });
  const ids = { projectId: project.id, jobId: job.id };
  await sendMessage(database.db, actor, { ...ids, prompt: 'And the anchors', now: new Date() });
  expect(await archiveJobFor(database.db, actor, ids)).toMatchObject({ status: 'archived' });
  expect(await archiveJobFor(database.db, actor, ids)).toMatchObject({ status: 'archived' });

  const of = { actor_name: 'Ann', project_id: project.id, subject_kind: 'job', subject_name: 'Fix broken links' };
  expect(await entriesOf(job.id)).toEqual([
    { action: 'job.create', ...of },
    { action: 'job.message', ...of },
    { action: 'job.archive', ...of },
  ]);
});

test('the audit log does not record refused actions', async () => {
  const { job } = await startJob(database.db, actor, jobRequest(project));
  const ids = { projectId: project.id, jobId: job.id };
  await archiveJobFor(database.db, actor, ids);
  const late = sendMessage(database.db, actor, { ...ids, prompt: 'More', now: new Date() });
  await expect(late).rejects.toMatchObject({ code: 'job_archived' });
  const quota = { perHour: 0 };
  await expect(startJob(database.db, actor, { ...jobRequest(project), quota })).rejects.toMatchObject({
    code: 'quota_exceeded',
  });
  expect((await entriesOf(job.id)).map(({ action }) => action)).toEqual(['job.create', 'job.archive']);
});
