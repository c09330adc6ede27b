import type { z } from 'zod';

/**
 * Answers by the question, with their entity tags: a question that is asked again with the tag costs nothing of the
 * rate limit while its answer is the same. They are kept in memory, the least used go first.
 * https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api#use-conditional-requests-if-appropriate
 */
const answers = new Map<string, { etag: string; value: unknown }>();

const most = 300;

export function known<T>(key: string, schema: z.ZodType<T>): { etag: string; value: T } | undefined {
  const found = answers.get(key);
  const value = schema.safeParse(found?.value);
  if (found === undefined || !value.success) return undefined;
  answers.delete(key);
  answers.set(key, found);
  return { etag: found.etag, value: value.data };
}

export function remember(key: string, etag: string | undefined, value: unknown): void {
  if (etag === undefined) return;
  answers.set(key, { etag, value });
  const [oldest] = answers.keys();
  if (answers.size > most && oldest !== undefined) answers.delete(oldest);
}
