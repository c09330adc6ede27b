import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { selectBranchUses } from '../../src/desk/project/judge-push.ts';
import { newJob } from '../jobs/support.ts';
import { testDatabase } from '../support/database.ts';
import { insertProject } from '../support/project.ts';

test('finding the jobs that use a branch reads indexes only, however many jobs a project has had', async () => {
  await using database = await testDatabase();
  const { db } = database;
  const project = await insertProject(db);
  const { id } = await newJob(db, project);
  await sql`
    insert into job (id, organisation_id, project_id, status, model, source_repository, base_ref, branch)
    select 'job_' || lpad(n::text, 26, '0'), organisation_id, project_id, 'completed', model, source_repository, base_ref, 'copydesk/' || n
    from job, generate_series(1, 5000) n where id = ${id}`.execute(db);
  await sql`analyze job`.execute(db);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${selectBranchUses(project.id, ['copydesk/7'])}`.execute(
    db,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/using job_of_branch|on job_of_branch/);
  expect(plan).not.toContain('Seq Scan on job');
});
