import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createJob } from '../../../src/jobs/request/create.ts';
import { ensureTestProject, testOrganisationOf } from '../../../src/projects/test-mode.ts';
import { expireTestJobs, testJobDays } from '../../../src/worker/upkeep/expire-test-jobs.ts';
import { testDatabase } from '../../support/database.ts';
import { insertProject } from '../../support/project.ts';

test('old jobs of the test mode are deleted with all their rows, and live ones stay', async () => {
  await using database = await testDatabase();
  const { db } = database;
  const live = await insertProject(db);
  const { organisationId } = live;
  const twin = await ensureTestProject(db, { organisationId, projectId: live.id });
  const inTest = { id: twin?.id ?? '', organisationId: testOrganisationOf(organisationId) };
  const newJob = async (project: { id: string; organisationId: string }, days: number): Promise<string> => {
    const draft = { prompt: 'test:completed', model: 'test/scripted', sourceRepository: 'x', baseRef: 'main' };
    const { job } = await createJob(db, { ...draft, project, now: new Date() });
    await sql`
      update job set status = 'completed', updated_at = now() - make_interval(days => ${days}::integer) where id = ${job.id}
    `.execute(db);
    return job.id;
  };
  const old = await newJob(inTest, testJobDays + 1);
  const kept = [await newJob(inTest, testJobDays - 1), await newJob(live, testJobDays + 1)];
  await db
    .insertInto('pull_request')
    .values({
      project_id: inTest.id,
      number: 1,
      job_id: old,
      title: 'A test',
      description: '',
      base_ref: 'main',
      head_ref: `copydesk/${old}`,
      base_commit: 'a',
      head_commit: 'b',
    })
    .execute();
  expect(await expireTestJobs(db)).toBe(1);
  expect(await expireTestJobs(db)).toBe(0);
  const left = await db.selectFrom('job').select('id').orderBy('id').execute();
  expect(left.map(({ id }) => id)).toEqual(kept.sort());
  expect(await db.selectFrom('pull_request').select('number').execute()).toEqual([]);
});
