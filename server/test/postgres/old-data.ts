import { sql } from 'kysely';
import type { Database } from '../../src/postgres/database.ts';

const projectId = 'prj_0123456789012345678901';
export const oldJob = 'job_01hzzzzzzzzzzzzzzzzzzzzzzz';

/** Inserts a row into each table of the first schema, as installations of that time had them. */
export async function fillFirst(db: Database): Promise<void> {
  const hash = sql`decode(repeat('ab', 32), 'hex')`;
  const at = sql`timestamptz '2026-01-02T03:04:05Z'`;
  const rows = [
    sql`insert into organisation (id, name) values ('org_1', 'Acme')`,
    sql`insert into project (id, organisation_id, name, repository_kind, repository, ref)
      values (${projectId}, 'org_1', 'Handbook', 'url', 'https://git.example.com/handbook.git', 'main')`,
    sql`insert into person (id, organisation_id, name) values ('per_1', 'org_1', 'Ada')`,
    sql`insert into sign_in_link (hash, person_id, expires_at) values (${hash}, 'per_1', ${at})`,
    sql`insert into session (hash, person_id, expires_at) values (${hash}, 'per_1', ${at})`,
    sql`insert into api_key (id, organisation_id, name, hash, hint, scopes)
      values ('key_1', 'org_1', 'laptop', ${hash}, 'abcd', '{agent:read,agent:write}')`,
    sql`insert into key_session (hash, key_id, expires_at) values (${hash}, 'key_1', ${at})`,
    sql`insert into job (id, organisation_id, project_id, status, model, source_repository, base_ref, branch, pr_link, messages,
        messages_read, events, steps, turn)
      values (${oldJob}, 'org_1', ${projectId}, 'completed', 'builtin/copyeditor', 'https://git.example.com/handbook.git',
        'main', 'copydesk/1', 'https://git.example.com/1', 1, 1, 2, 1, 1)`,
    sql`insert into job_message (job_id, position, prompt, read_at_step) values (${oldJob}, 1, 'fix links', 1)`,
    sql`insert into job_step (job_id, number, turn, messages, tree, usage, finish_reason, started_at, finished_at)
      values (${oldJob}, 1, 1, '[]', 'abc', '{"inputTokens": 5, "outputTokens": 7}', 'stop', ${at}, ${at})`,
    sql`insert into job_file (job_id, path, content) values (${oldJob}, 'index.md', 'hello')`,
    sql`insert into job_event (job_id, sequence, at, type, data)
      values (${oldJob}, 1, ${at}, 'message', '{"prompt": "fix links"}'), (${oldJob}, 2, ${at}, 'completed', '{"summary": "done"}')`,
    sql`insert into job_delivery (job_id, number, turn, branch, commit, title, description, pull_request_number, finished_at)
      values (${oldJob}, 1, 1, 'copydesk/1', 'c0ffee', 'Fix links', 'Links', 1, ${at})`,
    sql`insert into idempotency_key (project_id, key, request_hash, job_id) values (${projectId}, 'once', ${hash}, ${oldJob})`,
    sql`insert into quota_use (owner_id, kind, window_start, used) values (${projectId}, 'create', ${at}, 3)`,
    sql`insert into pull_request (project_id, number, job_id, title, description, base_ref, head_ref, base_commit, head_commit)
      values (${projectId}, 1, ${oldJob}, 'Fix links', 'Links', 'main', 'copydesk/1', 'abc', 'c0ffee')`,
  ];
  for (const row of rows) await row.execute(db);
}

/**
 * Inserts page views as in the schema that introduced them: three single ones, and their counts, which are not folded.
 */
export async function fillViews(db: Database): Promise<void> {
  const rows = [
    sql`create table view_2026_01 partition of view for values from ('2026-01-01Z') to ('2026-02-01Z')`,
    sql`insert into view_site (project_id, pages, readers, kinds) select number, 1, 1, 1 from project`,
    sql`insert into view_page (project_id, number, path) select number, 0, '/start' from project`,
    sql`insert into view_kind (project_id, number, class, agent, operator, purpose)
      select number, 0, 'ai', 'ClaudeBot', 'Anthropic', 'training' from project`,
    sql`insert into view_reader (project_id, number, digest, rules, evidence, kind, verification, rule, judged_by)
      select number, 0, decode(repeat('cd', 32), 'hex'), 'old', '{"userAgent": "ClaudeBot/1.0"}', 0, 0, 'claudebot', 'old' from project`,
    sql`insert into view (project_id, at, page, reader, surface, found)
      select number, '2026-01-02T03:04:05Z', 0, 0, 0, true from project, generate_series(1, 3)`,
    sql`insert into view_event_id (project_id, id, received_on) select number, gen_random_uuid(), '2026-01-02' from project`,
    sql`insert into view_health (project_id, day, name, count) select number, '2026-01-02', 'accepted', 3 from project`,
  ];
  for (const row of rows) await row.execute(db);
}
