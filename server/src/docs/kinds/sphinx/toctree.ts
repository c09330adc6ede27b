import { findPagesByDocument, documentName } from './documents.ts';
import { mapBounded } from '../../map-bounded.ts';
import type { FindPage, NavigationItem, NavigationList } from '../../navigation/navigation.ts';
import { visitLinesOutsideFences } from '../../parse/fences.ts';
import { folderOf, isWithin } from '../../text/paths.ts';
import type { NavigationFormat, NavigationSource, Site, SiteContext } from '../../site/kind.ts';

/** Returns the pages with a `toctree`, in Markdown and reStructuredText: they are the navigation. */
export async function pagesWithToctrees({ tree, index, facts }: SiteContext, site: Site): Promise<NavigationSource[]> {
  const files = index.files.filter(
    (path) =>
      /\.(?:md|myst|rst)$/.test(path) &&
      site.contents.some(({ folder }) => isWithin(path, folder)) &&
      !site.excludes(path),
  );
  const read = await mapBounded(files, 64, (path) =>
    facts.digest(tree, path, 'toctree', (text) => (toctreeMark.test(text) ? 'yes' : '')),
  );
  return files.flatMap((path, position): NavigationSource[] => {
    const known = read[position];
    if (known?.kind !== 'known' || known.value === '') return [];
    return [{ path, folder: folderOf(path), format: toctreeFormat }];
  });
}

const toctreeMark = /\{toctree\}|\.\. toctree::/;

const toctreeFormat: NavigationFormat = {
  file: 'text',
  references: 'path',
  read: ({ text }, find) => readToctrees(text, find),
  finder: async (view, site, source) => findPagesByDocument(view, site, source.folder),
  names: async (_view, { site, source, to, like }) => [documentName(site, source.folder, to, like.value)],
  write: (_file, like, { title, value }) => (like.title === undefined ? value : `${title} <${value}>`),
};

/** Reads toctrees: sphinx-doc.org/en/master/usage/restructuredtext/directives.html#directive-toctree */
function readToctrees(text: string, find: FindPage): { lists: NavigationList[]; complete: boolean } {
  const lists: NavigationList[] = [];
  let complete = true;
  for (const lines of toctreeBodies(text)) {
    const items = lines.flatMap((line) => {
      if (/[*?]/.test(line.text)) complete = false;
      const item = toItem(line, find);
      return item ? [item] : [];
    });
    lists.push({ style: 'summary', items, ofPages: true });
  }
  return { lists, complete };
}

interface Line {
  text: string;
  start: number;
}

function toItem({ text, start }: Line, find: FindPage): NavigationItem | undefined {
  const indentation = /^[ \t]*/.exec(text)?.[0].length ?? 0;
  const entry = text.trim();
  const titled = /^(.*?)[ \t]*<([^<>]*)>$/.exec(entry);
  const value = titled?.[2] ?? entry;
  const from = start + indentation;
  const at = from + (titled ? entry.length - value.length - 1 : 0);
  const found = /[*?]|^self$|^[a-z][\w+.-]*:/i.test(value) ? undefined : find(value);
  return {
    span: { start: from, end: from + entry.length },
    title: titled?.[1] === '' ? undefined : titled?.[1],
    reference: found && { value, span: { start: at, end: at + value.length }, ...found },
    extra: [],
    lists: [],
  };
}

/** Returns the entries of each toctree, without its options. */
function toctreeBodies(text: string): Line[][] {
  const bodies: Line[][] = [];
  const openings = toctreeStarts(text);
  let open: OpenToctree | undefined;
  for (const { start, text: line } of linesOf(text)) {
    if (open?.close(line)) open = undefined;
    if (!open) {
      const close = openings.has(start) ? endTestOf(line) : undefined;
      if (close) open = { close, head: 'options', lines: [] };
      if (open) bodies.push(open.lines);
    } else if (open.head && /^\s*---$/.test(line)) {
      open.head = open.head === 'options' ? 'yaml' : undefined;
    } else if (isBelowHead(open, line)) {
      open.head = undefined;
      if (!/^\s*(?:%|\.\. )/.test(line)) open.lines.push({ text: line, start });
    }
  }
  return bodies;
}

interface OpenToctree {
  close: (line: string) => boolean;
  /** What its first lines are; undefined below them. */
  head: 'options' | 'yaml' | undefined;
  lines: Line[];
}

/** Returns whether a line is no option: the first of them ends the head. */
function isBelowHead({ head }: OpenToctree, line: string): boolean {
  if (head === 'yaml' || line.trim() === '') return false;
  return head === undefined || !/^\s*:[\w-]+:/.test(line);
}

function* linesOf(text: string): Generator<Line> {
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    yield { start, text: text.slice(start, end).trimEnd() };
    start = end + 1;
  }
}

/** Returns where toctrees begin, except those in code examples. */
function toctreeStarts(text: string): Set<number> {
  const starts = new Set<number>();
  const inMarkdown = /^[ \t>]*(?:`{3,}|:{3,}|~{3,})[ \t]*\{toctree\}/m.test(text);
  const see = (start: number, end: number) => {
    if (text.slice(start, end).includes('{toctree}')) starts.add(start);
    else if (text.slice(start, end).includes('{eval-rst}')) addDirectives(text, end, starts);
  };
  if (inMarkdown || text.includes('{eval-rst}')) visitLinesOutsideFences(text, see, see);
  else addDirectives(text, 0, starts);
  return starts;
}

/** Adds the starts of reStructuredText toctrees from a position on, up to the end of an enclosing fence. */
function addDirectives(text: string, from: number, starts: Set<number>): void {
  let literal: number | undefined;
  for (const line of linesOf(text.slice(from))) {
    if (from > 0 && line.start > 0 && /^[ \t]*(?:`{3,}|:{3,}|~{3,})$/.test(line.text)) return;
    const indentation = /^[ \t]*/.exec(line.text)?.[0].length ?? 0;
    if (line.text.trim() === '') continue;
    if (literal !== undefined && indentation > literal) continue;
    literal = undefined;
    if (/^[ \t]*\.\. toctree::/.test(line.text)) starts.add(from + line.start);
    else if (isLiteral(line.text)) literal = indentation;
  }
}

/** Whether the more deeply indented lines below a line are code. */
function isLiteral(line: string): boolean {
  return /^\s*\.\. (?:code|code-block|sourcecode|parsed-literal|raw|math|highlight)::|^(?!\s*\.\. ).*::$/.test(line);
}

/** Returns the test for the end of a toctree if the line opens one. */
function endTestOf(line: string): ((line: string) => boolean) | undefined {
  const fence = /^[ \t>]*(`{3,}|:{3,}|~{3,})[ \t]*\{toctree\}/.exec(line)?.[1];
  if (fence !== undefined) return (other) => isClose(other, fence);
  const directive = /^([ \t]*)\.\. toctree::/.exec(line)?.[1];
  if (directive === undefined) return undefined;
  const isOut = (other: string) => (/^[ \t]*/.exec(other)?.[0].length ?? 0) <= directive.length;
  return (other) => other.trim() !== '' && isOut(other);
}

function isClose(line: string, fence: string): boolean {
  const mark = line.trim();
  return mark.length >= fence.length && mark === (fence[0] ?? '').repeat(mark.length);
}
