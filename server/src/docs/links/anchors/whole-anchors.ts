import { isMarkdown } from '../../text/paths.ts';
import type { PageFacts } from '../../parse/page-facts.ts';
import { importsOf } from '../../parts/imports-of.ts';
import { partsOf, type Parts } from '../../parts/parts.ts';
import type { DocsView } from '../../view.ts';
import { anchorDoubts, type AnchorDoubt } from './anchors.ts';
import { isQuietComponent } from '../components.ts';

/** The anchors of a page and of the files that it includes. */
export interface WholeAnchors {
  anchors: Set<string>;
  /** What may create further anchors that are not visible. */
  doubts: AnchorDoubt[];
}

/** Returns the doubts that apply to an anchor. */
export function doubtsAbout({ doubts }: WholeAnchors, anchor: string): AnchorDoubt[] {
  return doubts.filter(({ mayMake }) => mayMake?.(anchor) !== false);
}

/** How deep includes may nest, and how many files of one page are read. */
const maximumDepth = 3;
const maximumFiles = 50;

/** Returns the anchors of a page and of all that it includes, or undefined when the page cannot be parsed. */
export async function wholeAnchors(view: DocsView, path: string): Promise<WholeAnchors | undefined> {
  const found: WholeAnchors = { anchors: new Set(), doubts: [] };
  const isRead = await readInto({ view, parts: partsOf(view), path, read: new Set(), found }, path, 0);
  return isRead ? found : undefined;
}

interface Reading {
  view: DocsView;
  parts: Parts;
  /** The page whose anchors are wanted. */
  path: string;
  /** The files that were read. */
  read: Set<string>;
  found: WholeAnchors;
}

async function readInto(reading: Reading, file: string, depth: number): Promise<boolean> {
  const { view, parts, path, read, found } = reading;
  read.add(file);
  const [text, page, anchors] = await Promise.all([view.text(file), view.page(file), view.anchors(file)]);
  if (text.kind !== 'known' || page.kind !== 'known' || !anchors) return false;
  for (const anchor of anchors) found.anchors.add(anchor);
  const included = await readInclusions(view, parts, file, { text: text.value, facts: page.value });
  for (const part of included.pages) {
    if (read.has(part)) continue;
    const isIncluded = depth < maximumDepth && read.size < maximumFiles && (await readInto(reading, part, depth + 1));
    if (!isIncluded) found.doubts.push({ because: unread, about: `${unread} ${path}` });
  }
  const facts = { ...page.value, imports: included.imports };
  await addDoubts(reading, file, { text: text.value, rest: included.rest, facts });
  return true;
}

/** Adds the doubts about a file's own text, without those about components that are known to make no anchors. */
async function addDoubts(
  { view, path, found }: Reading,
  file: string,
  { text, rest, facts }: { text: string; rest: string; facts: PageFacts },
): Promise<void> {
  const { anchors: rules } = view.sites.of(file).kind;
  const inclusions = view.inclusionsOf(file, text);
  for (const doubt of anchorDoubts(rules, { path, text: rest, facts, inclusions })) {
    const { component } = doubt;
    if (component !== undefined && (await isQuietComponent(view, file, text, component))) continue;
    found.doubts.push(doubt);
  }
}

const unread = 'the page includes text that cannot be read';

interface Inclusions {
  /** Markdown files whose text becomes part of the page. */
  pages: string[];
  /** The text without the resolved includes. */
  rest: string;
  /** Imports of pages that could not be resolved. */
  imports: PageFacts['imports'];
}

async function readInclusions(
  view: DocsView,
  parts: Parts,
  path: string,
  { text, facts }: { text: string; facts: PageFacts },
): Promise<Inclusions> {
  const pages: string[] = [];
  let rest = text;
  for (const { leads, span } of await parts.includes(path, text)) {
    if (leads.kind !== 'found') continue;
    if (isMarkdown(leads.path)) pages.push(leads.path);
    const lineStart = text.lastIndexOf('\n', span.start) + 1;
    const lineEnd = text.indexOf('\n', span.end);
    const end = lineEnd === -1 ? text.length : lineEnd;
    rest = rest.slice(0, lineStart) + ' '.repeat(end - lineStart) + rest.slice(end);
  }
  const imports: PageFacts['imports'] = [];
  for (const imported of importsOf(view, path, facts)) {
    const leads = await parts.resolveImport(path, imported.target);
    // Imported components are doubted by name where they are used.
    if (leads.kind === 'found' && isMarkdown(leads.path)) pages.push(leads.path);
    else if (/\.mdx?$/i.test(imported.target)) imports.push(imported);
  }
  return { pages, rest, imports };
}
