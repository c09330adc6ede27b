import { sql } from 'kysely';
import type { Database } from '../../../server/src/postgres/database.ts';

/** How much the backed-up database contains. */
export interface Amount {
  views: number;
  jobs: number;
  /** Per job. */
  steps: number;
}

/**
 * Fills a migrated database with what an installation collects: jobs with transcripts, of texts that do not compress
 * too well, and single page views with the ids by which each counts once.
 */
export async function fill(db: Database, { views, jobs, steps }: Amount): Promise<void> {
  await sql`
    insert into organisation (id, name) values ('org_bench', 'Bench') on conflict do nothing;
  `.execute(db);
  await sql`
    insert into project (id, organisation_id, name, repository, repository_kind, ref)
      select 'prj_0123456789abcdefghijkl', 'org_bench', 'Bench', 'https://git.example.com/docs', 'url', 'main'
  `.execute(db);
  await sql`
    insert into job (id, organisation_id, project_id, status, model, source_repository, base_ref, branch, summary)
      select 'job_' || lpad(translate(to_hex(i), 'ilou', 'wxyz'), 26, '0'), 'org_bench', 'prj_0123456789abcdefghijkl', 'completed', 'builtin/copyeditor',
        'https://git.example.com/docs', 'main', 'copydesk/' || i, 'Replace ' || md5(i::text) || ' in the docs'
      from generate_series(1, ${jobs}::int) i
  `.execute(db);
  await sql`
    insert into job_step (job_id, number, turn, messages, tree, usage, finish_reason, started_at, finished_at)
      select job.id, n, 1, json_build_array(json_build_object('role', 'assistant', 'content',
          (select string_agg(md5(job.id || n || w), ' ') from generate_series(1, 120) w))),
        md5(job.id || n), '{"inputTokens": 4000, "outputTokens": 300}', 'tool-calls', now(), now()
      from job, generate_series(1, ${steps}::int) n
  `.execute(db);
  await sql`
    insert into job_event (job_id, sequence, type, data)
      select job.id, n, 'tool_called', jsonb_build_object('tool', 'edit_file', 'path', 'docs/' || md5(n::text) || '.md', 'step', n)
      from job, generate_series(1, ${steps * 3}::int) n
  `.execute(db);
  await fillViews(db, views);
}

async function fillViews(db: Database, views: number): Promise<void> {
  await sql`create table view_2026_06 partition of view for values from ('2026-06-01 00:00:00+00') to ('2026-07-01 00:00:00+00')`.execute(
    db,
  );
  await sql`
    insert into view_page (project_id, number, path)
      select 1, i, '/guides/' || md5(i::text) || '/' || i from generate_series(1, 20000) i
  `.execute(db);
  await sql`
    insert into view (project_id, at, page, reader, referrer, visitor, surface, found)
      select 1, timestamptz '2026-06-01 00:00:00+00' + make_interval(secs => i * 2500000.0 / ${views}::float8), 1 + (i * 7919) % 20000, 1 + i % 50,
        case when i % 5 = 0 then 1 + i % 100 end, hashint8(i), 1, true
      from generate_series(1, ${views}::bigint) i
  `.execute(db);
  await sql`
    insert into view_event_id (project_id, id, received_on)
      select 1, gen_random_uuid(), date '2026-06-01' + (i * 29 / ${views}::bigint)::int from generate_series(1, ${views}::bigint) i
  `.execute(db);
}
