import { CopydeskError } from '@copydesk/contract';
import type { Actor } from '../../audit/actor.ts';
import type { AuditedAction } from '../../audit/record.ts';
import type { ApiKey } from '../../projects/key/read-keys.ts';

/** Who creates, rotates or revokes a key, and whose keys they may see. */
export interface KeyManager {
  actor: Actor;
  /** The one project whose keys they may see; null for all. */
  boundTo: string | null;
}

/** Returns the audit entry about a key. It contains the key's settings, never the key itself. */
export function keyAction(
  action: AuditedAction['action'],
  key: ApiKey,
  detail: Record<string, unknown> = {},
): AuditedAction {
  return { action, projectId: key.projectId, subject: { kind: 'key', id: key.id, name: key.name }, detail };
}

/**
 * Returns the project that a new key is for.
 *
 * @throws CopydeskError `insufficient_scope` when an actor bound to one project asks for a key of all projects;
 *   `not_found`
 *   for another project, as for one that does not exist.
 */
export function projectOfNewKey({ boundTo }: KeyManager, asked: string | null | undefined): string | null {
  if (boundTo === null) return asked ?? null;
  if (asked === undefined || asked === boundTo) return boundTo;
  if (asked === null) {
    throw new CopydeskError(
      'insufficient_scope',
      'Your key is for one project, and cannot make a key for all. Leave "projectId" out to make one for your project.',
    );
  }
  throw noSuchProject();
}

/** Returns the same error for a project that does not exist and for one that may not be seen. */
export function noSuchProject(): CopydeskError {
  return new CopydeskError('not_found', 'There is no project with this id. It begins with prj_.');
}
