import type { RoughFacts } from '../compare/candidates.ts';
import { lineAt } from '../text/lines.ts';
import { isSpecialAnchor } from '../links/anchors/anchors.ts';
import { headingLinesProve } from '../links/anchors/heading-lines.ts';
import type { PageFacts } from '../parse/page-facts.ts';
import { isMarkdown } from '../text/paths.ts';
import { problem, type Finding } from '../rules.ts';
import type { DocsView } from '../view.ts';
import { checkLinks, type Checking } from './links.ts';
import { checkDescription, checkTitle } from './titles.ts';

/** Returns the problems of one page, from a precise parse. */
export async function checkPage(view: DocsView, path: string, checking: Checking): Promise<Finding[]> {
  const text = await view.text(path);
  if (text.kind === 'refused') return findingsOfUnreadable(path, text.message);
  const page = await view.page(path);
  if (page.kind === 'refused') {
    return [problem('markdown-parse', path, 1, `The page cannot be parsed: ${page.message}`, '')];
  }
  const facts = page.value;
  // Links and titles of a part belong to the pages that include it.
  const own = view.isPage(path)
    ? [
        ...(await checkLinks(view, path, { text: text.value, facts }, checking)),
        ...checkTitle(view, path, facts, text.value),
        ...checkDescription(view, path, facts),
      ]
    : [];
  return [...checkFaults(view, path, text.value, facts), ...own];
}

/** Reports only that a page is too large. A file that is not text is ignored. */
function findingsOfUnreadable(path: string, message: string): Finding[] {
  if (!message.startsWith('it is over')) return [];
  return [{ ...problem('markdown-parse', path, 1, `The page is not checked: ${message}`, ''), severity: 'warning' }];
}

function checkFaults(view: DocsView, path: string, text: string, facts: PageFacts): Finding[] {
  return facts.faults.flatMap(({ rule, offset, message }) => {
    if (rule === 'mdx-parse' && !reportsMdx(view, path)) return [];
    const what = rule === 'mdx-parse' ? 'The page is no valid MDX' : 'The front matter is no valid YAML';
    return [problem(rule, path, lineAt(text, offset), `${what}: ${message}`, '')];
  });
}

function reportsMdx(view: DocsView, path: string): boolean {
  return view.dialectOf(path) === 'mdx' && view.sites.of(path).reportsMdx;
}

/**
 * Returns the number of links of a page if a quick scan proves that a precise parse would find no problem, else
 * undefined. A page whose candidates all lead somewhere has no broken link, and any text is valid Markdown.
 */
export async function countLinksIfFine(view: DocsView, path: string): Promise<number | undefined> {
  const rough = await view.facts.rough(view.tree, path);
  if (rough.kind === 'refused' || mayLackSomething(view, path, rough.value)) return undefined;
  const outline = await view.facts.outline(view.tree, path);
  // Much of what looks like a target or like MDX is inside code.
  if (outline.kind === 'refused') return undefined;
  if (rough.value.mayBreakMdx && outline.value.mayBreakMdx && reportsMdx(view, path)) return undefined;
  return linksThatLead(view, path, outline.value.targets);
}

function mayLackSomething(view: DocsView, path: string, rough: RoughFacts): boolean {
  if (!rough.frontMatterPlain || rough.incomplete) return true;
  const { titles } = view.sites.of(path).kind;
  const named = rough.heading !== undefined || rough.frontMatter['title'] !== undefined;
  if (titles.from !== 'navigation' && !named) return true;
  return titles.description && rough.frontMatter['description'] === undefined;
}

/** Returns how many candidates are links of the site, or undefined when one may be broken or cannot be judged. */
async function linksThatLead(view: DocsView, path: string, targets: string): Promise<number | undefined> {
  if (targets === '') return 0;
  let links = 0;
  for (const target of targets.split('\n')) {
    const resolution = await view.resolve(path, target, 'link');
    if (resolution.kind === 'missing' || resolution.kind === 'not-judged') return undefined;
    if (resolution.kind === 'external') continue;
    links += 1;
    if (resolution.path === undefined || isSpecialAnchor(resolution.anchor)) continue;
    if (!(await hasAnchor(view, resolution.path, resolution.anchor))) return undefined;
  }
  return links;
}

/** Looks for an anchor in the heading lines if they suffice, else in a precise parse. */
async function hasAnchor(view: DocsView, path: string, anchor: string): Promise<boolean> {
  if (!isMarkdown(path)) return true;
  if (await headingLinesProve(view, path, anchor)) return true;
  const anchors = await view.anchors(path);
  return anchors === undefined || anchors.has(anchor);
}
