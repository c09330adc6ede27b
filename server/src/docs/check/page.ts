import type { RoughFacts } from '../candidates.ts';
import { lineAt } from '../lines.ts';
import { isSpecialAnchor } from '../links/anchors.ts';
import { headingLinesTell } from '../links/heading-lines.ts';
import type { PageFacts } from '../parse/page-facts.ts';
import { isMarkdown } from '../paths.ts';
import { problem, type Finding } from '../rules.ts';
import type { DocsView } from '../view.ts';
import { checkLinks, type Checking } from './links.ts';
import { checkDescription, checkTitle } from './titles.ts';

/** The problems of one page by a precise parse. */
export async function checkPage(view: DocsView, path: string, checking: Checking): Promise<Finding[]> {
  const text = await view.text(path);
  if (text.kind === 'refused') return unreadable(path, text.message);
  const page = await view.page(path);
  if (page.kind === 'refused') {
    return [problem('markdown-parse', path, 1, `The page cannot be parsed: ${page.message}`, '')];
  }
  const facts = page.value;
  // Links and titles of a part are those of the pages that take it in.
  const own = view.isPage(path)
    ? [
        ...(await checkLinks(view, path, { text: text.value, facts }, checking)),
        ...checkTitle(view, path, facts, text.value),
        ...checkDescription(view, path, facts),
      ]
    : [];
  return [...checkFaults(view, path, text.value, facts), ...own];
}

/** Only that a page is too large is worth a word; what is no text is left alone. */
function unreadable(path: string, message: string): Finding[] {
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
 * How many links a page has, when a rough look rules out that a precise parse finds a problem in it: a page all of whose
 * candidates lead somewhere has no broken link, and a page of Markdown is always Markdown. Undefined when it may have one.
 */
export async function looksRight(view: DocsView, path: string): Promise<number | undefined> {
  const rough = await view.facts.rough(view.tree, path);
  if (rough.kind === 'refused' || mayLackSomething(view, path, rough.value)) return undefined;
  const outline = await view.facts.outline(view.tree, path);
  // Much of what looks like a target or like MDX is in code.
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

/** How many of the candidates are links of the site; undefined when one of them may lead nowhere, or nobody can tell. */
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

/** By the heading lines where they tell, else by a precise parse. */
async function hasAnchor(view: DocsView, path: string, anchor: string): Promise<boolean> {
  if (!isMarkdown(path)) return true;
  if (await headingLinesTell(view, path, anchor)) return true;
  const anchors = await view.anchors(path);
  return anchors === undefined || anchors.has(anchor);
}
