import { isDeepStrictEqual } from 'node:util';
import { CopydeskError } from '@copydesk/contract';
import type { ProjectPatch, Role, Scope } from '@copydesk/contract';
import type { Actor } from '../../audit/actor.ts';
import type { KeyManager } from '../../desk/key/keys.ts';
import type { MayUsePaths } from '../projects-port.ts';
import type { AuthenticatedKey } from '../../projects/key/authenticate.ts';
import { changedPolicy } from '../../projects/merge-policy.ts';
import type { Project } from '../../projects/project.ts';
import { loweredBy, type Protection, type ProtectionChange } from '../../projects/protection.ts';

/** The caller of a request: an API key, or a person who has signed in. */
export interface Caller {
  kind: 'key' | 'person';
  id: string;
  name: string;
  organisationId: string;
  /** The one project that a key is bound to; null for the whole organisation. */
  projectId: string | null;
  scopes: readonly Scope[];
  /** A person's role; null for a key. */
  role: Role | null;
  /** The IP address that the request came from. */
  address: string;
}

export function callerOfKey(
  { id, name, organisationId, projectId, scopes }: AuthenticatedKey,
  address: string,
): Caller {
  return { kind: 'key', id, name, organisationId, projectId, scopes, role: null, address };
}

/** Whether a caller has a scope; `admin` includes all of them. */
export function hasScope({ scopes }: Pick<Caller, 'scopes'>, scope: Scope): boolean {
  return scopes.includes(scope) || scopes.includes('admin');
}

/** Whether a caller may change the settings of projects: an admin key, an owner or an editor. */
export function mayEdit(caller: Pick<Caller, 'scopes' | 'role'>): boolean {
  return caller.role === 'editor' || hasScope(caller, 'admin');
}

/**
 * Whether a caller may name repositories by their path on this machine. A caller that is bound to a project may not: by
 * a path it would reach the repositories of other projects.
 */
export function mayUsePaths(caller: Pick<Caller, 'scopes' | 'projectId'>): MayUsePaths {
  return hasScope(caller, 'admin') && caller.projectId === null ? 'paths' : 'addresses';
}

/**
 * Only owners and keys with `admin` may change who merges, and what is merged without a person: otherwise an editor who
 * may not merge could grant it to themselves. Nor may anybody else lower what protects the repository from a hijacked
 * model: the next job could then write whatever the model wants.
 *
 * @throws CopydeskError `insufficient_scope`; `invalid_request` as {@link changedPolicy}
 */
export function requireMayChange(
  caller: Pick<Caller, 'scopes'>,
  project: Protection & Pick<Project, 'mergeBy' | 'mergePolicy'>,
  change: ProtectionChange & Pick<ProjectPatch, 'mergeBy' | 'mergePolicy'>,
): void {
  if (hasScope(caller, 'admin')) return;
  const { mergeBy = project.mergeBy, mergePolicy = project.mergePolicy } = change;
  const isSamePolicy = isDeepStrictEqual(changedPolicy(project.mergePolicy, mergePolicy), project.mergePolicy);
  if (mergeBy !== project.mergeBy || !isSamePolicy)
    throw ownersOnly('change who merges and what is merged without a person');
  const lowered = loweredBy(project, change);
  if (lowered.length > 0)
    throw ownersOnly(
      'lower what protects the repository',
      lowered.map((name) => ({ pointer: `/${name}`, detail: 'would protect less' })),
    );
}

function ownersOnly(what: string, errors?: { pointer: string; detail: string }[]): CopydeskError {
  return new CopydeskError(
    'insufficient_scope',
    `Only an owner, or a key with the scope "admin", may ${what}. Nothing was changed.`,
    errors && { errors },
  );
}

/** Returns the actor that the audit log names for what a caller does. */
export function actorOf({ kind, id, name, organisationId, address }: Caller): Actor {
  return { kind, id, name, organisationId, address };
}

/** Returns what a caller may do with API keys: one that is bound to a project manages the keys of that project only. */
export function keyManagerOf(caller: Caller): KeyManager {
  return { actor: actorOf(caller), boundTo: caller.projectId };
}
