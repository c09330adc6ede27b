import type { Known } from '../facts.ts';
import { changesBetween } from '../compare/changes.ts';
import { mapBounded } from '../map-bounded.ts';
import { pagesAtOnce } from '../parse-pool.ts';
import type { DocsView } from '../view.ts';
import type { AgentPage } from './agent-page.ts';
import { judgeIndexFile } from './index-file.ts';
import type { PageRule, SiteRule } from './rules.ts';
import { surelyAddsNoFinding } from './same-findings.ts';
import { readAgentPage } from './site-readability.ts';

/** A page as AI readers get it, without its text unless it was asked for: a change may touch thousands of pages. */
export interface ComparedPage extends Pick<AgentPage, 'lost' | 'findings'> {
  characters: number;
  text: string | undefined;
}

/** A page before and after a change, as AI readers get it; undefined where it does not exist. */
export interface AgentPageChange {
  path: string;
  before: Known<ComparedPage> | undefined;
  after: Known<ComparedPage> | undefined;
}

/** What a change makes harder to read for AI. `line` counts from 1, in the new state. */
export interface ReadersWarning {
  rule: PageRule | SiteRule;
  path: string;
  line: number;
  message: string;
}

export interface AgentPagesComparison {
  /** The pages that changed, by path. */
  pages: AgentPageChange[];
  /** What the change introduced. */
  warnings: ReadersWarning[];
}

/**
 * Compares the pages that a change touches, as AI readers get them, and a `llms.txt` that the repository keeps.
 *
 * @param only limits the comparison to one page, whose text is returned too.
 */
export async function compareAgentPages(
  past: DocsView,
  present: DocsView,
  only: string | undefined,
): Promise<AgentPagesComparison> {
  const changed = changedPages(past, present);
  const paths = only === undefined ? changed : changed.filter((path) => path === only);
  const pages = await mapBounded(paths, pagesAtOnce, async (path) => await readChange(past, present, path, only));
  const warnings = pages.flatMap(introducedIn);
  const ofIndex = await introducedInIndex(past, present);
  return { pages, warnings: [...warnings, ...ofIndex.filter(({ path }) => only === undefined || path === only)] };
}

/**
 * Returns what a change makes harder to read for AI. It reads only the pages in which more than words may differ: two
 * thousand parses for a word in a thousand pages take ten seconds, and find nothing.
 */
export async function newReadersWarnings(past: DocsView, present: DocsView): Promise<ReadersWarning[]> {
  const warnings = await mapBounded(changedPages(past, present), pagesAtOnce, async (path) =>
    (await hasOnlyOtherWords(past, present, path)) ? [] : introducedIn(await readChange(past, present, path)),
  );
  return [...warnings.flat(), ...(await introducedInIndex(past, present))];
}

async function hasOnlyOtherWords(past: DocsView, present: DocsView, path: string): Promise<boolean> {
  if (!past.isPage(path) || !present.isPage(path)) return false;
  const [before, after] = [await past.text(path), await present.text(path)];
  if (before.kind !== 'known' || after.kind !== 'known') return false;
  return surelyAddsNoFinding(before.value, after.value, present.dialectOf(path));
}

async function readChange(past: DocsView, present: DocsView, path: string, only?: string): Promise<AgentPageChange> {
  return { path, before: await readOne(past, path, only), after: await readOne(present, path, only) };
}

async function readOne(
  view: DocsView,
  path: string,
  only: string | undefined,
): Promise<Known<ComparedPage> | undefined> {
  if (!view.isPage(path)) return undefined;
  const page = await readAgentPage(view, path);
  if (page.kind === 'refused') return page;
  const { text, lost, findings } = page.value;
  const value = { lost, findings, characters: text.length, text: path === only ? text : undefined };
  return { kind: 'known', value };
}

function changedPages(past: DocsView, present: DocsView): string[] {
  const { added, removed, modified } = changesBetween(past.tree, present.tree);
  return [...added, ...removed, ...modified]
    .filter((path) => past.isChecked(path) || present.isChecked(path))
    .toSorted();
}

function introducedIn({ path, before, after }: AgentPageChange): ReadersWarning[] {
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
  const now = await judgeIndexFile(present);
  if (now === undefined) return [];
  // With the first `llms.txt`, what it lacks is no fault of pages that nobody touched.
  const earlier = (await judgeIndexFile(past))?.findings ?? [];
  return withoutEarlier(now.findings, earlier).map(({ rule, path, line, message }) => ({ rule, path, line, message }));
}
