import { decoded } from '../text/decoded.ts';
import { folderOf, joinPath } from '../text/paths.ts';
import { includedPiece, type CodePiece } from './piece.ts';
import { isPicture } from './searched-files.ts';

/**
 * Matches whatever may begin an include of a builder, with all that could be its target: VitePress, PyMdown's snippets,
 * include-markdown, markdown-include, mdBook, shortcodes of Hugo, and Liquid.
 */
const beginnings: readonly { marker: string; pattern: RegExp; isOfMachine?: boolean; readsText?: boolean }[] = [
  { marker: '@include:', pattern: /@include:([^\n]*)/g, readsText: true },
  { marker: '<<<', pattern: /<<<([^\n]*)/g },
  { marker: '8<-', pattern: /8<-+([^\n]*)/g, isOfMachine: true, readsText: true },
  { marker: '{!', pattern: /\{!((?:(?!!\}|\{!)[^\n])*)/g, isOfMachine: true, readsText: true },
  {
    marker: '{%',
    pattern:
      /\{%[-+]?\s*(?:liquid\b|(?:include|render|layout|extends|import|from|readfile)[\w-]*\s)((?:(?!%\}|\{%)[\s\S])*)/g,
    isOfMachine: true,
    readsText: true,
  },
  {
    marker: '{{',
    pattern: /\{\{\s*#\s*(?:\w*include|playground|playpen|template)\s+([^}]*)/g,
    isOfMachine: true,
    readsText: true,
  },
  {
    marker: '{{',
    pattern:
      /\{\{[<%]\s*\/?[\w/-]*(?:read|file|include|import|code|snippet|embed|load)[\w/-]*\s((?:(?![%>]\}\}|\{\{)[\s\S])*)/gi,
  },
];

/**
 * Returns includes that lead above the repository, into its hidden folders or to a path of the machine, in any spelling of
 * any builder, and those of what is no text. What the site's own notation finds is judged by its rules as well; here only
 * the target decides.
 */
export function includesFromOutside(page: string, written: string): CodePiece[] {
  // A comment of a template may stand within a mark.
  const text = withoutComments(written);
  const places = beginnings.flatMap(({ marker, pattern, isOfMachine = false, readsText = false }) =>
    !text.includes(marker)
      ? []
      : Array.from(text.matchAll(pattern), ({ 1: target = '', index }) => ({ target, index, isOfMachine, readsText })),
  );
  return [...places, ...linesOfSnippets(text)].flatMap(({ target, index, isOfMachine, readsText }): CodePiece[] => {
    const targets = targetsIn(target);
    const outside = targets.find((one) => leadsOutside(page, one) || (isOfMachine && /^(?:[a-z]:)?\/\w/i.test(one)));
    if (outside !== undefined) return [{ ...includedPiece(outside, index), kind: 'outside' }];
    // A part of a page may begin within one of its samples.
    const odd = readsText ? targets.find((one) => isPicture(one) || /\.(?:md|markdown)[:#]/i.test(one)) : undefined;
    const runs = odd !== undefined && isPicture(odd) ? 'build' : 'reader';
    return odd === undefined ? [] : [{ kind: 'include', runs, key: `include ${odd}`, seek: odd, offset: index }];
  });
}

/** Removes the comments of templates, each up to its first end. */
function withoutComments(text: string): string {
  const pieces: string[] = [];
  let done = 0;
  for (let open = text.indexOf('{#'); open !== -1; open = text.indexOf('{#', done)) {
    const close = text.indexOf('#}', open);
    if (close === -1) break;
    pieces.push(text.slice(done, open));
    done = close + 2;
  }
  return pieces.join('') + text.slice(done);
}

/** A line of scissors may begin a list of files, one a line, in a page with such a line. */
function linesOfSnippets(text: string) {
  if (!text.includes('8<-') || !/^[ \t]*-+8<-+[ \t]*\r?$/m.test(text)) return [];
  return Array.from(text.matchAll(/^[^\n]*$/gm), ({ 0: target, index }) => ({
    target,
    index,
    isOfMachine: true,
    readsText: false,
  })).filter(({ target }) => !/\s\S/.test(target.trim()));
}

/** Returns what of a text may be the target: all of it, and each of its words, without names and quotation marks. */
function targetsIn(text: string): string[] {
  const whole = plainTarget(text.replace(/--!?>.*$/s, ''));
  const words = text
    .split(/\s+/)
    .flatMap((word) => [word, word.replace(/^["']?[\w-]*=/, ''), word.replace(/^(?:\d+|auto):/, '')]);
  return [whole, ...words.map(plainTarget)];
}

function plainTarget(text: string): string {
  return decoded(text)
    .replace(/^[\s"'`<([{;]+|[\s"'`>)\]};]+$/g, '')
    .replaceAll('\\', '/');
}

/** Whether a relative target leads above the repository from everywhere, or into a hidden folder such as `.git`. */
export function leadsOutside(page: string, target: string): boolean {
  if (/(?:^|\/)\.git(?:\/|$)/i.test(target)) return true;
  if (!/(?:^|\/)\.\.(?:\/|$)/.test(target) || /^[a-z][a-z\d+.-]+:|^\/\//i.test(target)) return false;
  return joinPath(folderOf(page), target.replace(/[?#].*$/s, '')) === undefined;
}
