import { anchorRenamer } from '../text/anchor-name.ts';
import { checkDocs } from './check-docs.ts';
import type { FoundProblem } from './check-docs.ts';
import { mendLinks } from './mend-links.ts';
import type { LinkToMend } from './mend-links.ts';
import { callAll } from './plan.ts';
import type { Desk, Plan } from './plan.ts';

/**
 * Brings links along that lead to the titles of components, which some sites make anchors of (`<Accordion title="…">`),
 * and to headings whose anchors are spelled in another way. How a site does is its own to know: where a link to an anchor with the old term is broken now, the new term is put there,
 * and taken back unless the checks find it then.
 *
 * @returns how many links were brought along.
 */
export async function* mendTitleAnchors(desk: Desk, term: { from: string; to: string }): Plan<number> {
  const rename = anchorRenamer(term);
  if (rename === undefined) return 0;
  const pages = yield* pagesWithAnchors(rename.searched);
  const renamed = (yield* brokenAnchors(desk, pages)).flatMap((problem): LinkToMend[] => {
    const suggestion = rename.target(problem.subject ?? '');
    return suggestion === undefined ? [] : [{ ...problem, suggestion }];
  });
  if (renamed.length === 0) return 0;
  const { links } = yield* mendLinks(desk, renamed);
  const still = new Set((yield* brokenAnchors(desk, pages)).map(({ path, subject }) => `${path} ${subject}`));
  const back = renamed
    .filter(({ path, suggestion }) => still.has(`${path} ${suggestion}`))
    .map(({ path, line, message, subject: suggestion, suggestion: subject }) => ({
      path,
      line,
      message,
      subject,
      suggestion,
    }));
  const returned = yield* mendLinks(desk, back);
  return links - returned.links;
}

async function* pagesWithAnchors(pattern: string): Plan<string[]> {
  const [answer] = yield* callAll([{ tool: 'search', input: { pattern, ignore_case: true, path: '/', limit: 500 } }]);
  const hits = answer?.ok === true ? answer.text.split('\n') : [];
  return [...new Set(hits.flatMap((hit) => /^(.+?\.(?:mdx?|markdown)):\d+:/iu.exec(hit)?.[1] ?? []))];
}

async function* brokenAnchors(desk: Desk, pages: readonly string[]): Plan<FoundProblem[]> {
  const { problems } = yield* checkDocs(desk, pages);
  return problems.filter(({ rule }) => rule === 'anchor-broken');
}
