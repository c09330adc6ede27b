import { visitLinesOutsideFences } from '../../parse/fences.ts';
import type { PageFacts } from '../../parse/page-facts.ts';
import type { AnchorRules, Inclusions } from '../../site/kind.ts';
import { everySlug, looseForm } from './sluggers.ts';

/** Returns the known anchors of a page in page order, with headings down to a depth. */
export function anchorsOf(rules: AnchorRules, facts: PageFacts, depth: number): Set<string> {
  const anchors = new Set<string>();
  const all = rules.slugger();
  const unnamed = rules.slugger();
  const withImages = rules.slugger();
  for (const heading of facts.headings) {
    const { text, id, textWithImages } = withBrackets(rules, heading);
    if (heading.depth > depth && !id) continue;
    // Whether a heading with its own id counts for the number of the next equal heading depends on the version.
    const slugs = [all.next(text), withImages.next(textWithImages ?? text)];
    if (id) anchors.add(id);
    if (!id || !rules.honoursIds) for (const slug of [...slugs, unnamed.next(text)]) anchors.add(slug);
  }
  for (const id of facts.ids) anchors.add(id);
  for (const title of facts.components.flatMap(({ titles }) => titles)) {
    for (const slug of everySlug(title)) anchors.add(slug);
  }
  anchors.delete('');
  return anchors;
}

/** Returns the anchor of each heading as links would name it. */
export function headingAnchors(rules: AnchorRules, headings: { text: string; id?: string | undefined }[]): string[] {
  const slugger = rules.slugger();
  return headings.map((heading) => {
    const { text, id } = withBrackets(rules, heading);
    const slug = slugger.next(text);
    return id ?? slug;
  });
}

/** Removes what the kind of site writes in brackets after a heading: `Install [!toc] [#setup]`. */
function withBrackets<T extends { text: string; id?: string | undefined; textWithImages?: string | undefined }>(
  rules: AnchorRules,
  heading: T,
): T {
  if (rules.inBrackets !== true || !heading.text.endsWith(']')) return heading;
  let { text, id } = heading;
  for (let found = bracketPattern.exec(text); found; found = bracketPattern.exec(text)) {
    id = found[1] ?? id;
    text = text.slice(0, found.index);
  }
  return text === heading.text ? heading : { ...heading, text, id, textWithImages: undefined };
}

const bracketPattern = /[ \t]*\[(?:#([^\s[\]]+)|!?toc)\]$/;

/**
 * Whether the heading lines alone prove that an anchor exists, in the simplest reading. A page may have more anchors,
 * but hardly fewer.
 */
export function headingsHave(rules: AnchorRules, headings: string[], anchor: string): boolean {
  const slugger = rules.slugger();
  return headings.some((line) => {
    const { text: heading, id: own } = withBrackets<{ text: string; id?: string }>(rules, { text: line });
    if (own !== undefined) return own === anchor;
    const id = /\{:?[ \t]*#([^\s{}]+)[^{}]*\}$/.exec(heading)?.[1];
    return (id ?? slugger.next(plainHeading(heading))) === anchor;
  });
}

/** Whether an anchor is created by browsers, code hosts or extensions, or contains state of a program. */
export function isSpecialAnchor(anchor: string): boolean {
  return (
    anchor === '' ||
    anchor === 'top' ||
    // VitePress writes `_1-install` for headings that begin with a digit.
    /^(?::~:|[!/]|L\d|fn|user-content-|__tabbed|_(?!\d+-)|cite|issuecomment|~)|[=&?{}$]/.test(anchor)
  );
}

/**
 * Returns what in a page may create anchors that are not visible in its text, each as the end of "… because …". The
 * site's own links show whether it really does.
 */
export function anchorDoubts(
  { plainComponents, plainHtml, prefixes }: AnchorRules,
  {
    path,
    text,
    facts,
    inclusions,
  }: { path: string; text: string; facts: PageFacts; inclusions: Inclusions | undefined },
): AnchorDoubt[] {
  const doubts = (inclusions?.doubts ?? []).map((doubt) => doubtOf(doubt, path));
  const ofPage = (because: string) => doubts.push({ because, about: `${because} ${path}` });
  if ((!inclusions || inclusions.usualToo === true) && includesOtherFiles(text))
    ofPage('the page includes text of other files');
  if (facts.imports.some(({ target }) => /\.(?:mdx?|markdown)$/i.test(target)))
    ofPage('the page imports parts of its own');
  for (const { name } of facts.components) {
    if (plainHtml === true || harmlessComponents.has(name) || plainComponents?.has(name) === true) continue;
    const because = `the component ${name} may make anchors`;
    const prefix = prefixes?.get(name);
    const mayMake = prefix === undefined ? undefined : (anchor: string) => anchor.startsWith(prefix);
    doubts.push({ because, about: name, wider: anyComponent, component: name, mayMake });
  }
  if (facts.faults.some(({ rule }) => rule === 'mdx-parse')) ofPage('the page cannot be parsed');
  return doubts;
}

function doubtOf(doubt: Inclusions['doubts'][number], path: string): AnchorDoubt {
  if (typeof doubt === 'string') return { because: doubt, about: doubt };
  const { because, mayMake, stands } = doubt;
  const isOfPage = mayMake === undefined || stands === true;
  return isOfPage ? { ...doubt, about: `${because} ${path}`, wider: because } : { ...doubt, about: because };
}

/** Why an anchor may exist without being visible. The evidence counts doubts with the same `about` together. */
export interface AnchorDoubt {
  because: string;
  /** The same for a component on all pages, but different for each page that includes others. */
  about: string;
  /** The `about` to use when too few links are about that one. */
  wider?: string;
  /** The component in doubt. Its source may show that it creates no anchors. */
  component?: string;
  /** Whether the doubt applies to an anchor. If absent, it applies to all. */
  mayMake?: ((anchor: string) => boolean) | undefined;
  /** Whether the site's own links cannot dispel the doubt. */
  stands?: boolean;
}

const anyComponent = 'components';
/** How an anchor is searched for. */
interface AnchorSearch {
  rules: AnchorRules;
  exact: boolean;
  /** The depth down to which headings count. */
  depth: number;
}

/** Whether the anchor appears in a page where the precise parse sees no heading or id. */
export function mayHaveAnchor(text: string, anchor: string, by: AnchorSearch): boolean {
  if (
    [`"${anchor}"`, `'${anchor}'`, `#${anchor}}`, `#${anchor} `, `=${anchor}>`].some(
      (form) => text.includes(form) && !isOnlyLink(text, form),
    )
  )
    return true;
  return isInComment(text, anchor.replace(/^\+/, '')) || hasHeadingLike(text, anchor, by);
}

/** Whether the anchor is in a comment. Hooks may create anchors from comments: `<!-- setting cache.size -->`. */
function isInComment(text: string, anchor: string): boolean {
  for (let at = text.indexOf(anchor); at !== -1; at = text.indexOf(anchor, at + 1)) {
    const open = text.lastIndexOf('<!--', at);
    if (open !== -1 && text.indexOf('-->', open) > at) return true;
  }
  return false;
}

/** Whether a form only links to an anchor: `](#name "title")` and `href="#name"` do, while `{#name }` defines an id. */
function isOnlyLink(text: string, form: string): boolean {
  if (!form.startsWith('#')) return false;
  return (
    !text.includes(`{${form}`) &&
    !text.includes(`{:${form}`) &&
    !text.includes(`{: ${form}`) &&
    !text.includes(`{ ${form}`)
  );
}

/** Whether enough lines look like headings with that id, including lists, quotes and HTML. */
function hasHeadingLike(text: string, anchor: string, { rules, exact, depth }: AnchorSearch): boolean {
  const [, base = anchor, number = '0'] =
    (rules.separator === '_' ? /^(.+)_(\d+)$/ : /^(.+)-(\d+)$/).exec(anchor) ?? [];
  let equal = 0;
  let numbered = 0;
  for (const heading of headingLikes(text, depth)) {
    if (rules.honoursIds && /\{:?\s*#[^{}]*\}\s*$/.test(heading)) continue;
    const plain = plainHeading(heading);
    const slugs = everySlug(plain);
    const hasAnchor = (wanted: string) => slugs.includes(wanted) || (!exact && isAlike(plain, wanted));
    if (hasAnchor(anchor)) equal += 1;
    if (hasAnchor(base)) numbered += 1;
  }
  return equal > 0 || numbered > Number(number);
}

/** Whether a heading loosely matches an anchor. Some sluggers write `and` for `&`. */
function isAlike(heading: string, anchor: string): boolean {
  const sought = looseForm(anchor);
  return [heading, heading.replaceAll('&', 'and')].some((form) => looseForm(form) === sought);
}

function headingLikes(text: string, depth: number): string[] {
  const found: string[] = [];
  visitLinesOutsideFences(text, (start, end) => {
    const line = /^(?:[\s>*+-]|\d+[.)])*(#{1,6})(.*)/.exec(text.slice(start, Math.min(end, start + 500)).trimEnd());
    if (line?.[2] && (line[1]?.length ?? 0) <= depth) found.push(line[2].replace(/#{1,6}$/, '').trim());
  });
  for (const match of text.matchAll(/^[ \t]*===[!+]*[ \t]+"([^"\n]*)"/gm)) found.push(match[1] ?? '');
  for (const match of text.matchAll(/<(h[1-6]|dt|summary)\b[^<>]*>([^\n]{0,300}?)<\/\1>/gi)) found.push(match[2] ?? '');
  return found;
}

function plainHeading(heading: string): string {
  return heading
    .replace(/\{\{[^{}]*\}\}|\{%[^{}]*%\}/g, '')
    .replace(/\{[:#.][^{}]*\}/g, '')
    .replace(/<[^<>]*>/g, '')
    .replace(/(?<!\S):[\w+-]+:(?!\S)/g, '')
    .replace(/!?\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])?/g, '$1')
    .replace(/[`*]/g, '')
    .trim();
}

/** Whether a page includes text of other files. Such a notation inside code includes no headings. */
export function includesOtherFiles(text: string): boolean {
  if (!includesOthers.test(text)) return false;
  const lines: string[] = [];
  visitLinesOutsideFences(text, (start, end) => lines.push(text.slice(start, end)));
  const prose = lines.join('\n').replace(/`[^`\n]+`/g, '');
  return includesOthers.test(prose) || /^[ \t]*(?:```|~~~)\{/m.test(text);
}

/**
 * Returns all lines of a text that may create an anchor, and some more: headings of all kinds, ids, titles, attribute
 * lists, tabs.
 */
export function anchorTraces(text: string): string {
  return (text.match(traces) ?? []).join('\n');
}

const traces =
  /^(?:[ \t>*+-]|\d+[.)])*#{1,6}[^\n]*|^[^\n]+\n(?=[ \t>]*(?:=+|-+)[ \t]*\r?$)|<\/?(?:h[1-6]|dt|summary)\b[^\n]*|\b(?:id|name|title|label)\s*=\s*(?:"[^"]*"|'[^']*'|\{[^{}]*\}|[^\s>{}]*)|\{[^{}#\n]*#[^{}\n]*\}|\{[{%][^\n]*|^[^\n]+\n(?=:[ \t])|<!--[^\n]*|^[ \t]*===[^\n]*/gm;

/** Notations that include other text in a page, or generate pages from descriptions. */
const includesOthers =
  /\{\{\s*#|\{!|\{%[-\s]*(?:include|import|render|for|macro|openapi|swagger)|\{\{[<%]|--8<--|<!--\s*@?include|@include|^!!![ \t]*include\(|^(?:openapi|api|asyncapi):|<<<|<include\b|^[ \t]*```\{|\{include|::: include/im;

const harmlessComponents = new Set(
  (
    'Tabs TabItem Tab CodeBlock CodeGroup Admonition Note Tip Info Warning Caution Danger Check Card CardGroup CardGrid Cards Columns Column ' +
    'LinkCard LinkButton Steps Step Aside Icon Badge Code FileTree Accordion AccordionGroup Expandable Frame Tooltip Head Link ' +
    'Details Summary BrowserOnly DocCardList Image ThemedImage Highlight Update Panel RequestExample ResponseExample React.Fragment Fragment'
  ).split(' '),
);
