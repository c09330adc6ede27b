import { pagePath } from '../../analytics/collect/page-path.ts';
import { findPathsByName } from '../../analytics/read/page/views-of-paths.ts';
import type { PageAddress } from '../../docs/engine.ts';
import type { Database } from '../../postgres/database.ts';

/** Enough to see where a site is. The query takes them as one list. */
const mostPages = 1_000;
const mostPaths = 20_000;

/**
 * Returns the prefix under which the pages of each base are really requested, by base. It is the base, unless the
 * collected paths clearly say otherwise: `/guide` and `/setup` of a site that names no base are requested as
 * `/docs/guide` and `/docs/setup`.
 */
export async function whereServed(
  db: Database,
  projectId: number,
  pages: readonly PageAddress[],
): Promise<Map<string, string>> {
  const candidates = pages.flatMap(({ base, addresses: [address = ''] }) => {
    const page = asPage(address);
    // The root of a site is a suffix of everything.
    return page === undefined || page === '/' ? [] : [{ base, page, name: lastSegment(page) }];
  });
  const chosen = candidates.slice(0, mostPages);
  const names = [...new Set(chosen.map(({ name }) => name))];
  const paths = names.length === 0 ? [] : await findPathsByName(db, projectId, { names, limit: mostPaths });
  const byName = Map.groupBy(paths, lastSegment);
  const bases = Map.groupBy(chosen, ({ base }) => base);
  return new Map(
    [...bases].map(([base, ofBase]) => {
      const votes = new Map<string, number>();
      for (const { page, name } of ofBase) {
        for (const path of byName.get(name) ?? []) {
          if (!path.endsWith(page)) continue;
          const prefix = path.slice(0, path.length - page.length);
          votes.set(prefix, (votes.get(prefix) ?? 0) + 1);
        }
      }
      return [base, chooseBase(base, votes)];
    }),
  );
}

/** Returns an address in the normal form that collection gives it; undefined for what it would drop. */
export function asPage(address: string): string | undefined {
  const encoded = address.split('/').map(encodeURIComponent).join('/');
  const page = pagePath(encoded === '' ? '/' : encoded);
  return 'path' in page ? page.path : undefined;
}

/**
 * Returns the base, when it has at least half as many pages as any other prefix: `/v1` may have kept more pages than
 * the present docs have. Otherwise returns the prefix that has more than twice the pages of each other. When there is
 * none, nothing is clear, and the base stays.
 */
function chooseBase(base: string, votes: Map<string, number>): string {
  const own = votes.get(base) ?? 0;
  const [first, second] = [...votes].filter(([prefix]) => prefix !== base).toSorted((a, b) => b[1] - a[1]);
  if (first === undefined || own * 2 >= first[1]) return base;
  return first[1] > 2 * (second?.[1] ?? 0) ? first[0] : base;
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
