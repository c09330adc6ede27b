import type { Changes } from '../compare/changes.ts';
import { mapBounded } from '../map-bounded.ts';
import { newFindings } from '../compare/new-findings.ts';
import { partsOf, type Parts } from '../parts/parts.ts';
import { pagesNaming, partNames } from '../parts/pages-naming.ts';
import { isMarkdown } from '../text/paths.ts';
import type { DocsView } from '../view.ts';
import { checkFiles } from './files.ts';
import { filesOfDocs } from './files-of-docs.ts';
import { checkImports } from './imports.ts';
import { checkIncludes } from './includes.ts';
import { joinJudged, nothingJudged, type Judged } from './judged.ts';

const inFlight = 8;

/**
 * Finds parts that a change made missing: in pages that it changed, in pages that name what it removed, and in all
 * pages when the site's settings for parts changed.
 */
export async function partsIntroduced(before: DocsView, after: DocsView, changes: Changes): Promise<Judged> {
  const [old, now] = [partsOf(before), partsOf(after)];
  const changed = [...changes.added, ...changes.modified].filter(isMarkdown);
  const names = (await old.settings()) === (await now.settings()) ? changes.removed.flatMap(partNames) : undefined;
  const affected = names?.length === 0 ? [] : await pagesNaming(after, filesOfDocs(after), names);
  const pages = [...new Set([...changed, ...affected])].filter((path) => after.index.isFile(path));
  const judged = joinJudged(await mapBounded(pages, inFlight, (path) => judgePage(now, path)));
  if (judged.findings.length === 0) return judged;
  const suspects = [...new Set(judged.findings.map(({ path }) => path))];
  const earlier = [...suspects.filter((path) => before.index.isFile(path)), ...changes.removed.filter(isMarkdown)];
  const past = joinJudged(await mapBounded(earlier, inFlight, (path) => judgePage(old, path)));
  return { ...judged, findings: newFindings(judged.findings, past.findings, changes) };
}

/** Finds missing files that pages include, import or show. */
export async function partsMissing(view: DocsView, paths: string[]): Promise<Judged> {
  const parts = partsOf(view);
  const pages = paths.filter((path) => isMarkdown(path) && view.index.isFile(path));
  return joinJudged(await mapBounded(pages, inFlight, (path) => judgePage(parts, path)));
}

async function judgePage(parts: Parts, path: string): Promise<Judged> {
  const rough = await parts.view.facts.rough(parts.view.tree, path);
  if (rough.kind === 'refused' || rough.value.parts === '') return nothingJudged;
  return joinJudged([
    await checkIncludes(parts, path),
    await checkImports(parts, path),
    await checkFiles(parts.view, path),
  ]);
}
