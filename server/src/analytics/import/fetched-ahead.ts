import type { CountedView } from '../store/arrival.ts';

/**
 * How many pages one visitor requests within a second in a burst. A person who opens links in new tabs reaches three or
 * four.
 */
const pagesOfABurst = 5;

/**
 * Returns how many views of people their browsers probably fetched ahead: all but one of each burst of five or more
 * pages that one visitor requested within a second, in a log without headers. With headers such requests identify
 * themselves.
 */
export function likelyFetchedAhead(views: readonly CountedView[]): number {
  const bursts = new Map<string, Set<string>>();
  for (const { at, found, path, reader, visitor } of views) {
    const { evidence, verdict } = reader;
    if (!found || visitor === null || verdict.class !== 'human' || evidence.fetchMetadata !== undefined) continue;
    const key = `${visitor} ${Math.floor(at / 1_000)}`;
    const pages = bursts.get(key);
    if (pages === undefined) bursts.set(key, new Set([path]));
    else pages.add(path);
  }
  let ahead = 0;
  for (const { size } of bursts.values()) if (size >= pagesOfABurst) ahead += size - 1;
  return ahead;
}
