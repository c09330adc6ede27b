import { visitLinesOutsideFences } from '../parse/fences.ts';
import type { Span } from '../tree.ts';

/** A file that a page includes, as written in the page. */
export interface Found {
  target: string;
  span: Span;
  /** The part of the file, with the sign before it: `#setup`, `?name=setup`. */
  part?: string | undefined;
}

/** Finds the includes of one notation. */
export interface Finder {
  (text: string): Found[];
  /** Finds at least all targets, and possibly more, but faster: for a first look at every page. */
  rough?: (text: string) => string[];
}

/**
 * Makes a finder from a pattern with a group `target`, and possibly `part`. A text without `marker` has no match, so
 * most pages cost one search. `where` limits the search: `prose` is all but fenced and inline code, `liquid` all but
 * `{% raw %}`.
 */
export function patternFinder(marker: string, pattern: RegExp, where: 'all' | 'prose' | 'liquid' = 'all'): Finder {
  const placed = new RegExp(pattern.source, `${pattern.flags}d`);
  const rough = (text: string) =>
    text.includes(marker) ? [...text.matchAll(pattern)].flatMap(({ groups }) => groups?.['target'] ?? []) : [];
  return Object.assign(
    (text: string) => {
      if (!text.includes(marker)) return [];
      const left = where === 'prose' ? withoutCode(text) : where === 'liquid' ? withoutRaw(text) : text;
      return [...left.matchAll(placed)].flatMap(({ indices, groups }) => {
        const [start, end] = indices?.groups?.['target'] ?? [0, 0];
        return end > start ? [{ target: text.slice(start, end), span: { start, end }, part: groups?.['part'] }] : [];
      });
    },
    { rough },
  );
}

/** Replaces code at the same length, so that offsets stay the same. */
function withoutCode(text: string): string {
  const pieces: string[] = [];
  let done = 0;
  visitLinesOutsideFences(text, (start, end) => {
    pieces.push('\n'.repeat(start - done), text.slice(start, end).replace(/(?<!`)(`+)(?!`)[^`\n]*\1(?!`)/g, blanksFor));
    if (end < text.length) pieces.push('\n');
    done = end + 1;
  });
  return pieces.join('');
}

/** Replaces by spaces what Liquid does not process. */
export function withoutRaw(text: string): string {
  const pieces: string[] = [];
  let done = 0;
  for (const { index } of text.matchAll(/\{%-?\s{0,9}raw\s{0,9}-?%\}/g)) {
    if (index < done) continue;
    const end = text.indexOf('endraw', index);
    const after = end === -1 ? text.length : end;
    pieces.push(text.slice(done, index), ' '.repeat(after - index));
    done = after;
  }
  return pieces.join('') + text.slice(done);
}

function blanksFor(text: string): string {
  return ' '.repeat(text.length);
}

/** Returns the files between two lines `--8<--`, one a line; a leading `;` disables one. */
export function snippetBlocks(text: string): { target: string; span: Span }[] {
  if (!text.includes('8<--')) return [];
  const found: { target: string; span: Span }[] = [];
  let within = false;
  for (const match of text.matchAll(/^[ \t]*([^\r\n]*)/gm)) {
    const line = (match[1] ?? '').trimEnd();
    if (/^-+8<-+$/.test(line)) within = !within;
    else if (within && line !== '' && !line.startsWith(';')) {
      const start = match.index + match[0].length - (match[1] ?? '').length;
      found.push({ target: line, span: { start, end: start + line.length } });
    }
  }
  // A mark without its partner opens no block.
  return within ? [] : found;
}

/** Finds `{include} file` and `{literalinclude} file` in fences of backticks, tildes or colons, but not within code. */
export function mystDirectives(text: string): { target: string; span: Span }[] {
  if (!text.includes('include}')) return [];
  const found: { target: string; span: Span }[] = [];
  const open: { mark: string; isCode: boolean }[] = [];
  for (const match of text.matchAll(/^[ \t>]*(`{3,}|~{3,}|:{3,})[ \t]*([^\r\n]*)/gm)) {
    const [whole, mark = '', info = ''] = match;
    const around = open.at(-1);
    if (around && info.trim() === '' && mark.startsWith(around.mark)) {
      open.pop();
      continue;
    }
    if (around?.isCode) continue;
    const name = /^\{([\w:-]+)\}/.exec(info)?.[1];
    open.push({ mark, isCode: name === undefined || codeDirectives.test(name) });
    const target = /^\{(?:literal)?include\}[ \t]+([^\s<]\S*)/.exec(info)?.[1];
    if (target === undefined) continue;
    const start = match.index + whole.length - info.length + info.indexOf(target, info.indexOf('}'));
    found.push({ target, span: { start, end: start + target.length } });
  }
  return found;
}

const codeDirectives = /^(?:code(?:-block|-cell)?|sourcecode|eval-rst|parsed-literal)$/;
