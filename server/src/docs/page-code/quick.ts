import { wholeBlocks, type LinesAndBlocks } from './whole-blocks.ts';

/**
 * Whether two texts of a page have the same code for sure: no line that may be code, or may say what is a sample, differs,
 * and nothing goes over several lines that could hold another. It takes a hundredth of a parse, and a time in proportion to
 * the text, since the process waits for it.
 */
export function isSurelySame(before: string, after: string, isMdx = false): boolean {
  const ends = [frontMatterEnd(before), frontMatterEnd(after)] as const;
  if (before.slice(0, ends[0]) !== after.slice(0, ends[1])) return false;
  const [was, is] = linesOf(before.slice(ends[0]).split('\n'), after.slice(ends[1]).split('\n'), isMdx);
  // Ticks may pair otherwise than they do on one line, and in an element of Markdown they mean nothing.
  const isLoose = is.lines.some((line) => mayBeginSample(line) || (!isMdx && beginsElement.test(line)));
  const mayHoldAnother = is.lines.some(
    (line, index) =>
      !is.begins.has(index) &&
      (goesOn(isLoose ? line : line.replace(inlineCode, '')) || isModule(line, is.lines[index + 1])),
  );
  if (mayHoldAnother) return false;
  return tellingLines(was.lines, new Set(is.lines)) === tellingLines(is.lines, new Set(was.lines));
}

/** Blocks that both have need no closer look. */
function linesOf(before: string[], after: string[], isMdx: boolean): [LinesAndBlocks, LinesAndBlocks] {
  const [was, is] = [wholeBlocks(before, isMdx), wholeBlocks(after, isMdx)];
  const isAlike =
    was?.inner.length === is?.inner.length && was?.inner.every((inner, index) => inner === is?.inner[index]) === true;
  if (was !== undefined && is !== undefined && isAlike) return [was, is];
  const none = { inner: [], begins: new Set<number>() };
  return [
    { ...none, lines: before },
    { ...none, lines: after },
  ];
}

const beginsElement = /^[\s>*+\d.)-]*</;
const inlineCode = /`[^`]*`/g;

/** Whether a line begins a block whose further lines may be anything: a script, a directive, an open brace, an open tag. */
function goesOn(line: string): boolean {
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
/** Of a pair without another within it, and without a brace in a string. */
const braces = /\{(?:[^{}"'`]|'[^'{}`]*'|"[^"{}`]*")*\}/g;

/** Whether a line begins a program of several: all but an import by name, alone or among its like. */
function isModule(line: string, next = ''): boolean {
  if (!/^(?:import|export)\b/.test(line)) return false;
  return !/^(?:import\b|export\b.*\bfrom\b).*["'];?\s*$/.test(line) || !/^(?:import|export)\b|^\s*$/.test(next);
}

/** Of the text behind the marks of quotes and the spaces at the beginning. */
const mayBeCode =
  /[<{}]|^(?:import|export)\b|script|data:|&[#\w]|^(?:[-*+]|\d+[.)])?[ \t]*(?:`{3}|~{3}|:{3})|--|\+{3}|;;;|\*\/|%\}|^\[[^\]]{1,300}\]:|``/i;

/** What is code only as the beginning of a block, or only if it is no sample: it depends on the lines above it. */
const dependsOnAbove = /^(?:import|export)\b|^\[[^\]]{1,300}\]:|`/;

/**
 * The lines that tell, and of those that depend on what is above them, all from the beginning of their block.
 * @param others the lines of the text that it is compared with: what stands in both is not looked at closer.
 */
function tellingLines(lines: readonly string[], others: ReadonlySet<string>): string {
  const telling: string[] = [];
  let [block, kept] = [0, 0];
  for (const [index, line] of lines.entries()) {
    // Behind an empty line, one without indentation ends all that was open.
    if (/^\S/.test(line) && lines[index - 1]?.trim() === '') block = index;
    const inner = line.replace(/^[\s>]+/, '');
    const isTelling = mayBeCode.test(inner);
    if ((isTelling && (mayBeSample.test(line) || dependsOnAbove.test(inner))) || mayBeginSample(inner)) {
      telling.push(kept > block ? 'goes on' : 'begins', ...lines.slice(Math.max(block, kept), index), line);
      kept = index + 1;
    } else if (isTelling) telling.push(others.has(line) ? line : codeOf(line));
  }
  return JSON.stringify(telling);
}

/** What is so far in is a sample, or text of the list, quote or paragraph above it. */
const mayBeSample = /^(?:[ \t>]|[-*+]|\d+[.)])*?(?: {4}|\t)/;

/** Whether a sample within a paragraph may begin or end in a line and go over others: ticks without their like. */
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
 * A line without the words of its prose and of the texts in its tags, which are no code whatever they say:
 * `Some <Card title="a" /> and {b}.` runs what `More <Card title="c" /> or {b}.` runs. One that is not made of these is itself.
 */
function codeOf(line: string): string {
  if (/--|\+{3}|;;;|\*\/|%\}|::|\]:/.test(line) || mayRunInBrowsers(line)) return line;
  const found: string[] = [/^[\s>*+\d.)-]*/.exec(line)?.[0] ?? ''];
  let done = 0;
  for (const { 0: all, 1: code, 2: tag, index } of line.matchAll(partOfLine)) {
    if (index !== done) return line;
    found.push(code ?? tag?.replace(/(\s(?!v-|is=)[A-Za-z][\w-]*=)"[^"]*"/g, '$1""') ?? ' ');
    done += all.length;
  }
  return done === line.length ? found.join('') : line;
}

/** What is kept, an opening tag, or prose. */
const partOfLine =
  /(<\/[\w.:-]*>|\{[^{}]*\}|\{\{[^{}]*\}\})|(<[A-Za-z][\w.]*(?:\s+[A-Za-z][\w-]*(?:=(?:"[^"{}<>&\\]*"|\{\{?[^{}]*\}?\}))?)*\s*\/?>)|[^{}<>`&\\]+/g;

function frontMatterEnd(text: string): number {
  const mark = /^\ufeff?(---|\+\+\+|;;;)/.exec(text)?.[1];
  if (mark === undefined) return text.startsWith('{') ? text.length : 0;
  const close = text.indexOf(`\n${mark}`, 3);
  return close === -1 ? text.length : close + 4;
}

/**
 * Whether anything of a text might run as HTML or as an address: an element for scripts or frames, a handler, an address by its
 * scheme, an entity that could spell one. It takes a thousandth of a parse, and says so of a few pages in a hundred.
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
