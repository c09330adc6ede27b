import { parse } from 'smol-toml';
import type { PageFacts, PageFault } from './page-facts.ts';

const maximumLength = 64_000;

/** Front matter that is not YAML: its source between its fences, and the offset at which the text continues. */
interface OtherFrontMatter {
  language: 'toml' | 'json';
  source: string;
  start: number;
  end: number;
}

/** Reads front matter in TOML between `+++`, or in JSON at the top of the text, as Hugo does. */
export function readOtherFrontMatter(text: string): {
  data: PageFacts['data'];
  fault: PageFault | undefined;
  links: [];
} {
  const found = otherFrontMatter(text);
  if (!found) return { data: undefined, fault: undefined, links: [] };
  try {
    return { data: scalarsOf(valuesOf(found)), fault: undefined, links: [] };
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'it cannot be read';
    return { data: undefined, fault: { rule: 'front-matter-yaml', offset: found.start, message }, links: [] };
  }
}

/**
 * Returns the values of front matter in TOML or JSON. They are empty if it cannot be parsed; undefined if there is
 * none.
 */
export function otherFrontMatterValues(text: string): { values: Record<string, unknown>; end: number } | undefined {
  const found = otherFrontMatter(text);
  if (!found) return undefined;
  try {
    return { values: valuesOf(found), end: found.end };
  } catch {
    return { values: {}, end: found.end };
  }
}

/** Returns where front matter in TOML or JSON ends; 0 if there is none. */
export function endOfOtherFrontMatter(text: string): number {
  return otherFrontMatter(text)?.end ?? 0;
}

/** Returns where JSON at the top of a text ends; 0 if there is none. */
export function endOfJsonFrontMatter(text: string): number {
  const found = otherFrontMatter(text);
  return found?.language === 'json' ? found.end : 0;
}

function otherFrontMatter(text: string): OtherFrontMatter | undefined {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  if (text.startsWith('+++', start)) {
    const fenced = /\+\+\+[ \t]*\r?\n/y;
    fenced.lastIndex = start;
    const from = start + (fenced.exec(text)?.[0].length ?? 0);
    const close = /^\+\+\+[ \t]*(?:\r?\n|$)/gm;
    close.lastIndex = from;
    const closed = from === start ? null : close.exec(text);
    if (!closed || closed.index - from > maximumLength) return undefined;
    const end = closed.index + closed[0].length;
    return { language: 'toml', source: text.slice(from, closed.index), start: from, end };
  }
  if (!/\{[ \t]*\r?\n/y.test(text.slice(start, start + 80))) return undefined;
  const close = /^\}[ \t]*(?:\r?\n|$)/m.exec(text.slice(0, maximumLength));
  if (!close) return undefined;
  const end = close.index + close[0].length;
  return { language: 'json', source: text.slice(start, close.index + 1), start, end };
}

function valuesOf({ language, source }: OtherFrontMatter): Record<string, unknown> {
  const value: unknown = language === 'toml' ? parse(source) : JSON.parse(source);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function scalarsOf(values: Record<string, unknown>): NonNullable<PageFacts['data']> {
  const data: NonNullable<PageFacts['data']> = {};
  for (const [key, value] of Object.entries(values)) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') data[key] = value;
    else if (value instanceof Date) data[key] = value.toISOString();
  }
  return data;
}
