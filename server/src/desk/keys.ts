import { CopydeskError } from '@copydesk/contract';
import type { Actor } from '../audit/actor.ts';
import type { Deed } from '../audit/record.ts';
import type { ApiKey } from '../projects/read-keys.ts';

/** Who makes, rotates or revokes a key, and whose keys they may see. */
export interface KeyKeeper {
  actor: Actor;
  /** The one project whose keys these are; null for those of all. */
  boundTo: string | null;
}

/** What the audit log tells of a key: its settings, never the key itself. */
export function keyDeed(action: Deed['action'], key: ApiKey, detail: Record<string, unknown> = {}): Deed {
  return { action, projectId: key.projectId, subject: { kind: 'key', id: key.id, name: key.name }, detail };
}

/**
 * The project that a new key is for.
 *
 * @throws CopydeskError `insufficient_scope` when who is bound to a project asks for a key of all of them; `not_found`
 *   for another project, as for one that is not there.
 */
export function projectOfNewKey({ boundTo }: KeyKeeper, asked: string | null | undefined): string | null {
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

/** For a project that is absent, and for one that may not be seen. */
export function noSuchProject(): CopydeskError {
  return new CopydeskError('not_found', 'There is no project of this id. It begins with prj_.');
}
