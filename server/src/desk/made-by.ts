import { sql } from 'kysely';
import type { Database } from '../postgres/database.ts';

/** The valid keys and links that a person has made, which give others access. */
export interface MadeAccess {
  keys: { id: string; name: string }[];
  shares: { id: string; name: string; projectId: string }[];
}

/**
 * Lists the API keys and share links that a person has made and that still work, newest first. Those made with such a
 * key are included, since it belongs to the same person. The audit log is read by id: names change, and several people
 * may share one.
 */
export async function listMadeBy(
  db: Database,
  { organisationId, personId, now }: { organisationId: string; personId: string; now: Date },
): Promise<MadeAccess> {
  const makers = sql`
    recursive maker (id) as (
      select ${personId}::text
      union
      select case entry.action when 'key.rotate' then entry.detail ->> 'rotatedTo' else entry.subject_id end
      from maker
      join audit_entry entry on entry.organisation_id = ${organisationId} and entry.actor_id = maker.id
        and entry.action in ('key.create', 'key.rotate')
    )`;
  const keys = await sql<MadeAccess['keys'][number]>`
    with ${makers}
    select api_key.id, api_key.name
    from maker join api_key on api_key.id = maker.id
    where api_key.organisation_id = ${organisationId}
      and api_key.revoked_at is null and (api_key.expires_at is null or api_key.expires_at > ${now})
    order by api_key.created_at desc, api_key.id`.execute(db);
  const shares = await sql<MadeAccess['shares'][number]>`
    with ${makers}
    select share_link.id, share_link.name, share_link.project_id as "projectId"
    from maker
    join audit_entry entry on entry.organisation_id = ${organisationId} and entry.actor_id = maker.id
      and entry.action = 'share.create'
    join share_link on share_link.id = entry.subject_id
    join project on project.id = share_link.project_id and project.deleted_at is null
    where share_link.revoked_at is null
    order by share_link.created_at desc, share_link.id`.execute(db);
  return { keys: keys.rows, shares: shares.rows };
}
