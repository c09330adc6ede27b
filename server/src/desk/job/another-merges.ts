import { CopydeskError } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Actor } from '../../audit/actor.ts';
import type { Database } from '../../postgres/database.ts';
import type { PullRequest } from '../../pull-requests/pull-request.ts';

/** What identifies a pull request and who asked for it. */
type Asked = Pick<PullRequest, 'projectId' | 'number' | 'jobId' | 'headRef'>;

/**
 * Refuses, in projects where somebody else must merge, everyone who asked for the change: by the job, by a message to
 * it, or by a push to its branch.
 *
 * @throws CopydeskError `another_must_merge`
 */
export async function requireAnother(db: Database, actor: Pick<Actor, 'id' | 'organisationId'>, asked: Asked) {
  if (!(await mustAnotherMerge(db, actor, asked))) return;
  throw new CopydeskError(
    'another_must_merge',
    `You, or a key that belongs to you, asked for pull request #${asked.number}. In this project, somebody else must merge it. Nothing was merged.`,
  );
}

/** Whether the project requires that somebody else merges, and this actor asked for the change. */
export async function mustAnotherMerge(
  db: Database,
  { id, organisationId }: Pick<Actor, 'id' | 'organisationId'>,
  asked: Asked,
): Promise<boolean> {
  if (id === null) return false;
  const project = await db
    .selectFrom('project')
    .select('merge_by')
    .where('id', '=', asked.projectId)
    .executeTakeFirst();
  return project?.merge_by === 'other' && (await isRequester(db, organisationId, id, asked));
}

/**
 * Whether the merging actor is one of those who asked. A key counts as the person who made it, and as the key that it
 * was rotated from, as far as the audit log knows. So two keys that one person has made count as one actor.
 */
async function isRequester(db: Database, organisationId: string, id: string, asked: Asked): Promise<boolean> {
  const { projectId, jobId, headRef } = asked;
  const { rows } = await sql<{ isOne: boolean }>`
    with recursive hand (side, id) as (
      (
        select 'merges', ${id}::text
        union
        select 'asks', author_id from job where id = ${jobId} and author_id is not null
        union
        select 'asks', actor_id from audit_entry
        where organisation_id = ${organisationId} and action in ('job.create', 'job.message')
          and project_id = ${projectId} and subject_id = ${jobId} and actor_id is not null
        union
        select 'asks', key_id from pushed_branch where project_id = ${projectId} and branch = ${headRef}
      )
      union
      select hand.side, maker.id
      from hand
      join audit_entry entry on entry.organisation_id = ${organisationId}
        and entry.action in ('key.create', 'key.rotate')
        and hand.id = case entry.action when 'key.rotate' then entry.detail ->> 'rotatedTo' else entry.subject_id end
      cross join lateral (
        values (entry.actor_id), (case entry.action when 'key.rotate' then entry.subject_id end)
      ) as maker (id)
      where maker.id is not null
    )
    select exists (
      select from hand merges join hand asks on asks.id = merges.id
      where merges.side = 'merges' and asks.side = 'asks'
    ) as "isOne"`.execute(db);
  return rows[0]?.isOne === true;
}
