import type { StyleFinding } from './tree.ts';

/** A cache of the findings in pages, by a key for their content. The oldest entries are dropped first. */
export interface FindingsCache {
  get(key: string): StyleFinding[] | undefined;
  set(key: string, findings: StyleFinding[]): void;
}

const mostPages = 2_000;
/** A finding takes up to a kilobyte, and a rule may find something in every word. */
const mostFindings = 20_000;

export function openFindingsCache(): FindingsCache {
  const pages = new Map<string, StyleFinding[]>();
  let count = 0;
  const forget = (key: string): void => {
    count -= pages.get(key)?.length ?? 0;
    pages.delete(key);
  };
  return {
    get: (key) => pages.get(key),
    set(key, findings) {
      forget(key);
      pages.set(key, findings);
      count += findings.length;
      for (const oldest of pages.keys()) {
        if (pages.size <= mostPages && count <= mostFindings) break;
        forget(oldest);
      }
    },
  };
}
