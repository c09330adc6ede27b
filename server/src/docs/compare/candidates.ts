import { roughParts } from '../parts/rough.ts';
import { visitLinesOutsideFences } from '../parse/fences.ts';
import { isSurelyMdx } from '../parse/mdx/plain-mdx.ts';
import { otherFrontMatterValues } from '../parse/other-front-matter.ts';
import { joinLines } from '../parse/myst.ts';

/** The result of a quick scan of a page's text without parsing it. */
export interface RoughFacts {
  /**
   * Everything that may be the target of a link, one a line, not decoded: at least the real links, possibly more, such
   * as text in code blocks.
   */
  targets: string;
  /** Everything that may name an imported or included file, one a line, not decoded. */
  parts: string;
  /** Plain scalars of the front matter that decide the page's address and title. */
  frontMatter: Record<string, string>;
  /** Whether the front matter is simple enough to be valid without asking a YAML parser. */
  frontMatterPlain: boolean;
  /** The source of the first `# heading`. */
  heading: string | undefined;
  /** Whether the scan stopped at its limit, so that a target may be missing. */
  incomplete: boolean;
  /** Whether the text has `<`, `{` or a line with `import`/`export`, even in fenced code, so that MDX may refuse it. */
  mayBreakMdx: boolean;
}

/** Longer texts do not count as targets. */
export const maximumTargetLength = 2_000;

/** Scans a text in one linear pass; measured at about 100 MB/s. */
export function scanRoughly(text: string): RoughFacts {
  const { targets, incomplete } = targetsIn(text);
  const frontMatter = readFrontMatterRoughly(text);
  const body = frontMatter.end;
  return {
    targets,
    parts: copyText(roughParts(text)),
    incomplete,
    frontMatter: frontMatter.values,
    frontMatterPlain: frontMatter.plain,
    heading: firstHeading(text, body),
    mayBreakMdx: /[<{]|^(?:import|export)\b/m.test(body === 0 ? text : text.slice(body)),
  };
}

/** The result of a scan of the lines outside fenced code: less than {@link RoughFacts}, but more precise. */
export interface OutlineFacts {
  /** Candidates for targets outside fenced code, one a line. */
  targets: string;
  /** The source of each heading line (`# …`), in order. */
  headings: string[];
  /** Whether anything outside code may be invalid MDX, as far as can be determined without parsing. */
  mayBreakMdx: boolean;
}

/** Scans the lines outside fenced code. It is linear, and costs a few times as much as {@link scanRoughly}. */
export function scanOutline(text: string): OutlineFacts {
  const lines: string[] = [];
  const headings: string[] = [];
  const look = (start: number, end: number) => {
    const line = text.slice(start, end);
    lines.push(line);
    const heading = /^ {0,3}#{1,6}[ \t]+(.*)/.exec(line)?.[1]?.trim();
    if (heading) headings.push(copyText(withoutClosingMarks(heading)));
  };
  visitLinesOutsideFences(text, look, (start, end) => lines.push(text.slice(start, end)));
  const prose = lines.join('\n');
  const withoutCode = prose.replace(/`[^`\n]+`/g, '');
  const mayBreakMdx =
    /[<{]|^(?:import|export)\b/m.test(withoutCode) && !isSurelyMdx(text, readFrontMatterRoughly(text).end);
  return { targets: targetsIn(prose).targets, headings, mayBreakMdx };
}

/**
 * Removes closing marks: `Title ##` → `Title`. Without a pattern, because that takes time quadratic in the spaces of a
 * hostile heading.
 */
function withoutClosingMarks(heading: string): string {
  let end = heading.length;
  while (heading.charCodeAt(end - 1) === numberSign) end -= 1;
  return end < heading.length && /[ \t]/.test(heading[end - 1] ?? '') ? heading.slice(0, end).trimEnd() : heading;
}

function targetsIn(text: string): { targets: string; incomplete: boolean } {
  const found = new Set<string>();
  const complete = [addAfterMark(text, '](', found), addAfterMark(text, ']:', found)];
  for (const match of text.matchAll(attributePattern)) {
    const target = match[1] ?? match[2] ?? match[3];
    if (target) found.add(target.trim());
  }
  for (const [, , target = ''] of text.matchAll(templatePattern)) found.add(target.trim());
  if (/\{[a-z]+\}|<[px][a-z]+:/.test(text)) {
    for (const [whole, , inner, file] of text.matchAll(notationPattern)) found.add(inner ?? file ?? joinLines(whole));
  }
  return { targets: copyText([...found].join('\n')), incomplete: complete.includes(false) };
}

/** Matches HTML and JSX attributes, the paths of MDX imports, and links in front matter. */
const attributePattern =
  /(?:\b(?:href|src|to|url)\s*=\s*|\b(?:from|import)\s+|\blink:[ \t]+)(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"'<>`={}]+))/g;

/** Matches attributes that begin with a template, which may contain the attribute's own quotation marks. */
const templatePattern =
  /\b(?:href|src)\s*=\s*(["'])((?:\{\{[^{}\n]{0,300}\}\}|\{%[^%\n]{0,300}%\})[^"'\s<>]{0,300})\1/g;

/** Matches roles and directives of MyST, and addresses in angle brackets of Sphinx and DocFX. */
const notationPattern =
  /\{(?:doc|ref|numref|any|download)\}(`+)[^`]{1,2000}\1|<((?:project|path|xref):[^<>\s]+)>|\{(?:figure|image)\}[ \t]+(\S+)/g;

/**
 * Adds what follows each `mark` up to a space or an unmatched closing bracket. Marks within a target count too, so a
 * text of only marks would take quadratic time: the function then stops and returns false.
 */
function addAfterMark(text: string, mark: string, found: Set<string>): boolean {
  let budget = 100_000 + text.length * 10;
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + mark.length)) {
    let start = at + mark.length;
    while (isSpace(text.charCodeAt(start))) start += 1;
    const limit = Math.min(text.length, start + maximumTargetLength);
    const end = text.charCodeAt(start) === lessThan ? literalEnd(text, ++start, limit) : rawEnd(text, start, limit);
    if (end > start) found.add(text.slice(start, end));
    budget -= end - at;
    if (budget < 0) return false;
  }
  return true;
}

function literalEnd(text: string, start: number, limit: number): number {
  let end = start;
  for (; end < limit; end += 1) {
    const code = text.charCodeAt(end);
    if (code === greaterThan || code === lineFeed) break;
  }
  return end;
}

function rawEnd(text: string, start: number, limit: number): number {
  let depth = 0;
  let end = start;
  for (; end < limit; end += 1) {
    const code = text.charCodeAt(end);
    if (code <= space) break;
    if (code === openBrace) end = templateEnd(text, end, limit);
    else if (code === openParenthesis) depth += 1;
    else if (code === closeParenthesis && (depth -= 1) < 0) break;
    else if (code === backslash) end += 1;
  }
  return Math.min(end, limit);
}

/**
 * Returns the last index of `{{< ref "a" >}}` or `{% link a.md %}`, including spaces; the start itself if no template
 * begins there.
 */
function templateEnd(text: string, start: number, limit: number): number {
  const closing = text[start + 1] === '{' ? '}}' : text[start + 1] === '%' ? '%}' : undefined;
  if (closing === undefined) return start;
  const line = /^[^\n]*/.exec(text.slice(start, Math.min(limit, start + maximumTemplateLength)))?.[0] ?? '';
  const close = line.indexOf(closing);
  return close === -1 ? start : start + close + 1;
}

const maximumTemplateLength = 300;

function firstHeading(text: string, from: number): string | undefined {
  const pattern = /^# +(.+)$/gm;
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  return match?.[1] ? copyText(match[1].trim()) : undefined;
}

const linePattern = /^([A-Za-z_][\w-]*):(.*)$/;

function readFrontMatterRoughly(text: string) {
  const start = text.charCodeAt(0) === byteOrderMark ? 1 : 0;
  if (!text.startsWith('---', start)) return readOtherRoughly(text);
  const fence = /\n---[ \t]*(?:\r?\n|$)/g;
  fence.lastIndex = start;
  const close = fence.exec(text);
  const open = /---[ \t]*\r?\n/y;
  open.lastIndex = start;
  const opened = open.exec(text);
  if (!close || !opened) return { values: {}, plain: true, end: 0 };
  const begin = start + opened[0].length;
  const lines = text.slice(begin, Math.max(close.index, begin)).split(/\r?\n/);
  return { ...readPlainYaml(lines), end: close.index + close[0].length };
}

/** Reads the top level of YAML. `plain` says whether that is certainly all that the lines mean. */
function readPlainYaml(lines: string[]) {
  const values: Record<string, string> = {};
  let plain = true;
  let list: string | undefined;
  for (const line of lines) {
    const match = linePattern.exec(line);
    if (!match?.[1]) {
      plain &&= line.trim() === '';
      if (list !== undefined) addItem(values, list, line);
      continue;
    }
    const value = (match[2] ?? '').trim();
    list = listKeys.has(match[1]) ? match[1] : undefined;
    if (list !== undefined && value.startsWith('[')) {
      values[list] = joinItems(value.split(/[[\],]/));
      plain = false;
      continue;
    }
    plain &&= /^(?:[A-Za-z0-9/][^:#]*|"[^"\\]*"|'[^']*'|)$/.test(value);
    values[match[1]] ??= copyText(value.replace(/^(["'])(.*)\1$/, '$2'));
  }
  return { values, plain };
}

function addItem(values: Record<string, string>, list: string, line: string): void {
  const item = /^\s*-\s+(["']?)([^"'#\s]+)\1/.exec(line);
  if (item) values[list] = joinItems(`${values[list] ?? ''}\n${item[2] ?? ''}`.split('\n'));
}

/** Reads front matter that is not YAML. Only a precise parse shows whether it is valid. */
function readOtherRoughly(text: string) {
  const values: Record<string, string> = {};
  const other = otherFrontMatterValues(text);
  for (const [key, value] of Object.entries(other?.values ?? {})) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      values[key] = copyText(String(value));
    else if (value instanceof Date) values[key] = value.toISOString();
    else if (Array.isArray(value) && listKeys.has(key))
      values[key] = joinItems(value.filter((item) => typeof item === 'string'));
  }
  return { values, plain: other === undefined, end: other?.end ?? 0 };
}

/** Keys whose lists decide addresses; the items are stored one a line. */
const listKeys = new Set(['aliases', 'redirect_from', 'categories']);

function joinItems(items: string[]): string {
  const plain = items.map((item) => item.trim().replace(/^(["'])(.*)\1$/, '$2'));
  return copyText(plain.filter((item) => item !== '').join('\n'));
}

/** Copies a text: a slice would keep the whole page in memory as long as the cache keeps it. */
function copyText(text: string): string {
  return Buffer.from(text).toString();
}

function isSpace(code: number): boolean {
  return code === space || code === 9 || code === lineFeed || code === 13;
}

const byteOrderMark = 0xfeff;
const lineFeed = 10;
const space = 32;
const numberSign = 35;
const openParenthesis = 40;
const closeParenthesis = 41;
const openBrace = 123;
const lessThan = 60;
const greaterThan = 62;
const backslash = 92;
