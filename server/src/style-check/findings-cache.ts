import { LRUCache } from 'lru-cache';
import type { StyleFinding } from './tree.ts';

/** The findings in pages, by a key for their content. The least recently used are dropped first. */
export type FindingsCache = Pick<LRUCache<string, StyleFinding[]>, 'get' | 'set'>;

const mostPages = 2_000;
/** A finding takes up to a kilobyte, and a rule may find something in every word. */
const mostFindings = 20_000;

export function openFindingsCache(): FindingsCache {
  return new LRUCache({
    max: mostPages,
    maxSize: mostFindings,
    sizeCalculation: ({ length }) => Math.max(1, length),
  });
}
