import { visitLinesOutsideFences } from '../parse/fences.ts';
import type { PageFacts } from '../parse/page-facts.ts';
import type { SiteKind } from '../site/site.ts';
import { everySlug, looseForm, sluggerOf } from './sluggers.ts';

/** The anchors of a page that are known, in order of the page. */
export function anchorsOf(kind: SiteKind, facts: PageFacts): Set<string> {
  const anchors = new Set<string>();
  const all = sluggerOf(kind);
  const unnamed = sluggerOf(kind);
  const withImages = sluggerOf(kind);
  for (const { text, id, textWithImages } of facts.headings) {
    if (id) anchors.add(id);
    // Whether a heading with an id of its own counts when the next equal one is numbered differs by version.
    anchors.add(all.next(text));
    anchors.add(withImages.next(textWithImages ?? text));
    if (!id) anchors.add(unnamed.next(text));
  }
  for (const id of facts.ids) anchors.add(id);
  for (const { titles } of facts.components) {
    for (const title of titles) for (const slug of everySlug(title)) anchors.add(slug);
  }
  anchors.delete('');
  return anchors;
}

/** Whether an anchor is made by browsers, code hosts or extensions, or stands for state of a program. */
export function isSpecialAnchor(anchor: string): boolean {
  return (
    anchor === '' ||
    anchor === 'top' ||
    /^(?::~:|[!/]|L\d|fn|user-content-|__tabbed|_|cite|issuecomment|~)|[=&?{}$]/.test(anchor)
  );
}

/**
 * Whether a page may have an anchor after all: where the page takes in other text or has components of its own, or
 * where the anchor shows up in a place that the precise parse does not take for a heading.
 */
export function mayHaveAnchor(text: string, facts: PageFacts, anchor: string, exact: boolean): boolean {
  if (includesOthers.test(text) || facts.imports.some(({ target }) => !harmlessImports.test(target))) return true;
  if (facts.components.some(({ name }) => !harmlessComponents.has(name))) return true;
  if (facts.faults.some(({ rule }) => rule === 'mdx-parse')) return true;
  if (
    [`"${anchor}"`, `'${anchor}'`, `#${anchor}}`, `#${anchor} `, `=${anchor}>`].some(
      (form) => text.includes(form) && !isOnlyLink(text, form),
    )
  )
    return true;
  return hasHeadingLike(text, anchor, exact);
}

/** `{#name }` gives an id; `](#name "title")` and `href="#name"` only use it. */
function isOnlyLink(text: string, form: string): boolean {
  if (!form.startsWith('#')) return false;
  return (
    !text.includes(`{${form}`) &&
    !text.includes(`{:${form}`) &&
    !text.includes(`{: ${form}`) &&
    !text.includes(`{ ${form}`)
  );
}

function hasHeadingLike(text: string, anchor: string, exact: boolean): boolean {
  const base = anchor.replace(/[-_]\d+$/, '');
  const loose = looseForm(base);
  let found = false;
  const consider = (heading: string): void => {
    const plain = heading
      .replace(/\{[:#.][^{}]*\}/g, '')
      .replace(/<[^<>]*>/g, '')
      .replace(/!?\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])?/g, '$1')
      .replace(/[`*]/g, '')
      .trim();
    found ||=
      everySlug(plain).some((slug) => slug === anchor || slug === base) || (!exact && looseForm(plain) === loose);
  };
  visitLinesOutsideFences(text, (start, end) => {
    const line = /^(?:[\s>*+-]|\d+[.)])*#{1,6}\s*(.*?)[\s#]*$/.exec(text.slice(start, Math.min(end, start + 500)));
    if (line?.[1]) consider(line[1]);
  });
  for (const match of text.matchAll(/<(h[1-6]|dt|summary)\b[^<>]*>([^\n]{0,300}?)<\/\1>/gi)) consider(match[2] ?? '');
  return found;
}

/** Notations that bring other text into a page, or make pages of descriptions. */
const includesOthers =
  /\{\{\s*#|\{%[-\s]*(?:include|import|render|for|macro|openapi|swagger)|\{\{[<%]|--8<--|<!--\s*@?include|@include|^(?:openapi|api|asyncapi):|^:::\s*\S+\.|<<<|^\s*```\{|\{include|::: include|:::\s*[a-z_]+\.[a-z_]/im;

const harmlessImports =
  /^(?:@theme|@docusaurus|@astrojs\/starlight|@site\/static|react$)|\.(?:png|jpe?g|svg|gif|webp|css|json)$/;

const harmlessComponents = new Set(
  (
    'Tabs TabItem Tab CodeBlock CodeGroup Admonition Note Tip Info Warning Caution Danger Check Card CardGroup CardGrid Cards Columns Column ' +
    'LinkCard LinkButton Steps Step Aside Icon Badge Code FileTree Accordion AccordionGroup Expandable Frame Tooltip Head Link ' +
    'Details Summary BrowserOnly DocCardList Image ThemedImage Highlight Update Panel RequestExample ResponseExample React.Fragment Fragment'
  ).split(' '),
);
