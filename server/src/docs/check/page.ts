import type { RoughFacts } from '../candidates.ts';
import { lineAt } from '../lines.ts';
import { anchorsOfHeadings, isSpecialAnchor } from '../links/anchors.ts';
import type { PageFacts } from '../parse/page-facts.ts';
import { isMarkdown } from '../paths.ts';
import { problem, type Finding } from '../rules.ts';
import type { DocsView } from '../view.ts';
import { checkLinks } from './links.ts';
import { checkDescription, checkTitle } from './titles.ts';

/** The problems of one page by a precise parse. */
export async function checkPage(view: DocsView, path: string): Promise<Finding[]> {
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
        ...(await checkLinks(view, path, text.value, facts)),
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
 * Whether a precise parse could find a problem in a page that a rough look does not rule out. A page all of whose
 * candidates lead somewhere has no broken link, and a page of Markdown is always Markdown.
 */
export async function mayHaveProblems(view: DocsView, path: string, rough: RoughFacts): Promise<boolean> {
  if (!rough.frontMatterPlain || rough.incomplete) return true;
  if (rough.heading === undefined && rough.frontMatter['title'] === undefined) return true;
  if (checksDescription(view, path) && rough.frontMatter['description'] === undefined) return true;
  const reads = rough.mayBreakMdx && reportsMdx(view, path);
  if (!reads && !(await haveBroken(view, path, rough.targets))) return false;
  // Much of what looks like a target or like MDX is in code.
  const outline = await view.facts.outline(view.tree, path);
  if (outline.kind === 'refused' || (reads && outline.value.mayBreakMdx)) return true;
  return haveBroken(view, path, outline.value.targets);
}

async function haveBroken(view: DocsView, path: string, targets: string): Promise<boolean> {
  if (targets === '') return false;
  for (const target of targets.split('\n')) {
    const resolution = await view.resolve(path, target, 'link');
    if (resolution.kind === 'missing') return true;
    if (resolution.kind !== 'found' || resolution.path === undefined || isSpecialAnchor(resolution.anchor)) continue;
    if (!(await hasAnchor(view, resolution.path, resolution.anchor))) return true;
  }
  return false;
}

/** By the heading lines where they tell, else by a precise parse. */
async function hasAnchor(view: DocsView, path: string, anchor: string): Promise<boolean> {
  if (!isMarkdown(path)) return true;
  const outline = await view.facts.outline(view.tree, path);
  if (outline.kind === 'known' && anchorsOfHeadings(view.sites.of(path).kind, outline.value.headings).has(anchor))
    return true;
  const anchors = await view.anchors(path);
  return anchors === undefined || anchors.has(anchor);
}

function checksDescription(view: DocsView, path: string): boolean {
  const { kind } = view.sites.of(path);
  return kind === 'mintlify' || kind === 'starlight';
}
