import { useOfDirective } from './forms/known-directives.ts';
import { wholeBlocks, type LinesAndBlocks } from './whole-blocks.ts';

/**
 * Returns whether two texts of a page certainly contain the same code: no line that may be code, or may determine what
 * is a sample, differs, and nothing that spans several lines could contain such a line. It takes a hundredth of the
 * time of a parse and is linear in the text, because the process waits for it.
 */
export function isSurelySame(before: string, after: string, isMdx = false): boolean {
  const ends = [frontMatterEnd(before), frontMatterEnd(after)] as const;
  if (before.slice(0, ends[0]) !== after.slice(0, ends[1])) return false;
  const lines = linesOf(before.slice(ends[0]).split('\n'), after.slice(ends[1]).split('\n'), isMdx);
  if (lines === undefined || beginsDirective(after) || encodedBrace.test(after)) return false;
  const [was, is] = lines;
  // Backticks may pair with those on other lines, and in an HTML element of Markdown they mean nothing.
  const isLoose = is.lines.some((line) => mayBeginSample(line) || (!isMdx && beginsElement.test(line)));
  const mayHoldAnother = is.lines.some(
    (line, index) =>
      !is.begins.has(index) &&
      (beginsFreeBlock(isLoose ? line : line.replace(inlineCode, '')) || isModule(line, is.lines[index + 1])),
  );
  if (mayHoldAnother) return false;
  return linesWithCode(was.lines, new Set(is.lines)) === linesWithCode(is.lines, new Set(was.lines));
}

/** A brace spelt so that no line shows it. */
const encodedBrace = /&(?:#0*123|#x0*7b|l(?:brace|cub))\b/i;

/** Returns whether a text has the fence of a directive whose body is neither a sample nor a text. */
function beginsDirective(text: string): boolean {
  return [...text.matchAll(/[`~:]{3}[ \t]*\{[ \t]*([^\s{},]+)/g)].some(
    ({ 1: name = '' }) => !/^[.#=]/.test(name) && !/^(?:shows|sample)$/.test(useOfDirective(name)),
  );
}

/** Takes out the blocks that both texts have: they need no closer look. Undefined where it is unclear what is a fence. */
function linesOf(before: string[], after: string[], isMdx: boolean): [LinesAndBlocks, LinesAndBlocks] | undefined {
  const [was, is] = [wholeBlocks(before, isMdx), wholeBlocks(after, isMdx)];
  if (was === undefined || is === undefined) return undefined;
  const isAlike = was.inner.length === is.inner.length && was.inner.every((inner, index) => inner === is.inner[index]);
  if (isAlike) return [was, is];
  const none = { inner: [], begins: new Set<number>() };
  return [
    { ...none, lines: before },
    { ...none, lines: after },
  ];
}

const beginsElement = /^[\s>*+\d.)-]*</;
const inlineCode = /`[^`]*`/g;

/**
 * Returns whether a line begins a block whose further lines may be anything: a script, a directive, an open brace, an
 * open tag.
 */
function beginsFreeBlock(line: string): boolean {
  if (/^[ \t]*\.\.[ \t]+\w|\bexec=/.test(line)) return true;
  if (!/[<{]/.test(line)) return false;
  if (blocks.test(line)) return true;
  const closed = line.replace(braces, '').replace(braces, '');
  if (closed.includes('{')) return true;
  const unquoted = closed.replace(/"[^"]*"/g, '');
  return [closed, unquoted, closed.replace(/'[^']*'/g, ''), unquoted.replace(/'[^']*'/g, '')].some(
    (text) => text.lastIndexOf('<') > text.lastIndexOf('>'),
  );
}

const blocks = /<script|\{(?:eval-rst|raw|code-cell|jupyter|exec|ipython|plot|program|command|auto|run|ifconfig)/i;
/** A pair of braces without another pair within it, and without a brace in a string. */
const braces = /\{(?:[^{}"'`]|'[^'{}`]*'|"[^"{}`]*")*\}/g;

/**
 * Returns whether a line begins a program of several lines: any module line except an import by name that stands alone
 * or among other imports.
 */
function isModule(line: string, next = ''): boolean {
  if (!/^(?:import|export)\b/.test(line)) return false;
  return !/^(?:import\b|export\b.*\bfrom\b).*["'];?\s*$/.test(line) || !/^(?:import|export)\b|^\s*$/.test(next);
}

/** Matched against the line without the quotation marks and spaces at its beginning. */
const mayBeCode =
  /[<{}]|^(?:import|export)\b|script|data:|&[#\w]|^(?:[-*+]|\d+[.)])?[ \t]*(?:`{3}|~{3}|:{3})|--|\+{3}|;;;|\*\/|%\}|^\[[^\]]{1,300}\]:|``|!\[|\\'/i;

/** Links that a bundler may load, or that lead upwards, and images, whose texts may be HTML. */
const oddLinks = /!\[[^\]]*\]\([^)]*\)|!\[.*|\]\([^)]*(?:!|\.\.\/)[^)]*/g;

/** What is code only at the beginning of a block, or only outside a sample: it depends on the lines above it. */
const dependsOnAbove = /^(?:import|export)\b|^\[[^\]]{1,300}\]:|`/;

/**
 * Returns the lines that may contain code. For those that depend on the lines above them, it includes their whole block
 * up to them.
 * @param others the lines of the text to compare with: a line in both is not examined further.
 */
function linesWithCode(lines: readonly string[], others: ReadonlySet<string>): string {
  const found: string[] = [];
  let [block, kept] = [0, 0];
  for (const [index, line] of lines.entries()) {
    // After an empty line, a line without indentation ends all that was open.
    if (/^\S/.test(line) && lines[index - 1]?.trim() === '') block = index;
    const inner = line.replace(/^[\s>]+/, '');
    const mayHaveCode = mayBeCode.test(inner);
    if ((mayHaveCode && (mayBeSample.test(line) || dependsOnAbove.test(inner))) || mayBeginSample(inner)) {
      found.push(kept > block ? 'goes on' : 'begins', ...lines.slice(Math.max(block, kept), index), line);
      kept = index + 1;
    } else if (mayHaveCode) found.push(others.has(line) ? line : codeOf(line));
    else if (line.includes('](') && !others.has(line)) found.push(...(line.match(oddLinks) ?? []));
  }
  return JSON.stringify(found);
}

/** A line indented this far is a sample, or text of the list, quotation or paragraph above it. */
const mayBeSample = /^(?:[ \t>]|[-*+]|\d+[.)])*?(?: {4}|\t)/;

/** Returns whether inline code may begin or end in a line and span others: it has backticks without a matching run. */
function mayBeginSample(inner: string): boolean {
  if (!inner.includes('`') || /^(?:[-*+]|\d+[.)])?[ \t]*`{3,}[^`]*$/.test(inner)) return false;
  if (inner.includes('\\`')) return true;
  const ticks = (inner.match(/`+/g) ?? []).map(({ length }) => length);
  for (let open = 0; open < ticks.length; open += 1) {
    const close = ticks.indexOf(ticks[open] ?? 0, open + 1);
    if (close === -1) return true;
    open = close;
  }
  return false;
}

/**
 * Removes from a line the words of its prose and of its attribute values, which are never code: `Some <Card title="a"
 * /> and {b}.` runs what `More <Card title="c" /> or {b}.` runs. A line that has other parts is returned unchanged.
 */
function codeOf(line: string): string {
  if (/--|\+{3}|;;;|\*\/|%\}|::|\]:|\\'/.test(line) || mayRunInBrowsers(line)) return line;
  const links = line.includes('](') ? (line.match(oddLinks) ?? []) : [];
  const found: string[] = [/^[\s>*+\d.)-]*/.exec(line)?.[0] ?? '', ...links];
  let done = 0;
  for (const { 0: all, 1: code, 2: tag, index } of line.matchAll(partOfLine)) {
    if (index !== done) return line;
    found.push(code ?? tag?.replace(/(\s(?!v-|is=)[A-Za-z][\w-]*=)"[^"]*"/g, '$1""') ?? ' ');
    done += all.length;
  }
  return done === line.length ? found.join('') : line;
}

/** Code to keep, an opening tag, or prose. */
const partOfLine =
  /(<\/[\w.:-]*>|\{[^{}]*\}|\{\{[^{}]*\}\})|(<[A-Za-z][\w.]*(?:\s+[A-Za-z][\w-]*(?:=(?:"[^"{}<>&\\]*"|\{\{?[^{}]*\}?\}))?)*\s*\/?>)|[^{}<>`&\\]+/g;

function frontMatterEnd(text: string): number {
  const mark = /^\ufeff?(---|\+\+\+|;;;)/.exec(text)?.[1];
  if (mark === undefined) return text.startsWith('{') ? text.length : 0;
  const close = text.indexOf(`\n${mark}`, 3);
  return close === -1 ? text.length : close + 4;
}

/**
 * Returns whether a text might run anything as HTML or as an address: an element for scripts or frames, a handler, an
 * address with a running scheme, an entity that could spell one. It takes a thousandth of the time of a parse, and is
 * true for a few pages in a hundred.
 */
export function mayRunInBrowsers(text: string): boolean {
  if (
    /(?:^|[\s/"'{:])on[a-z]{2,}\s*=|&(?!(?:amp|lt|gt|nbsp|quot|mdash|ndash|copy|hellip|rarr|larr|#39);)[#\w]/i.test(
      text,
    )
  )
    return true;
  return running.test(text.replace(/[\p{Cc}\p{Cf}\p{Z}\\]/gu, ''));
}

const running =
  /script:|data:|srcdoc|<(?:\w+:)?(?:script|i?frame|object|embed|applet|portal|base|form|foreignobject|webview|fencedframe|link|meta)/i;
