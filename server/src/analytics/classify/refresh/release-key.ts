import { z } from 'zod';
import { readPublicKey } from './signed-rules.ts';

/**
 * The public key of the project's releases. Supplied rules must be signed with it, unless the operator configures
 * another key.
 */
export const releaseKey = 'MCowBQYDK2VwAyEAZreORWkkRLaSLeENNINcvOp2h68R1RHZEv2hQF7G56Q=';

/** The setting for another key. */
export const RulesKey = z
  .string()
  .transform((text, context) => {
    const key = readPublicKey(text);
    if (key !== undefined) return key;
    const message = 'must be a public key of Ed25519, as "openssl pkey -pubout" prints it';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  })
  .prefault(releaseKey);
