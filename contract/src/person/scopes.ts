import { z } from 'zod';

/** What an API key may do; `admin` is all of them. */
export const scopes = [
  'agent:read',
  'agent:write',
  'agent:merge',
  'git:push',
  'analytics:read',
  'ingest',
  'admin',
] as const;

export const Scope = z.enum(scopes).meta({ id: 'Scope' });

export type Scope = z.infer<typeof Scope>;
