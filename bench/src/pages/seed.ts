import { createHash, randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../../../server/src/postgres/database.ts';
import type { ViewsServer } from '../views/server.ts';
import { makeWideChange } from './wide-change.ts';

/** A desk with many rows. */
export interface SeededDesk {
  /** The project with readers and jobs. */
  projectId: string;
  longJobId: string;
  /** The project whose pull request 1 changes 300 files. */
  pullsProjectId: string;
  /** The session cookie of an owner. */
  cookie: string;
}

const idCharacters = '0123456789abcdefghjkmnpqrstvwxyz';

/** Fills the tables of a server that already has page views. Rows are created by SQL statements, not by jobs. */
export async function seedDesk(
  { db, createProject }: ViewsServer,
  { projectId, folder }: { projectId: string; folder: string },
): Promise<SeededDesk> {
  const cookie = await makeOwner(db);
  await makeProjects(db);
  await makeJobs(db, projectId);
  const longJobId = await makeLongJob(db, projectId);
  await makePeopleAndKeys(db);
  await makeAudit(db);
  const wide = await createProject('Wide change');
  const repository = path.join(folder, 'wide');
  await mkdir(repository, { recursive: true });
  await makeWideChange(db, { projectId: wide.id, repository });
  await sql`vacuum analyze`.execute(db);
  return { projectId, longJobId, pullsProjectId: wide.id, cookie };
}

async function makeOwner(db: Database): Promise<string> {
  const token = randomBytes(32).toString('base64url').replaceAll(/[-_]/g, 'x');
  const hash = createHash('sha256').update(token).digest();
  await sql`
    insert into person (id, organisation_id, name, role, joined_at)
    values ('per_bench', 'org_default', 'Bench', 'owner', now())`.execute(db);
  await sql`
    insert into session (hash, person_id, expires_at)
    values (${hash}, 'per_bench', now() + interval '1 day')`.execute(db);
  return `copydesk_session=person.${token}`;
}

/** Creates 10,000 unused projects. */
async function makeProjects(db: Database): Promise<void> {
  await sql`
    insert into project (id, organisation_id, name, repository_kind, repository, ref)
    select 'prj_' || lpad(n::text, 22, '0'), 'org_default', 'Project ' || n, 'kept', '/nowhere/' || n, 'main'
    from generate_series(1, 10000) as n`.execute(db);
}

/** Creates 100,000 jobs, the newest from a minute ago; one in ten failed. */
async function makeJobs(db: Database, projectId: string): Promise<void> {
  await sql`
    insert into job (id, organisation_id, project_id, status, model, source_repository, base_ref, branch, error,
      created_at, messages, messages_read, events, author_kind, author_id, author_name, summary)
    select id, 'org_default', ${projectId}, case when n % 10 = 0 then 'failed' else 'completed' end,
      'builtin/copyeditor', 'https://git.example.com/docs.git', 'main', 'copydesk/' || id,
      case when n % 10 = 0 then '{"code":"checks_failed","detail":"A link is broken.","retryable":false}'::jsonb end,
      now() - make_interval(mins => 100001 - n), 1, 1, 1, 'person', 'per_bench', 'Bench',
      (array['Fix broken links', 'Normalise headings', 'Rename one term', 'Add missing titles'])[1 + n % 4] || ' ' || n
    from (select n, 'job_01' || lpad(n::text, 24, '0') as id from generate_series(1, 100000) as n) as numbered`.execute(
    db,
  );
  await sql`
    insert into job_message (job_id, "position", prompt) select id, 0, summary from job where project_id = ${projectId}`.execute(
    db,
  );
}

const steps = 500;

/** Creates a job of 500 steps, each with some words and two tool calls. */
async function makeLongJob(db: Database, projectId: string): Promise<string> {
  const id = `job_02${Array.from({ length: 24 }, (_, place) => idCharacters[place % 32]).join('')}`;
  await sql`
    insert into job (id, organisation_id, project_id, status, model, source_repository, base_ref, branch, messages,
      messages_read, events, steps, turn, author_kind, author_id, author_name, summary)
    values (${id}, 'org_default', ${projectId}, 'completed', 'builtin/copyeditor', 'https://git.example.com/docs.git',
      'main', ${`copydesk/${id}`}, 1, 1, ${steps + 1}, ${steps}, 1, 'person', 'per_bench', 'Bench', 'A long job')`.execute(
    db,
  );
  await sql`insert into job_message (job_id, "position", prompt) values (${id}, 0, 'A long job')`.execute(db);
  await sql`
    insert into job_event (job_id, sequence, type, data)
    values (${id}, 1, 'message', '{"position":0,"prompt":"A long job"}')`.execute(db);
  await sql`
    insert into job_event (job_id, sequence, type, data)
    select ${id}, n + 1, 'step', jsonb_build_object('step', n, 'messages', '[]'::jsonb,
      'text', 'I look at page ' || n || ' and mend what I find there.',
      'tools', jsonb_build_array(
        jsonb_build_object('tool', 'read_file', 'summary', 'read docs/page-' || n || '.md', 'ok', true,
          'result', repeat('A line of the page. ', 20)),
        jsonb_build_object('tool', 'edit_file', 'summary', 'edited docs/page-' || n || '.md', 'ok', true,
          'result', repeat('A line of the answer. ', 10))),
      'changedFiles', jsonb_build_array('docs/page-' || n || '.md'),
      'usage', jsonb_build_object('inputTokens', 1000 + n, 'outputTokens', 200, 'cachedInputTokens', null, 'cacheWriteTokens', null))
    from generate_series(1, ${steps}) as n`.execute(db);
  await sql`
    insert into job_step (job_id, number, turn, messages, tree, usage, finish_reason, started_at, finished_at)
    select ${id}, n, 1, '[]', repeat('0', 40), '{"inputTokens":1000,"outputTokens":200}', 'tool-calls', now(), now()
    from generate_series(1, ${steps}) as n`.execute(db);
  return id;
}

/** Creates 5,000 people and 10,000 keys that were never used. */
async function makePeopleAndKeys(db: Database): Promise<void> {
  await sql`
    insert into person (id, organisation_id, name, role, email)
    select 'per_' || lpad(n::text, 22, '0'), 'org_default', 'Person ' || n, 'viewer', 'person' || n || '@example.com'
    from generate_series(1, 5000) as n`.execute(db);
  await sql`
    insert into api_key (id, organisation_id, name, hash, hint, scopes)
    select 'key_' || lpad(n::text, 22, '0'), 'org_default', 'Key ' || n, sha256(n::text::bytea), 'abcd', array['ingest']
    from generate_series(1, 10000) as n`.execute(db);
}

/** Creates 100,000 entries, of all people in all projects. */
async function makeAudit(db: Database): Promise<void> {
  await sql`
    insert into audit_entry (organisation_id, actor_kind, actor_id, actor_name, action, project_id, subject_kind, subject_name)
    select 'org_default', 'person', 'per_' || lpad((1 + n % 5000)::text, 22, '0'), 'Person ' || 1 + n % 5000,
      'project.change', 'prj_' || lpad((1 + n % 10000)::text, 22, '0'), 'project', 'Project ' || 1 + n % 10000
    from generate_series(1, 100000) as n`.execute(db);
}
