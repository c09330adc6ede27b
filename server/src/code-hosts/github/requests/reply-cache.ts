import { LRUCache } from 'lru-cache';
import type { z } from 'zod';

/**
 * Replies by their request, with their entity tags: a request that is repeated with the tag does not count against the
 * rate limit while its reply is the same. They are kept in memory, and the least recently used are dropped first.
 * https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api#use-conditional-requests-if-appropriate
 */
const replies = new LRUCache<string, { etag: string; value: unknown }>({ max: 300 });

export function cachedReply<T>(key: string, schema: z.ZodType<T>): { etag: string; value: T } | undefined {
  const found = replies.get(key);
  const value = schema.safeParse(found?.value);
  return found !== undefined && value.success ? { etag: found.etag, value: value.data } : undefined;
}

export function cacheReply(key: string, etag: string | undefined, value: unknown): void {
  if (etag !== undefined) replies.set(key, { etag, value });
}
