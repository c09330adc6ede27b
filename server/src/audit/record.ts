import { isIP } from 'node:net';
import type { Insertable } from 'kysely';
import type { Database, Schema } from '../postgres/database.ts';
import type { AuditAction } from './actions.ts';
import type { Actor } from './actor.ts';

/** What was done, and to what. */
export interface AuditedAction {
  action: AuditAction;
  /** The project that it belongs to. */
  projectId?: string | null;
  subject: {
    kind:
      | 'person'
      | 'key'
      | 'project'
      | 'job'
      | 'pull request'
      | 'webhook'
      | 'trigger'
      | 'automation'
      | 'feedback'
      | 'share link'
      | 'organisation';
    id?: string | null;
    name?: string;
  };
  /** What a reader of the log asks next: the names of the changed fields, with their old values. Never a secret. */
  detail?: Record<string, unknown>;
}

export type AuditEntry = Insertable<Schema['audit_entry']>;

/** The maximum length of a name in the log. */
const longestName = 200;

/** Adds an entry to the audit log, in the transaction of the action, so that neither exists without the other. */
export async function recordAction(db: Database, actor: Actor, action: AuditedAction): Promise<void> {
  await db.insertInto('audit_entry').values(entryOf(actor, action)).execute();
}

/** Returns the entry of an action, for a statement that writes more than the entry. */
export function entryOf(actor: Actor, { action, projectId, subject, detail }: AuditedAction): AuditEntry {
  return {
    organisation_id: actor.organisationId,
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: shortenName(actor.name),
    address: addressOf(actor),
    action,
    project_id: projectId ?? null,
    subject_kind: subject.kind,
    subject_id: subject.id ?? null,
    subject_name: shortenName(subject.name ?? ''),
    detail: JSON.stringify(detail ?? {}),
  };
}

function shortenName(name: string): string {
  const plain = name.replaceAll('\0', '').toWellFormed();
  return plain.length <= longestName ? plain : `${plain.slice(0, longestName - 1).toWellFormed()}…`;
}

/** Removes the zone of a link-local address, which PostgreSQL does not accept. */
function addressOf({ address }: Actor): string | null {
  const [bare = ''] = (address ?? '').split('%');
  return isIP(bare) === 0 ? null : bare;
}
