import { z } from 'zod';

/** The claims that Copydesk reads (OpenID Connect Core 1.0, 5.1). */
export interface Claims {
  name: string;
  email: string | null;
  emailVerified: boolean;
  groups: string[];
}

const Text = z.string().optional().catch(undefined);

const Shape = z.object({
  sub: z.string(),
  name: Text,
  preferred_username: Text,
  email: Text,
  // Some providers send it as a string.
  email_verified: z
    .union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })])
    .optional()
    .catch(undefined),
});

const Groups = z.union([z.array(z.string()), z.string().transform((group) => [group])]).catch([]);

const longestName = 100;

/** Reads the claims, and ignores all others. */
export function readClaims(claims: Record<string, unknown>, groupsClaim: string): Claims {
  const { sub, name, preferred_username: userName, email, email_verified: emailVerified } = Shape.parse(claims);
  const isAddress = email !== undefined && /^[^\s@\p{C}]{1,64}@[^\s@\p{C}]{1,255}$/u.test(email);
  return {
    name: [name, userName, email, sub].map(oneLine).find((text) => text !== '') ?? 'Somebody',
    email: isAddress ? email : null,
    emailVerified: emailVerified ?? false,
    groups: Groups.parse(claims[groupsClaim]),
  };
}

function oneLine(text: string | undefined): string {
  const plain = (text ?? '').replaceAll(/[\p{Cc}\p{Cs}\p{Cf}]+/gu, ' ').trim();
  return Array.from(plain).slice(0, longestName).join('');
}
