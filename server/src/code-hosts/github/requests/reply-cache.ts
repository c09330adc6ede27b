import type { z } from 'zod';

/**
 * Replies by their request, with their entity tags: a request that is repeated with the tag does not count against the
 * rate limit while its reply is the same. They are kept in memory, and the least recently used are dropped first.
 * https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api#use-conditional-requests-if-appropriate
 */
const replies = new Map<string, { etag: string; value: unknown }>();

const mostReplies = 300;

export function cachedReply<T>(key: string, schema: z.ZodType<T>): { etag: string; value: T } | undefined {
  const found = replies.get(key);
  const value = schema.safeParse(found?.value);
  if (found === undefined || !value.success) return undefined;
  replies.delete(key);
  replies.set(key, found);
  return { etag: found.etag, value: value.data };
}

export function cacheReply(key: string, etag: string | undefined, value: unknown): void {
  if (etag === undefined) return;
  replies.set(key, { etag, value });
  const [oldest] = replies.keys();
  if (replies.size > mostReplies && oldest !== undefined) replies.delete(oldest);
}
