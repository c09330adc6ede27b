import { z } from 'zod';
import type { GithubClient } from '../client.ts';

const pageSize = 100;

/**
 * After so many pages the rest is skipped: five thousand changes since the last poll, of which the oldest are not worth
 * the requests. Reading from new to old misses nothing that moves in the meantime.
 */
const mostPages = 50;

/**
 * Returns the items of a list that changed since a time, newest first. The time is not part of the request, so that its
 * address stays the same.
 */
export async function newestFirst<T extends { updated_at: string }>(
  client: GithubClient,
  schema: z.ZodType<T>,
  route: string,
  parameters: Record<string, unknown>,
  from: string,
): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const asked = { ...parameters, sort: 'updated', direction: 'desc', per_page: pageSize, page };
    const found = await client.askAgain(z.array(schema), route, asked);
    all.push(...found.filter((one) => one.updated_at >= from));
    const last = found.at(-1);
    if (found.length < pageSize || last === undefined || last.updated_at < from) break;
  }
  return all;
}
