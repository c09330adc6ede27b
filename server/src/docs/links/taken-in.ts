import { isMarkdown } from '../paths.ts';
import type { PageFacts } from '../parse/page-facts.ts';
import { importsOf } from '../parts/imports-of.ts';
import { partsOf, type Parts } from '../parts/parts.ts';
import type { DocsView } from '../view.ts';
import { anchorDoubts, type AnchorDoubt } from './anchors.ts';
import { isQuietComponent } from './components.ts';

/** What a page has of its own and of the files that it takes in. */
export interface WholeAnchors {
  anchors: Set<string>;
  /** What may make others that nobody sees. */
  doubts: AnchorDoubt[];
}

/** The doubts that are about an anchor. */
export function doubtsAbout({ doubts }: WholeAnchors, anchor: string): AnchorDoubt[] {
  return doubts.filter(({ mayMake }) => mayMake?.(anchor) !== false);
}

/** Includes of includes are followed so far, and so many files of one page. */
const maximumDepth = 3;
const maximumFiles = 50;

/** The anchors of a page with those of all that it takes in; undefined when the page cannot be parsed. */
export async function wholeAnchors(view: DocsView, path: string): Promise<WholeAnchors | undefined> {
  const parts = partsOf(view);
  const read = new Set<string>();
  const found: WholeAnchors = { anchors: new Set(), doubts: [] };
  const isRead = await readInto(path, 0);
  return isRead ? found : undefined;

  async function readInto(file: string, depth: number): Promise<boolean> {
    read.add(file);
    const [text, page, anchors] = await Promise.all([view.text(file), view.page(file), view.anchors(file)]);
    if (text.kind !== 'known' || page.kind !== 'known' || !anchors) return false;
    for (const anchor of anchors) found.anchors.add(anchor);
    const taken = await takenIn(view, parts, file, { text: text.value, facts: page.value });
    for (const part of taken.pages) {
      if (read.has(part)) continue;
      const isTold = depth < maximumDepth && read.size < maximumFiles && (await readInto(part, depth + 1));
      if (!isTold) found.doubts.push({ because: unread, about: `${unread} ${path}` });
    }
    const { anchors: rules } = view.sites.of(file).kind;
    const facts = { ...page.value, imports: taken.imports };
    const doubts = anchorDoubts(rules, { path, text: taken.rest, facts, takenIn: view.takenIn(file, text.value) });
    for (const doubt of doubts) {
      const { component } = doubt;
      if (component !== undefined && (await isQuietComponent(view, file, text.value, component))) continue;
      found.doubts.push(doubt);
    }
    return true;
  }
}

const unread = 'the page takes in text that cannot be read';

interface TakenIn {
  /** Markdown files whose text becomes part of the page. */
  pages: string[];
  /** The text without the includes that are told. */
  rest: string;
  /** Imports that are not told. */
  imports: PageFacts['imports'];
}

async function takenIn(
  view: DocsView,
  parts: Parts,
  path: string,
  { text, facts }: { text: string; facts: PageFacts },
): Promise<TakenIn> {
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
    // Components of other kinds are doubted by their names where they are used.
    if (leads.kind === 'found' && isMarkdown(leads.path)) pages.push(leads.path);
    else if (/\.mdx?$/i.test(imported.target)) imports.push(imported);
  }
  return { pages, rest, imports };
}
