import { withoutRaw } from '../../parts/find.ts';
import { folderOf, joinPath } from '../../text/paths.ts';
import type { AnchorRules, Inclusions } from '../../site/kind.ts';
import { sourceOf } from './liquid.ts';

type Page = Parameters<NonNullable<AnchorRules['inclusionsOf']>>[0];

const include = /\{%-?\s*(include|include_relative|include_cached)\s+([^\s{}%]+|\{\{[^{}]*\}\})/g;

/**
 * Returns the files that a page includes, the ids from attribute lists, and a doubt for loops that may write headings.
 */
export function inclusionsOf(page: Page): Inclusions {
  const files: string[] = [];
  const doubts = new Set<string>();
  const liquid = withoutRaw(page.text);
  for (const [, name = '', path = ''] of liquid.matchAll(include)) {
    const file = includedFile(page, name, path);
    if (file !== undefined) files.push(file);
    const isKnown = file !== undefined && (name === 'include_relative' || page.site.quietParts?.has(path) === true);
    if (!isKnown) doubts.add(`the included ${path} may make anchors`);
  }
  if (writesAnchors(liquid)) doubts.add('Liquid writes a part of the page');
  return { files, anchors: idsIn(page.text), doubts: [...doubts] };
}

/**
 * Returns the ids from attribute lists, and from elements that contain Markdown, whose tags the parser does not see.
 */
function idsIn(text: string): string[] {
  const ofLists = [...text.matchAll(/\{:[^{}\n]*#([^\s{}]+)[^{}\n]*\}/g)].map(([, id = '']) => id);
  const tags = text.match(/<\w[^<>]{0,1000}\smarkdown\s*=[^<>]{0,1000}>/g) ?? [];
  return [...ofLists, ...tags.flatMap((tag) => /\sid\s*=\s*["']?([^\s"'<>]+)/.exec(tag)?.[1] ?? [])];
}

/** Whether a loop or a captured text contains headings, ids or text from elsewhere. Lists and links make no anchors. */
export function writesAnchors(liquid: string): boolean {
  const open: { name: string; start: number }[] = [];
  for (const { index, 0: tag, 1: end, 2: name = '' } of liquid.matchAll(block)) {
    if (end === undefined) {
      open.push({ name, start: index + tag.length });
      continue;
    }
    const inner = open.at(-1)?.name === name ? open.pop() : undefined;
    // Nested loops are tested once, together with the outermost one.
    if (inner && open.length === 0 && makesAnchors.test(liquid.slice(inner.start, index))) return true;
  }
  return open[0] !== undefined && makesAnchors.test(liquid.slice(open[0].start));
}

const block = /\{%-?\s*(end)?(for|capture)\b[^%]{0,500}%\}/g;

/** A heading, an id, or a value that may be a whole text: it stands alone on a line, or is converted to HTML. */
const makesAnchors =
  /^[ \t>]*#{1,6}\s|<h[1-6]\b|\bid\s*=|\{:[^{}\n]*#|\bmarkdownify\b|\.(?:content|output)\b|^[ \t]*\{\{[^{}\n]*\}\}[ \t]*$/m;

/** Finds a file in `_includes`, or relative to the page. A theme may add includes that are not in the repository. */
function includedFile({ site, index, from }: Page, name: string, path: string): string | undefined {
  const folder = name === 'include_relative' ? folderOf(from) : (joinPath(sourceOf(site), '_includes') ?? '');
  const file = joinPath(folder, path);
  return file !== undefined && index.isFile(file) ? file : undefined;
}
