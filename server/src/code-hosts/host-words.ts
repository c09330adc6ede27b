import { z } from 'zod';
import { withoutSecrets } from './without-secrets.ts';

/** What hosts say about a refusal, in the places where GitLab and Gitea put it. */
const Refusal = z.object({
  message: z.unknown().optional(),
  error: z.unknown().optional(),
  error_description: z.unknown().optional(),
});

const longest = 300;

/** What an answer says about itself, as one plain line without the secret and the last full stop; '' when it says nothing. */
export function hostWords(json: unknown, secret: string): string {
  const refusal = Refusal.safeParse(json).data;
  const said = [refusal?.error_description, refusal?.message, refusal?.error].map(flat).find((words) => words !== '');
  const line = (said ?? '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .replace(/\.$/, '');
  const plain = withoutSecrets(line, [secret]);
  return plain.length > longest ? `${plain.slice(0, longest)}…` : plain;
}

/** GitLab says one thing, a list of them, or lists by field. */
function flat(said: unknown): string {
  if (typeof said === 'string') return said;
  if (Array.isArray(said)) return said.map(flat).join('; ');
  if (typeof said !== 'object' || said === null) return '';
  return Object.entries(said)
    .map(([field, words]) => `${field}: ${flat(words)}`)
    .join('; ');
}
