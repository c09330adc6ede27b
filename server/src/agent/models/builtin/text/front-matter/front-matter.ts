import { parse } from 'yaml';
import type { Page, Span } from '../../../../ports.ts';
import { applyChanges, type Change } from '../change.ts';
import { isQuoted, quoteStyleOf, usualStyle, writeText } from './yaml-text.ts';

/** A top-level entry of a page's front matter: its key, its span in the page and that of its value. */
export interface Entry extends Span {
  key: string;
  /** Without white space around it and without a comment after it. */
  value: Span;
  /** Whether it is between brackets, where a comma would end it. */
  flow?: boolean;
}

/** Returns the entries of a page's front matter in order. */
export function readEntries(text: string, page: Page): Entry[] {
  if (page.frontMatter === undefined) return [];
  const body = bodyOf(text, page.frontMatter);
  const entries: Entry[] = [];
  for (const match of text.slice(body.start, body.end).matchAll(/^([A-Za-z_][\w.-]*)[ \t]*:(?=\s|$)/gmu)) {
    const start = body.start + match.index;
    const last = entries.at(-1);
    if (last !== undefined) last.end = start;
    entries.push({
      key: match[1] ?? '',
      start,
      end: body.end,
      value: { start: start + match[0].length, end: body.end },
    });
  }
  for (const entry of entries) entry.value = valueWithin(text, { start: entry.value.start, end: entry.end });
  return entries;
}

/** Longer entries contain no title or description. */
const longestEntry = 20_000;

/** An entry on one line whose value needs no YAML parser. Most titles are such, and a parser takes 0.1 ms for each. */
const plainScalar = /^\w[\w.-]*: +([A-Za-z](?:[\w ().'/-]*[\w).])?) *\n?$/;

/** Values that begin with a letter but are no strings in YAML's core schema. */
const notText = /^(?:null|true|false)$/i;

/** Returns the text of an entry, read as YAML; undefined when there is none, or when it is no string. */
export function readText(text: string, entry: Entry | undefined): string | undefined {
  if (entry === undefined || entry.end - entry.start > longestEntry) return undefined;
  const source = text.slice(entry.start, entry.end);
  const plain = plainScalar.exec(source)?.[1];
  if (plain !== undefined && !notText.test(plain)) return plain;
  try {
    const value: unknown = parse(source, { logLevel: 'error' });
    return isRecord(value) && typeof value[entry.key] === 'string' ? String(value[entry.key]) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the entry exists and has a value: `title:` and `title: ""` have none. */
export function hasValue(text: string, entry: Entry | undefined): boolean {
  return entry !== undefined && !/^(?:|""|''|~|null)$/u.test(text.slice(entry.value.start, entry.value.end));
}

/** The text of an entry for searching: as readers see it, or its source when it spans several lines. */
export interface EntryText {
  entry: Entry;
  text: string;
  isSource: boolean;
}

/** Returns undefined when the entry has no text. */
export function entryText(text: string, entry: Entry): EntryText | undefined {
  const source = text.slice(entry.value.start, entry.value.end);
  const value = readText(text, entry);
  if (value === undefined) return undefined;
  const isSource = /^[|>]/u.test(source) || source.includes('\n');
  return { entry, text: isSource ? source : value, isSource };
}

/** Returns a finder's changes in the text of an entry. The quotes change only where YAML requires it. */
export function changeEntry(page: string, of: EntryText, find: (text: string) => Change[]): Change[] {
  const { entry, text, isSource } = of;
  const changes = find(text);
  if (isSource) return changes.map((change) => moveChange(change, entry.value.start));
  if (changes.length === 0) return [];
  const changed = applyChanges(text, changes);
  const style = quoteStyleOf(page.slice(entry.value.start, entry.value.end));
  const ends = entry.flow === true && style === 'plain' && /[,[\]{}]/u.test(changed);
  return [{ ...entry.value, text: writeText(changed, ends ? 'double' : style) }];
}

/**
 * Returns the change that adds an entry: in place of an empty one, after the first entry that is in `after`, or at the
 * top. Creates the front matter if the page has none.
 */
export function addEntry(text: string, page: Page, entry: { key: string; value: string; after: string[] }): Change {
  const newline = newlineOf(text);
  const entries = readEntries(text, page);
  const style = usualStyle(entries.map((other) => text.slice(other.value.start, other.value.end)));
  const written = `${entry.key}: ${writeText(entry.value, style)}`;
  if (page.frontMatter === undefined) {
    const space = text === '' || /^\r?\n/u.test(text) ? '' : newline;
    return { start: 0, end: 0, text: `---${newline}${written}${newline}---${newline}${space}` };
  }
  const empty = entries.find((other) => other.key === entry.key);
  if (empty !== undefined) return { start: empty.start, end: empty.value.end, text: written };
  const before = entries.find((other) => entry.after.includes(other.key));
  const at = before === undefined ? bodyOf(text, page.frontMatter).start : lineAfter(text, before.value.end);
  return { start: at, end: at, text: `${written}${newline}` };
}

/** Returns the line ending that a text uses. */
export function newlineOf(text: string): string {
  return /^[^\n]*\r\n/u.test(text) ? '\r\n' : '\n';
}

/** Returns the span between the fences, up to the beginning of the closing one. */
export function bodyOf(text: string, frontMatter: Span): Span {
  const start = text.indexOf('\n', frontMatter.start) + 1;
  const source = text.slice(start, frontMatter.end).trimEnd();
  return { start, end: start + source.lastIndexOf('\n') + 1 };
}

function valueWithin(text: string, span: Span): Span {
  const source = text.slice(span.start, span.end);
  const leading = source.length - source.trimStart().length;
  const value = source.trim();
  const start = span.start + leading;
  if (value === '' || value.startsWith('#')) return { start: span.start, end: span.start };
  const quoted = isQuoted(value);
  if (quoted !== undefined) return { start, end: start + quoted };
  const comment = /^[|>]/u.test(value) ? value.search(/\n#/u) : value.search(/\s#/u);
  return { start, end: start + (comment === -1 ? value : value.slice(0, comment).trimEnd()).length };
}

function lineAfter(text: string, position: number): number {
  return text.indexOf('\n', position) + 1;
}

function moveChange(change: Change, by: number): Change {
  return { start: change.start + by, end: change.end + by, text: change.text };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
