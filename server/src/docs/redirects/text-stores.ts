import type { TextEdit } from '../text/lines.ts';
import type { Span } from '../tree.ts';
import { lineEndingOf } from './collection.ts';
import type { NewRedirect, Redirect, RedirectChange, RedirectList } from './redirects.ts';

/** A redirect with the span of all its lines. */
interface Written {
  redirect: Redirect;
  lines: Span;
}

/** Reads `_redirects` of Netlify and Cloudflare Pages: `/old /new 301`, one a line. */
export function readRedirectLines(text: string): RedirectList {
  const written = [...linesOf(text)].flatMap(({ line, start, end }): Written[] => {
    const match = /^([ \t]*)(\S+)([ \t]+)(\S+)(?:[ \t]+(\S+))?/.exec(line);
    const [, indentation = '', source = '', space = '', target = '', status = '301'] = match ?? [];
    // `/api/* key=:key /new 200` is a rewrite with conditions: lines that are no plain redirect are left alone.
    if (!match || source.startsWith('#') || !/^30[12378]!?$/.test(status) || !/^(?:\/|https?:)/.test(target)) return [];
    return [{ redirect: redirectAt(start + indentation.length, source, space.length, target), lines: { start, end } }];
  });
  const status = /^\S+\s+\S+\s+(30[18]!?)\s*$/m.exec(text)?.[1];
  const lineOf = ({ source, target }: NewRedirect) => `${source} ${target}${status === undefined ? '' : ` ${status}`}`;
  // The host takes the first line that matches: a new redirect goes before the first wildcard.
  const first = written.find(({ redirect }) => redirect.source.includes('*'))?.lines.start;
  return listOf(written, (add) => insertLines(text, first ?? text.length, add.map(lineOf)));
}

/** Reads pairs of files, with or without quotes: `"old.md" "new.md"`, one pair a line. */
export function readPairs(text: string): RedirectList {
  const written = [...linesOf(text)].flatMap(({ line, start, end }): Written[] => {
    const match = /^([ \t]*)("[^"\n]+"|'[^'\n]+'|[^\s"'#]\S*)([ \t]+)("[^"\n]+"|'[^'\n]+'|[^\s"'#]\S*)[ \t]*$/.exec(
      line,
    );
    const [, indentation = '', source = '', space = '', target = ''] = match ?? [];
    if (!match) return [];
    const [from, to] = [withoutQuotes(source), withoutQuotes(target)];
    const at = start + indentation.length + from.quote;
    const between = source.length - from.name.length - from.quote + space.length + to.quote;
    return [{ redirect: redirectAt(at, from.name, between, to.name), lines: { start, end } }];
  });
  const quote = /^[ \t]*(["'])/m.exec(text)?.[1] ?? (written.length === 0 ? '"' : '');
  return listOf(written, (add) =>
    insertLines(
      text,
      text.length,
      add.map(({ source, target }) => `${quote}${source}${quote} ${quote}${target}${quote}`),
    ),
  );
}

function withoutQuotes(written: string): { name: string; quote: 0 | 1 } {
  return /^["']/.test(written) ? { name: written.slice(1, -1), quote: 1 } : { name: written, quote: 0 };
}

/** Reads the `[[redirects]]` of `netlify.toml`. */
export function readNetlifyRedirects(text: string): RedirectList {
  const written = [...tablesOf(text, /^\[\[redirects\]\]/)].flatMap(({ start, end }): Written[] => {
    const block = text.slice(start, end);
    const [from, to] = [valueIn(block, 'from'), valueIn(block, 'to')];
    const status = /^[ \t]*status[ \t]*=[ \t]*(\d+)/m.exec(block)?.[1] ?? '301';
    // 200 shows the other page under this address, 404 shows it as the error page.
    if (!from || !to || !status.startsWith('3') || /^[ \t]*(?:conditions|query)\b/m.test(block)) return [];
    const spans = { sourceSpan: shiftSpan(from, start), targetSpan: shiftSpan(to, start) };
    return [{ redirect: { source: from.value, target: to.value, ...spans }, lines: { start, end } }];
  });
  const newline = lineEndingOf(text);
  const blockOf = ({ source, target }: NewRedirect) =>
    ['[[redirects]]', `  from = "${source}"`, `  to = "${target}"`].join(newline);
  const first = written.find(({ redirect }) => redirect.source.includes('*'))?.lines.start;
  return listOf(written, (add) => {
    const blocks = add.flatMap((redirect) => (first === undefined ? ['', blockOf(redirect)] : [blockOf(redirect), '']));
    return insertLines(text, first ?? text.length, blocks);
  });
}

/** Reads a table of TOML such as `[output.html.redirect]` of `book.toml`. */
export function readTomlTable(text: string, header: string): RedirectList {
  const pattern = new RegExp(`^\\[${header.replaceAll('.', '\\.')}\\]`);
  const [table] = tablesOf(text, pattern);
  const written = [...linesOf(text)].flatMap(({ line, start, end }): Written[] => {
    if (!table || start < table.start || start >= table.end) return [];
    const match = /^([ \t]*["'])([^"'\n]+)(["'][ \t]*=[ \t]*["'])([^"'\n]+)["']/.exec(line);
    const [, before = '', source = '', between = '', target = ''] = match ?? [];
    if (!match) return [];
    return [{ redirect: redirectAt(start + before.length, source, between.length, target), lines: { start, end } }];
  });
  const last = written.at(-1)?.lines.end ?? (table && firstLineEnd(text, table.start));
  return listOf(written, (add) =>
    last === undefined
      ? insertLines(text, text.length, ['', `[${header}]`, ...add.map(formatAssignment)])
      : insertLines(text, last, add.map(formatAssignment)),
  );
}

function formatAssignment({ source, target }: NewRedirect): string {
  return `"${source}" = "${target}"`;
}

function listOf(written: Written[], insert: (add: NewRedirect[]) => TextEdit[]): RedirectList {
  return {
    redirects: written.map(({ redirect }) => redirect),
    complete: true,
    edit: ({ add, remove }: RedirectChange) => [
      ...written.flatMap(({ redirect, lines: { start, end } }) =>
        remove.includes(redirect) ? [{ start, end, text: '' }] : [],
      ),
      ...(add.length === 0 ? [] : insert(add)),
    ],
  };
}

/** Inserts lines at the beginning of a line, or at the end of the text. */
function insertLines(text: string, at: number, lines: string[]): TextEdit[] {
  const newline = lineEndingOf(text);
  const open = at > 0 && text[at - 1] !== '\n' ? newline : '';
  // An empty file does not begin with an empty line.
  const kept = text.trim() === '' ? lines.filter((line) => line !== '') : lines;
  return [{ start: at, end: at, text: `${open}${kept.join(newline)}${newline}` }];
}

function redirectAt(start: number, source: string, between: number, target: string): Redirect {
  const sourceSpan = { start, end: start + source.length };
  const targetStart = sourceSpan.end + between;
  return { source, target, sourceSpan, targetSpan: { start: targetStart, end: targetStart + target.length } };
}

/** Yields the lines of a text; each span includes the line ending. */
function* linesOf(text: string): Generator<{ line: string } & Span> {
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline + 1;
    yield { line: text.slice(start, end).replace(/\r?\n$/, ''), start, end };
    start = end;
  }
}

/**
 * Returns the tables of TOML under a header. Comments and blank lines after a table's last value belong to what
 * follows.
 */
function tablesOf(text: string, header: RegExp): Span[] {
  const found: Span[] = [];
  let open: Span | undefined;
  for (const { line, start, end } of linesOf(text)) {
    if (/^\s*\[/.test(line)) {
      open = header.test(line.trim()) ? { start, end } : undefined;
      if (open) found.push(open);
    } else if (open && !/^\s*(?:#|$)/.test(line)) open.end = end;
  }
  return found;
}

function valueIn(block: string, key: string): ({ value: string } & Span) | undefined {
  const match = new RegExp(`^([ \\t]*${key}[ \\t]*=[ \\t]*["'])([^"'\\n]*)["']`, 'm').exec(block);
  if (!match) return undefined;
  const start = match.index + (match[1]?.length ?? 0);
  return { value: match[2] ?? '', start, end: start + (match[2]?.length ?? 0) };
}

function shiftSpan({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}

function firstLineEnd(text: string, start: number): number {
  const newline = text.indexOf('\n', start);
  return newline === -1 ? text.length : newline + 1;
}
