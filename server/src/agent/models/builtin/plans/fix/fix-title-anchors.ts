import { anchorRenamer } from '../../text/anchor-name.ts';
import { checkDocs } from './check-docs.ts';
import type { FoundProblem } from './check-docs.ts';
import { fixLinks } from './fix-links.ts';
import type { LinkToFix } from './fix-links.ts';
import { callAll } from '../plan.ts';
import type { PlanContext, Plan } from '../plan.ts';

/**
 * Updates links to titles of components, which some sites turn into anchors (`<Accordion title="…">`), and to headings
 * whose anchors are spelled in another way. Only the site knows how it makes anchors. So wherever a link to an anchor
 * with the old term is broken now, the new term is written, and reverted if the checks still report that link.
 *
 * @returns how many links were updated.
 */
export async function* fixTitleAnchors(context: PlanContext, term: { from: string; to: string }): Plan<number> {
  const rename = anchorRenamer(term);
  if (rename === undefined) return 0;
  const pages = yield* pagesWithAnchors(rename.searched);
  const renamed = (yield* brokenAnchors(context, pages)).flatMap((problem): LinkToFix[] => {
    const suggestion = rename.target(problem.subject ?? '');
    return suggestion === undefined ? [] : [{ ...problem, suggestion }];
  });
  if (renamed.length === 0) return 0;
  const { links } = yield* fixLinks(context, renamed);
  const still = new Set((yield* brokenAnchors(context, pages)).map(({ path, subject }) => `${path} ${subject}`));
  const back = renamed
    .filter(({ path, suggestion }) => still.has(`${path} ${suggestion}`))
    .map(({ path, line, message, subject: suggestion, suggestion: subject }) => ({
      path,
      line,
      message,
      subject,
      suggestion,
    }));
  const returned = yield* fixLinks(context, back);
  return links - returned.links;
}

async function* pagesWithAnchors(pattern: string): Plan<string[]> {
  const [answer] = yield* callAll([{ tool: 'search', input: { pattern, ignore_case: true, path: '/', limit: 500 } }]);
  const hits = answer?.ok === true ? answer.text.split('\n') : [];
  return [...new Set(hits.flatMap((hit) => /^(.+?\.(?:mdx?|markdown)):\d+:/iu.exec(hit)?.[1] ?? []))];
}

async function* brokenAnchors(context: PlanContext, pages: readonly string[]): Plan<FoundProblem[]> {
  const { problems } = yield* checkDocs(context, pages);
  return problems.filter(({ rule }) => rule === 'anchor-broken');
}
