import { z } from 'zod';
import { withoutSecrets } from './without-secrets.ts';

/** The fields in which GitLab and Gitea explain a refusal. */
const Refusal = z.object({
  message: z.unknown().optional(),
  error: z.unknown().optional(),
  error_description: z.unknown().optional(),
});

const mostCharacters = 300;

/** Returns a reply's error message as one plain line without the secret and the last full stop; '' when it has none. */
export function errorMessageOf(json: unknown, secret: string): string {
  const refusal = Refusal.safeParse(json).data;
  const message = [refusal?.error_description, refusal?.message, refusal?.error]
    .map(flattenMessage)
    .find((words) => words !== '');
  const line = (message ?? '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .replace(/\.$/, '');
  const plain = withoutSecrets(line, [secret]);
  return plain.length > mostCharacters ? `${plain.slice(0, mostCharacters)}…` : plain;
}

/** Flattens the messages: GitLab sends one text, a list of texts, or lists by field. */
function flattenMessage(message: unknown): string {
  if (typeof message === 'string') return message;
  if (Array.isArray(message)) return message.map(flattenMessage).join('; ');
  if (typeof message !== 'object' || message === null) return '';
  return Object.entries(message)
    .map(([field, words]) => `${field}: ${flattenMessage(words)}`)
    .join('; ');
}
