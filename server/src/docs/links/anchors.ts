import { visitLinesOutsideFences } from '../parse/fences.ts';
import type { PageFacts } from '../parse/page-facts.ts';
import type { AnchorRules, TakenIn } from '../site/kind.ts';
import { everySlug, looseForm } from './sluggers.ts';

/** The anchors of a page that are known, in order of the page, of headings down to a depth. */
export function anchorsOf(rules: AnchorRules, facts: PageFacts, depth: number): Set<string> {
  const anchors = new Set<string>();
  const all = rules.slugger();
  const unnamed = rules.slugger();
  const withImages = rules.slugger();
  for (const heading of facts.headings) {
    const { text, id, textWithImages } = withBrackets(rules, heading);
    if (heading.depth > depth && !id) continue;
    // Whether a heading with an id of its own counts when the next equal one is numbered differs by version.
    const slugs = [all.next(text), withImages.next(textWithImages ?? text)];
    if (id) anchors.add(id);
    if (!id || !rules.honoursIds) for (const slug of [...slugs, unnamed.next(text)]) anchors.add(slug);
  }
  for (const id of facts.ids) anchors.add(id);
  for (const { titles } of facts.components) {
    for (const title of titles) for (const slug of everySlug(title)) anchors.add(slug);
  }
  anchors.delete('');
  return anchors;
}

/** The anchor of each heading as links would name it. */
export function headingAnchors(rules: AnchorRules, headings: { text: string; id?: string | undefined }[]): string[] {
  const slugger = rules.slugger();
  return headings.map((heading) => {
    const { text, id } = withBrackets(rules, heading);
    const slug = slugger.next(text);
    return id ?? slug;
  });
}

/** A heading without what its kind writes in brackets behind it: `Install [!toc] [#setup]`. */
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

/** Whether heading lines alone tell an anchor, by the plainest reading: a page may have others, hardly fewer. */
export function headingsHave(rules: AnchorRules, headings: string[], anchor: string): boolean {
  const slugger = rules.slugger();
  return headings.some((line) => {
    const { text: heading, id: own } = withBrackets<{ text: string; id?: string }>(rules, { text: line });
    if (own !== undefined) return own === anchor;
    const id = /\{:?[ \t]*#([^\s{}]+)[^{}]*\}$/.exec(heading)?.[1];
    return (id ?? slugger.next(plainHeading(heading))) === anchor;
  });
}

/** Whether an anchor is made by browsers, code hosts or extensions, or stands for state of a program. */
export function isSpecialAnchor(anchor: string): boolean {
  return (
    anchor === '' ||
    anchor === 'top' ||
    // VitePress has `_1-install` for headings that begin with a digit.
    /^(?::~:|[!/]|L\d|fn|user-content-|__tabbed|_(?!\d+-)|cite|issuecomment|~)|[=&?{}$]/.test(anchor)
  );
}

/**
 * What a page has from which anchors may come that nobody can see in its text, each as the end of "… because …". Whether
 * they really do, the site's own links tell.
 */
export function anchorDoubts(
  { plainComponents, plainHtml, prefixes }: AnchorRules,
  { path, text, facts, takenIn }: { path: string; text: string; facts: PageFacts; takenIn: TakenIn | undefined },
): AnchorDoubt[] {
  const doubts = (takenIn?.doubts ?? []).map((doubt) => doubtOf(doubt, path));
  const ofPage = (because: string) => doubts.push({ because, about: `${because} ${path}` });
  if ((!takenIn || takenIn.usualToo === true) && takesInOthers(text)) ofPage('the page takes in text of other files');
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

function doubtOf(doubt: TakenIn['doubts'][number], path: string): AnchorDoubt {
  if (typeof doubt === 'string') return { because: doubt, about: doubt };
  const { because, mayMake, stands } = doubt;
  const isOfPage = mayMake === undefined || stands === true;
  return isOfPage ? { ...doubt, about: `${because} ${path}`, wider: because } : { ...doubt, about: because };
}

/** Why an anchor that nobody sees may be there. What `about` is the same for, the site's links tell of together. */
export interface AnchorDoubt {
  because: string;
  /** A component is the same on all pages; what a page takes in is its own. */
  about: string;
  /** What is asked where too few links tell of that alone. */
  wider?: string;
  /** The component that is doubted, whose source may tell. */
  component?: string;
  /** Whether it is about an anchor; about all where absent. */
  mayMake?: ((anchor: string) => boolean) | undefined;
  /** Whether it stands whatever the site's own links tell. */
  stands?: boolean;
}

const anyComponent = 'components';
/** What an anchor is looked for by. */
interface AnchorSearch {
  rules: AnchorRules;
  exact: boolean;
  /** The deepest headings that count. */
  depth: number;
}

/** Whether the anchor shows up in a page in a place that the precise parse does not take for a heading or an id. */
export function mayHaveAnchor(text: string, anchor: string, by: AnchorSearch): boolean {
  if (
    [`"${anchor}"`, `'${anchor}'`, `#${anchor}}`, `#${anchor} `, `=${anchor}>`].some(
      (form) => text.includes(form) && !isOnlyLink(text, form),
    )
  )
    return true;
  return inComment(text, anchor.replace(/^\+/, '')) || hasHeadingLike(text, anchor, by);
}

/** Hooks make anchors of what comments say: `<!-- setting cache.size -->`. */
function inComment(text: string, anchor: string): boolean {
  for (let at = text.indexOf(anchor); at !== -1; at = text.indexOf(anchor, at + 1)) {
    const open = text.lastIndexOf('<!--', at);
    if (open !== -1 && text.indexOf('-->', open) > at) return true;
  }
  return false;
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

/** Whether enough lines look like headings with that id, in lists, quotes and HTML too. */
function hasHeadingLike(text: string, anchor: string, { rules, exact, depth }: AnchorSearch): boolean {
  const [, base = anchor, number = '0'] =
    (rules.separator === '_' ? /^(.+)_(\d+)$/ : /^(.+)-(\d+)$/).exec(anchor) ?? [];
  let equal = 0;
  let numbered = 0;
  for (const heading of headingLikes(text, depth)) {
    if (rules.honoursIds && /\{:?\s*#[^{}]*\}\s*$/.test(heading)) continue;
    const plain = plainHeading(heading);
    const slugs = everySlug(plain);
    if (slugs.includes(anchor) || (!exact && isAlike(plain, anchor))) equal += 1;
    if (slugs.includes(base) || (!exact && isAlike(plain, base))) numbered += 1;
  }
  return equal > 0 || numbered > Number(number);
}

/** Some sluggers write `and` for `&`. */
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

/** Whether a page takes in text of other files; what code shows of such notations takes in no headings. */
export function takesInOthers(text: string): boolean {
  if (!includesOthers.test(text)) return false;
  const lines: string[] = [];
  visitLinesOutsideFences(text, (start, end) => lines.push(text.slice(start, end)));
  const prose = lines.join('\n').replace(/`[^`\n]+`/g, '');
  return includesOthers.test(prose) || /^[ \t]*(?:```|~~~)\{/m.test(text);
}

/** Everything in a text that an anchor may come from, and more: headings of all kinds, ids, titles, attribute lists, tabs. */
export function anchorTraces(text: string): string {
  return (text.match(traces) ?? []).join('\n');
}

const traces =
  /^(?:[ \t>*+-]|\d+[.)])*#{1,6}[^\n]*|^[^\n]+\n(?=[ \t>]*(?:=+|-+)[ \t]*\r?$)|<\/?(?:h[1-6]|dt|summary)\b[^\n]*|\b(?:id|name|title|label)\s*=\s*(?:"[^"]*"|'[^']*'|\{[^{}]*\}|[^\s>{}]*)|\{[^{}#\n]*#[^{}\n]*\}|\{[{%][^\n]*|^[^\n]+\n(?=:[ \t])|<!--[^\n]*|^[ \t]*===[^\n]*/gm;

/** Notations that bring other text into a page, or make pages of descriptions. */
const includesOthers =
  /\{\{\s*#|\{!|\{%[-\s]*(?:include|import|render|for|macro|openapi|swagger)|\{\{[<%]|--8<--|<!--\s*@?include|@include|^!!![ \t]*include\(|^(?:openapi|api|asyncapi):|<<<|<include\b|^[ \t]*```\{|\{include|::: include/im;

const harmlessComponents = new Set(
  (
    'Tabs TabItem Tab CodeBlock CodeGroup Admonition Note Tip Info Warning Caution Danger Check Card CardGroup CardGrid Cards Columns Column ' +
    'LinkCard LinkButton Steps Step Aside Icon Badge Code FileTree Accordion AccordionGroup Expandable Frame Tooltip Head Link ' +
    'Details Summary BrowserOnly DocCardList Image ThemedImage Highlight Update Panel RequestExample ResponseExample React.Fragment Fragment'
  ).split(' '),
);
