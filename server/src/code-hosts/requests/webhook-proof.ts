import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { CopydeskError } from '@copydesk/contract';
import { z } from 'zod';

/** Compares in constant time, also when the lengths differ. */
export function isSame(given: string, expected: string): boolean {
  return expected !== '' && timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

export function hmacHex(secret: string, body: Buffer): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

export function invalidSignature(host: string, header: string): CopydeskError {
  return new CopydeskError(
    'invalid_signature',
    `The webhook is not signed with the secret of this project's connection. Enter that secret in the webhook's settings at ${host} (${header}).`,
  );
}

/** @throws CopydeskError `invalid_json`. */
export function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (error) {
    throw new CopydeskError(
      'invalid_json',
      'The body of the webhook is not JSON. Choose the content type application/json in its settings.',
      { cause: error },
    );
  }
}

/** @throws CopydeskError `invalid_request`. */
export function payloadOf<Schema extends z.ZodType>(schema: Schema, json: unknown): z.infer<Schema> {
  const read = schema.safeParse(json);
  if (read.success) return read.data;
  throw new CopydeskError('invalid_request', 'The webhook is not what its host documents.', {
    errors: read.error.issues.map(({ path, message }) => ({
      pointer: `/${path.map(String).join('/')}`,
      detail: message,
    })),
  });
}

const About = z.object({
  /** At GitHub, Gitea and Forgejo. */
  repository: z.object({ full_name: z.string().optional() }).nullish(),
  /** At GitLab. */
  project: z.object({ path_with_namespace: z.string().optional() }).nullish(),
});

/**
 * Whether a webhook is about the repository, or names none. An App, an organisation and a group have one webhook for
 * all their repositories, and the numbers of pull requests start again in each.
 */
export function isAbout(json: unknown, repository: string): boolean {
  const { repository: ofGit, project } = About.safeParse(json).data ?? {};
  const named = project?.path_with_namespace ?? ofGit?.full_name;
  return named === undefined || named.toLowerCase() === repository.toLowerCase();
}

/** Returns the branch of a push; undefined for a tag. */
export function branchOf(ref: string): string | undefined {
  return ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined;
}

/** Whether this is git's id for no commit, which a push of a deleted branch contains. */
export function isNoCommit(id: string): boolean {
  return /^0+$/.test(id);
}
