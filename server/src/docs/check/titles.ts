import { includesOtherFiles } from '../links/anchors/anchors.ts';
import type { PageFacts } from '../parse/page-facts.ts';
import { isWithin } from '../text/paths.ts';
import { problem, type Finding } from '../rules.ts';
import { contentOf } from '../site/site.ts';
import type { DocsView } from '../view.ts';

/** Finds a page without a title in its front matter or in a level 1 heading. */
export function checkTitle(view: DocsView, path: string, facts: PageFacts, text: string): Finding[] {
  const { kind } = view.sites.of(path);
  if (kind.titles.from === 'navigation') return [];
  if (isSpecialPage(view, path, facts) || hasText(facts, 'title') || hasText(facts, 'sidebarTitle')) return [];
  if (kind.titles.from !== 'front-matter' && (hasTitleHeading(text, facts) || isPart(view, path, text, facts)))
    return [];
  return [
    problem('title-missing', path, 1, 'The page has no title: neither in its front matter nor as a first heading', ''),
  ];
}

/** Whether a page has a level 1 heading, or begins with a heading that all others are below. */
function hasTitleHeading(text: string, { headings, frontMatter }: PageFacts): boolean {
  if (headings.some(({ depth, text: heading }) => depth === 1 && heading !== '') || /<h1\b/i.test(text)) return true;
  const [first, ...others] = headings;
  return (
    first !== undefined &&
    text
      .slice(frontMatter?.end ?? 0, first.start)
      .replace(/^\ufeff/, '')
      .trim() === '' &&
    others.every(({ depth }) => depth > first.depth)
  );
}

/**
 * Whether a page is only a part. A page without any heading is often included in other pages, or includes its text from
 * others.
 */
function isPart(view: DocsView, path: string, text: string, { headings }: PageFacts): boolean {
  if (headings.length > 0) return false;
  const includes = includesOtherFiles(text) || (view.inclusionsOf(path, text)?.doubts.length ?? 0) > 0;
  return includes || !view.sites.of(path).kind.addresses.public;
}

/** Finds pages without a description, in kinds of sites that show one on every page. */
export function checkDescription(view: DocsView, path: string, facts: PageFacts): Finding[] {
  const { kind } = view.sites.of(path);
  if (!kind.titles.description || isSpecialPage(view, path, facts)) return [];
  if (hasText(facts, 'description') || facts.frontMatter === undefined) return [];
  return [problem('description-missing', path, 1, 'The front matter has no description', '')];
}

function isSpecialPage(view: DocsView, path: string, { data, frontMatter }: PageFacts): boolean {
  // Broken front matter is reported as its own problem.
  if (frontMatter && !data && frontMatter.yaml.trim() !== '') return true;
  const content = contentOf(view.sites.of(path), path);
  if (content?.kind === 'blog' || !content || !isWithin(path, content.folder)) return true;
  return [
    'layout',
    'template',
    'hero',
    'openapi',
    'api',
    'asyncapi',
    'redirect',
    'redirect_to',
    'redirect_url',
    'url',
    'draft',
    'hidden',
    'mode',
  ].some((key) => data?.[key] !== undefined);
}

function hasText({ data }: PageFacts, key: string): boolean {
  const value = data?.[key];
  return value !== undefined && value !== null && String(value).trim() !== '';
}
