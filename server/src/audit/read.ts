import { AuditEntryId } from '@copydesk/contract';
import type { AuditEntry, AuditList, AuditQuery } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Database } from '../postgres/database.ts';
import { auditActions } from './actions.ts';
import { checkCursor } from '../postgres/statements/cursor.ts';

/** Which entries of the log to read. */
export type AuditFilter = Omit<AuditQuery, 'limit' | 'cursor'>;

/**
 * Reads a page of an organisation's audit log, newest first. The cursor is the last id of the previous page.
 *
 * @throws CopydeskError `invalid_request` for a cursor that no page can have returned.
 */
export async function readAudit(
  db: Database,
  organisationId: string,
  { limit, cursor, ...filter }: AuditQuery,
): Promise<AuditList> {
  const last = checkCursor(cursor, AuditEntryId);
  const before = last === undefined ? undefined : Number(last);
  const rows = await select(db, organisationId, filter)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  const oldest = shown.at(-1);
  return {
    entries: shown.map((row) => present(row)),
    nextCursor: rows.length > limit && oldest !== undefined ? String(oldest.id) : null,
  };
}

const entriesAtOnce = 1_000;

/** Reads all entries of the log that match the filter, in pieces. */
export async function* readWholeAudit(
  db: Database,
  organisationId: string,
  filter: AuditFilter,
): AsyncGenerator<AuditEntry[]> {
  let cursor: string | undefined;
  do {
    const page = await readAudit(db, organisationId, { ...filter, limit: entriesAtOnce, cursor });
    yield page.entries;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

function select(db: Database, organisationId: string, { action, actor, project, from, to }: AuditFilter) {
  let query = db
    .selectFrom('audit_entry')
    .select([
      'id',
      'at',
      'actor_kind',
      'actor_id',
      'actor_name',
      sql<string | null>`host(address)`.as('address'),
      'action',
      'project_id',
      'subject_kind',
      'subject_id',
      'subject_name',
      'detail',
    ])
    .where('organisation_id', '=', organisationId)
    .orderBy('id', 'desc');
  if (action !== undefined) query = query.where('action', 'in', actionsOf(action));
  if (actor === 'command' || actor === 'system') query = query.where('actor_kind', '=', actor);
  else if (actor !== undefined) query = query.where('actor_id', '=', actor);
  if (project !== undefined) query = query.where('project_id', '=', project);
  if (from !== undefined) query = query.where('at', '>=', from);
  if (to !== undefined) query = query.where('at', '<', to);
  return query;
}

/** Expands `key` to `key.create`, `key.revoke`, …: a list, so that the index on actions is used. */
function actionsOf(action: string): string[] {
  return [action, ...Object.keys(auditActions).filter((one) => one.startsWith(`${action}.`))];
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

function present(row: Row): AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: { kind: kindOf(row.actor_kind), id: row.actor_id, name: row.actor_name },
    address: row.address,
    action: row.action,
    projectId: row.project_id,
    subject: { kind: row.subject_kind, id: row.subject_id, name: row.subject_name },
    detail: detailOf(row.detail),
  };
}

function kindOf(kind: string): AuditEntry['actor']['kind'] {
  return kind === 'person' || kind === 'key' || kind === 'command' ? kind : 'system';
}

function detailOf(detail: unknown): Record<string, unknown> {
  return typeof detail === 'object' && detail !== null ? { ...detail } : {};
}
