import { z } from 'zod';
import { PersonName } from './people.ts';

/**
 * What people may change about themselves. Absent fields stay as they are. Only an owner changes roles and e-mail
 * addresses.
 */
export const MeChange = z
  .strictObject({ name: PersonName.optional().describe('What others see beside what you do') })
  .meta({ id: 'MeChange' });

export type MeChange = z.output<typeof MeChange>;

/** A new password of the caller. */
export const PasswordRequest = z
  .strictObject({
    password: z.string().describe('At least 12 characters, and neither the name nor the e-mail address'),
    current: z.string().optional().describe('The current password; required if you have one'),
  })
  .meta({ id: 'PasswordRequest' });

export type PasswordRequest = z.output<typeof PasswordRequest>;

/** A browser in which a person is signed in. */
export const Session = z
  .object({
    id: z.string().describe('Identifies the session; it is no secret and signs nobody in'),
    method: z.enum(['link', 'password', 'oidc']).describe('How the person signed in'),
    userAgent: z.string().describe('The user agent of the browser'),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    isCurrent: z.boolean().describe('Whether it is the session that sends this request'),
  })
  .meta({ id: 'Session' });

export type Session = z.infer<typeof Session>;

export const SessionList = z
  .object({ sessions: z.array(Session).describe('Newest first') })
  .meta({ id: 'SessionList' });

export type SessionList = z.infer<typeof SessionList>;
