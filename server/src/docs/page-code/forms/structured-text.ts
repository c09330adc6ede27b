import { isRunningAddress } from '../addresses.ts';
import type { RunsWhere } from '../code-rules.ts';
import { addressPiece, type CodePiece } from '../piece.ts';
import { directiveCode, readsFile, roleCode, type Directive } from './directives.ts';
import { isPlainRole, useOfDirective } from './known-directives.ts';

/**
 * Returns what a text in reStructuredText runs: by directives and roles wherever Docutils may find one, thus in items,
 * fields, footnotes, cells of tables and substitutions, and by addresses. Only the content of certain samples is left
 * out. docutils.sourceforge.io/docs/ref/rst/restructuredtext.html
 */
export function structuredTextCode(text: string, runs: RunsWhere): CodePiece[] {
  const lines = linesOf(text);
  const samples = sampleLines(lines);
  const live = lines.map((line, index) => (samples.has(index) ? { ...line, text: '' } : line));
  const shown = live.map(({ text: line }) => line).join('\n');
  const addresses = targetAddresses(shown).map(({ address, index }) => addressPiece(address, offsetIn(live, index)));
  const known = new Set(addresses.map(({ key }) => key));
  let module = '';
  const directives = live.flatMap((line, index) =>
    directivesIn(line.text).flatMap(({ name, argument, column, at }) => {
      if (/^(?:py:)?(?:current)?module$|^automodule$/i.test(name)) module = argument;
      const body = bodyOf(lines, index, column);
      return directiveCode(
        { name, argument: wholeArgument(argument, body), body, offset: line.offset + at, module },
        runs,
      );
    }),
  );
  return [
    ...directives.filter(({ key }) => !known.has(key)),
    ...substitutions(live, runs),
    ...roles(shown, live, runs),
    ...addresses,
  ];
}

/** A line, its tabs expanded as Docutils does. */
interface Line {
  text: string;
  /** The offset of the line in the text as written. */
  offset: number;
}

/**
 * Splits a text where Python does, after Docutils has turned other white space into spaces: docutils.statemachine,
 * string2lines.
 */
function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let offset = 0;
  for (const written of text.split(lineEnd)) {
    // For Python, a byte order mark is no white space.
    const plain = written
      .replace(lineEnds, '')
      .replace(/[\v\f]/g, ' ')
      .replaceAll('\ufeff', '\u200b');
    lines.push({ text: expandTabs(plain), offset });
    offset += written.length;
  }
  return lines;
}

/** The file, group and record separators, and the next line: Python ends lines at these, too. */
const separators = String.fromCharCode(0x1c, 0x1d, 0x1e, 0x85, 0x20_28, 0x20_29);
const lineEnd = new RegExp(String.raw`(?<=\r\n|\r(?!\n)|[\n${separators}])`);
const lineEnds = new RegExp(String.raw`[\r\n${separators}]+$`);

function expandTabs(line: string): string {
  if (!line.includes('\t')) return line;
  let expanded = '';
  for (const part of line.split(/(\t)/)) expanded += part === '\t' ? ' '.repeat(8 - (expanded.length % 8)) : part;
  return expanded;
}

/** A directive may begin behind any sign that is no part of a word. Dots behind a backtick are a literal. */
const directive = /(?<![\w`.])\.\. +([^\s:|`[\]_](?:[^\s|`]*[^\s:|`])?) ?::(?: +|$)/g;

function directivesIn(line: string): (Pick<Directive, 'name' | 'argument'> & { column: number; at: number })[] {
  if (!line.includes('..')) return [];
  return [...line.matchAll(directive)].map(({ 0: all, 1: name = '', index }) => ({
    name,
    argument: line.slice(index + all.length).trim(),
    column: index,
    at: index,
  }));
}

/** Returns the argument of a directive with the lines below that go on with it, up to its options or an empty line. */
function wholeArgument(argument: string, body: string): string {
  const lines = body.split('\n');
  const end = lines.findIndex((line) => line.trim() === '' || /^\s*:[^:\s]/.test(line));
  return [argument, ...lines.slice(0, end === -1 ? undefined : end).map((line) => line.trim())].join('\n').trim();
}

/** Returns the lines below a directive that are indented more than it is. */
function bodyOf(lines: readonly Line[], index: number, column: number): string {
  return lines
    .slice(index + 1, endOfIndented(lines, index, column))
    .map(({ text }) => text)
    .join('\n');
}

function endOfIndented(lines: readonly Line[], index: number, column: number): number {
  for (let next = index + 1; next < lines.length; next += 1) {
    const indent = indentOf(lines[next]);
    if (indent !== undefined && indent <= column) return next;
  }
  return lines.length;
}

/** Returns the indentation of a line; undefined if it is empty. */
function indentOf(line: Line | undefined): number | undefined {
  const indent = line?.text.search(/\S/) ?? -1;
  return indent === -1 ? undefined : indent;
}

/**
 * Returns the lines that are certainly samples: the content of a directive for samples, or what is indented below a
 * paragraph that ends with two colons. Where Docutils may take the first line for anything else (a term, an argument, a
 * cell), they are not.
 */
function sampleLines(lines: readonly Line[]): Set<number> {
  const found = new Set<number>();
  const tables = tableLines(lines);
  let heldUntil = 0;
  for (let index = 0; index < lines.length; index += 1) {
    const holder = directivesIn(lines[index]?.text ?? '').find(({ name }) => !paragraphs.test(name));
    if (holder !== undefined && useOfDirective(holder.name) !== 'sample')
      heldUntil = Math.max(heldUntil, endOfIndented(lines, index, holder.column));
    if (tables.has(index) || index < heldUntil) continue;
    const column = columnOfSample(lines, index);
    if (column === undefined) continue;
    const end = endOfIndented(lines, index, column);
    for (let inner = index + 1; inner < end; inner += 1) found.add(inner);
    index = end - 1;
  }
  return found;
}

/**
 * Directives whose content is certainly paragraphs: in terms, cells, and samples with markup, two colons begin no sample.
 */
const paragraphs =
  /^(?:attention|caution|danger|error|hint|important|note|tip|warning|admonition|topic|sidebar|rubric|epigraph|pull-quote|compound|container|version-?(?:added|changed|removed)|deprecated|seealso|only|todo|dropdown|details|collapse|toggle|tab-set|tab-item|tabs|tab|group-tab|grid|grid-item|grid-item-card|card|list-table|rst-class|(?:(?:py|c|cpp|js|rst|std|http):)?(?:function|method|class|attribute|data|exception|module|property|staticmethod|classmethod|decorator|option|cmdoption|program|envvar|confval|setting|describe|object|macro|type|struct|var|member|get|post|put|patch|delete))$/i;

/** Returns the column beyond which the lines below are a sample. */
function columnOfSample(lines: readonly Line[], index: number): number | undefined {
  const line = lines[index]?.text ?? '';
  const indent = indentOf(lines[index]);
  if (indent === undefined) return undefined;
  const [first] = directivesIn(line);
  if (first !== undefined) {
    const isAlone = first.column === indent && indentOf(lines[index - 1]) === undefined && !isQuoted(lines, index);
    return isAlone && useOfDirective(first.name) === 'sample' ? indent : undefined;
  }
  // With an odd number of backslashes, the colons are text.
  if (!/(?:^|[^:\\])(?:\\\\)*::\s*$/.test(line) || /^\s*(?:\.\.|__)(?:\s|$)/.test(line)) return undefined;
  if (indentOf(lines[index + 1]) !== undefined) return undefined;
  let start = index;
  while (start > 0 && indentOf(lines[start - 1]) === indent) start -= 1;
  if (indentOf(lines[start - 1]) !== undefined) return undefined;
  const opening = lines[start]?.text.slice(indent) ?? '';
  const mark = /^(?:[-*+•‣⁃]|\(?(?:[A-Za-z0-9#]|[ivxlcdm\d]{1,8})[.)])\s+/i.exec(opening)?.[0] ?? '';
  if (mark === '' && !/^[\p{L}\p{N}"“'‘`*]|^::\s*$/u.test(opening)) return undefined;
  if (start !== index) return mark === '' ? indent : undefined;
  return indent + mark.length;
}

/**
 * Returns whether a line may be quoted by the paragraph above it, which ends with two colons: Docutils takes lines that
 * begin with the same sign for a sample without indentation.
 */
function isQuoted(lines: readonly Line[], index: number): boolean {
  let above = index - 1;
  while (above >= 0 && indentOf(lines[above]) === undefined) above -= 1;
  const text = lines[above]?.text ?? '';
  return /::\s*$/.test(text) && !/^\s*\.\. [^\s:]+::\s*$/.test(text);
}

/** Returns the lines between the borders of simple tables, in which columns of text stand beside each other. */
function tableLines(lines: readonly Line[]): Set<number> {
  const found = new Set<number>();
  let isOpen = false;
  for (const [index, { text }] of lines.entries()) {
    const isBorder = /^\s*=+(?: +=+)+\s*$/.test(text);
    if (isOpen || isBorder) found.add(index);
    if (isBorder) isOpen = !isOpen || indentOf(lines[index + 1]) !== undefined;
  }
  return found;
}

/** Returns what the directives of substitutions run: `.. |name| directive:: …`, also over several lines. */
function substitutions(lines: readonly Line[], runs: RunsWhere): CodePiece[] {
  return lines.flatMap(({ text, offset }, index) => {
    const column = text.search(/(?<![\w`.])\.\. +\|/);
    if (column === -1) return [];
    const body = bodyOf(lines, index, column);
    const whole = `${text.slice(column)}\n${body}`;
    return [...whole.matchAll(/\|\s*([^\s:|`]+(?:[^\s|`]*[^\s:|`])?) ?::(?=\s|$)/g)].flatMap(
      ({ 0: all, 1: name = '', index: at }) => {
        const rest = whole.slice(at + all.length);
        return directiveCode(
          { name, argument: wholeArgument(rest.split('\n')[0]?.trim() ?? '', body), body, offset },
          runs,
        );
      },
    );
  });
}

function roles(shown: string, lines: readonly Line[], runs: RunsWhere): CodePiece[] {
  if (!shown.includes('`')) return [];
  // A backtick ends a role unless white space is before it, or a letter behind it.
  const found = shown.matchAll(
    /:([\p{L}\p{N}][\p{L}\p{N}.+:_-]*):`((?:[^`\\]|\\[\s\S]|`(?=[\p{L}\p{N}])|(?<=\s)`)+)`|(?<!`)`((?:[^`\\]|\\[\s\S])+)`:([\p{L}\p{N}][\p{L}\p{N}.+:_-]*):/gu,
  );
  const own = rolesDefinedBy(lines);
  return [...found].flatMap(({ 1: before, 2: text, 3: other, 4: after, index }) => {
    const name = (before ?? after ?? '').toLowerCase();
    const offset = offsetIn(lines, index);
    const isOwn = (own.get(name) ?? Number.POSITIVE_INFINITY) <= offset;
    return isOwn ? [] : roleCode(name, text ?? other ?? '', { runs, offset });
  });
}

/**
 * Returns the roles that a text itself defines from roles which only show their text, `.. role:: shell(code)`, with the
 * offset from which they count.
 */
function rolesDefinedBy(lines: readonly Line[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const [index, { text, offset }] of lines.entries()) {
    const [, name = '', base = 'code'] = /^\.\. role:: +([\w.+-]+)(?:\( *([\w.+-]+) *\))?\s*$/.exec(text) ?? [];
    const isDefinition = name !== '' && indentOf(lines[index - 1]) === undefined && !isQuoted(lines, index);
    if (isDefinition && isPlainRole(base) && !readsFile(name) && !readsFile(base))
      found.set(name.toLowerCase(), offset);
  }
  return found;
}

/**
 * Returns the running addresses of a text: `` `text <address>`_ ``, `.. _name: address` and options such as
 * `:target:`, also over several lines, and what stands alone.
 */
function targetAddresses(shown: string): { address: string; index: number }[] {
  const places = shown.matchAll(
    /<([^<>`]+)>`_|^[ \t]*(?:\.\.[ \t]+_[^\n]+?:|:[\w-]+:|__)[ \t]+([^\n]+(?:\n[ \t]+[^\n]+)*)|(?<![\w`])((?:javascript|vbscript|data):[^\s`]+)/gim,
  );
  return [...places].flatMap(({ 1: link, 2: target, 3: alone, index }) => {
    const address = link ?? target ?? alone ?? '';
    return isRunningAddress(address) ? [{ address, index }] : [];
  });
}

/** Returns the offset in the text as written of an index in the lines joined. */
function offsetIn(lines: readonly Line[], index: number): number {
  let left = index;
  for (const { text, offset } of lines) {
    if (left <= text.length) return offset + left;
    left -= text.length + 1;
  }
  return lines.at(-1)?.offset ?? 0;
}
