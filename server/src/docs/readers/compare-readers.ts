import type { Known } from '../facts.ts';
import type { DocsView } from '../view.ts';
import type { AgentPage } from './agent-page.ts';
import { judgeIndex } from './index-file.ts';
import type { PageRule, SiteRule } from './rules.ts';
import { readAgentPages } from './site-readability.ts';

/** A page before and after a change, as AI readers get it; undefined where it does not exist. */
export interface ReadersChange {
  path: string;
  before: Known<AgentPage> | undefined;
  after: Known<AgentPage> | undefined;
}

/** What a change makes harder to read for AI. `line` counts from 1, in the new state. */
export interface ReadersWarning {
  rule: PageRule | SiteRule;
  path: string;
  line: number;
  message: string;
}

export interface ReadersComparison {
  /** The pages that changed, by path. */
  pages: ReadersChange[];
  /** What the change introduced. */
  warnings: ReadersWarning[];
}

/** Compares the pages that a change touches, as AI readers get them, and a `llms.txt` that the repository keeps. */
export async function compareReaders(past: DocsView, present: DocsView): Promise<ReadersComparison> {
  const paths = changedPages(past, present);
  const [before, after] = [await readAgentPages(past, paths), await readAgentPages(present, paths)];
  const pages = paths.map((path) => ({ path, before: before.get(path), after: after.get(path) }));
  const warnings = pages.flatMap(({ path, before: earlier, after: now }) => introducedIn(path, earlier, now));
  return { pages, warnings: [...warnings, ...(await introducedInIndex(past, present))] };
}

function changedPages(past: DocsView, present: DocsView): string[] {
  const paths = new Set([...past.pages, ...present.pages]);
  return [...paths].filter((path) => past.tree.entry(path)?.blob !== present.tree.entry(path)?.blob).toSorted();
}

function introducedIn(
  path: string,
  before: Known<AgentPage> | undefined,
  after: Known<AgentPage> | undefined,
): ReadersWarning[] {
  const earlier = before?.kind === 'known' ? before.value.findings : [];
  const now = after?.kind === 'known' ? after.value.findings : [];
  return withoutEarlier(now, earlier).map(({ rule, line, message }) => ({ rule, path, line, message }));
}

/** Leaves out as many findings of a key as there were before. */
function withoutEarlier<T extends { key: string }>(now: readonly T[], before: readonly { key: string }[]): T[] {
  const counts = new Map<string, number>();
  for (const { key } of before) counts.set(key, (counts.get(key) ?? 0) + 1);
  return now.filter(({ key }) => {
    const left = counts.get(key) ?? 0;
    counts.set(key, left - 1);
    return left <= 0;
  });
}

async function introducedInIndex(past: DocsView, present: DocsView): Promise<ReadersWarning[]> {
  const now = await judgeIndex(present);
  if (now.index.state !== 'file') return [];
  const before = await judgeIndex(past);
  // With the first `llms.txt`, what it lacks is no fault of pages that nobody touched.
  const earlier = before.index.state === 'file' ? before.findings : [];
  return withoutEarlier(now.findings, earlier).map(({ rule, path, line, message }) => ({ rule, path, line, message }));
}
