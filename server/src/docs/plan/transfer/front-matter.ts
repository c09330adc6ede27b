import { parse, stringify } from 'yaml';
import type { DocsView } from '../../view.ts';
import type { Stretch } from './stretch.ts';

/**
 * Returns front matter for a new page like that of its source page: a title, and a description if that page has one.
 */
export async function derivedFrontMatter(
  view: DocsView,
  stretch: Stretch,
  { path, title }: { path: string; title: string },
): Promise<string> {
  const isShown = view.sites.of(path).kind.titles.description;
  const hasDescription = isShown || typeof stretch.facts.data?.['description'] === 'string';
  const description = hasDescription ? await firstSentence(view, stretch, path) : undefined;
  const lines = [entry('title', plainTitle(title))];
  if (description !== undefined) lines.push(entry('description', description));
  return lines.join('\n');
}

/** Returns the title in YAML front matter; undefined if it has none. */
export function titleOf(source: string): string | undefined {
  try {
    const data: unknown = parse(source, { logLevel: 'silent' });
    if (typeof data !== 'object' || data === null || !('title' in data)) return undefined;
    return typeof data.title === 'string' ? data.title : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the content between the fences of front matter, even if they are missing. */
export function withoutFences(source: string): string {
  return source
    .trim()
    .replace(/^---[ \t]*\r?\n|\r?\n---$/g, '')
    .replace(/^---$/, '')
    .trim();
}

function entry(key: string, value: string): string {
  return stringify({ [key]: value }, { lineWidth: 0 }).trim();
}

/** Removes markup, which front matter does not render. */
function plainTitle(title: string): string {
  return title
    .replace(/[ \t]*\{[#:][^{}]*\}[ \t]*$/, '')
    .replace(/!?\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, '$1')
    .replace(/[`*]/g, '');
}

const longestDescription = 160;

async function firstSentence(view: DocsView, { text, start, end }: Stretch, path: string): Promise<string | undefined> {
  const page = await view.facts.parse(text.slice(start, end), view.dialectOf(path));
  const paragraph = page.kind === 'known' ? page.value.firstParagraph : undefined;
  if (paragraph === undefined) return undefined;
  const sentence = /^.{1,400}?[.!?](?=\s|$)|^.{1,200}?[。！？]/.exec(paragraph)?.[0] ?? paragraph;
  return sentence.length <= longestDescription ? sentence : undefined;
}
