import { z } from 'zod';
import type { Scope } from './scopes.ts';

/** What a person may do. Owner: everything; editor: jobs, merges and the settings of projects, except what lowers their protection; viewer: reads. */
export const roles = ['owner', 'editor', 'viewer'] as const;

export const Role = z.enum(roles).meta({ id: 'Role' });

export type Role = z.infer<typeof Role>;

/** The scopes that a person of each role has. An editor may also call what {@link Endpoint} marks with `editors`. */
export const scopesOfRole: Record<Role, readonly Scope[]> = {
  owner: ['admin'],
  editor: ['agent:read', 'agent:write', 'agent:merge', 'analytics:read'],
  viewer: ['agent:read', 'analytics:read'],
};
