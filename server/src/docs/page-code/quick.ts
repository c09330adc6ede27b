/**
 * Whether two texts of a page have the same code for sure: no line that may be code, or may say what is a sample, differs,
 * and nothing goes over several lines that could hold another. It takes a hundredth of a parse.
 */
export function isSurelySame(before: string, after: string): boolean {
  if (overLines.test(after)) return false;
  return tellingLines(before) === tellingLines(after);
}

/** Beginnings of blocks whose further lines may be anything. */
const overLines =
  /<script|^(?:import|export)\b[^\n]*[({[=>`,]\s*$|\{\s*$|\{\{[^}\n]*$|<\w[^>\n]*$|\{(?:eval-rst|raw|code-cell|jupyter|exec|ipython|plot|program|command|auto|run|ifconfig)|^[ \t]*\.\.[ \t]+\w/m;

const mayBeCode =
  /[<{}]|^\s*(?:import|export)\b|script|data:|&[#\w]|^[ \t>]*(?:[-*+]|\d+[.)])?[ \t]*(?:`{3}|~{3}|:{3})|--|\+{3}|;;;|\*\/|%\}|^[ \t>]*\[[^\]\n]{1,300}\]:|``/i;

/** The lines that tell, and of those that depend on what is above them, all from the beginning of their block. */
function tellingLines(text: string): string {
  const body = frontMatterEnd(text);
  const lines = text.slice(body).split('\n');
  const telling: string[] = [text.slice(0, body)];
  let [block, kept] = [0, 0];
  for (const [index, line] of lines.entries()) {
    // Behind an empty line, one without indentation ends all that was open.
    if (/^\S/.test(line) && lines[index - 1]?.trim() === '') block = index;
    const isTelling = mayBeCode.test(line);
    if ((isTelling && mayBeSample.test(line)) || mayBeginSample(line)) {
      telling.push(kept > block ? 'goes on' : 'begins', ...lines.slice(Math.max(block, kept), index), line);
      kept = index + 1;
    } else if (isTelling) telling.push(line);
  }
  return JSON.stringify(telling);
}

/** What is so far in is a sample, or text of the list, quote or paragraph above it. */
const mayBeSample = /^(?:[ \t>]|[-*+]|\d+[.)])*?(?: {4}|\t)/;

/** Whether a sample within a paragraph may begin or end in a line and go over others: ticks without their like. */
function mayBeginSample(line: string): boolean {
  if (!line.includes('`') || /^[ \t>]*(?:[-*+]|\d+[.)])?[ \t]*`{3,}[^`]*$/.test(line)) return false;
  if (line.includes('\\`')) return true;
  const ticks = (line.match(/`+/g) ?? []).map(({ length }) => length);
  for (let open = 0; open < ticks.length; open += 1) {
    const close = ticks.indexOf(ticks[open] ?? 0, open + 1);
    if (close === -1) return true;
    open = close;
  }
  return false;
}

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
    /(?:^|[\s/"'])on[a-z]{2,}\s*=|&(?!(?:amp|lt|gt|nbsp|quot|mdash|ndash|copy|hellip|rarr|larr|#39);)[#\w]/i.test(text)
  )
    return true;
  return running.test(text.replace(/[\p{Cc}\p{Cf}\p{Z}\\]/gu, ''));
}

const running =
  /script|data:|srcdoc|<(?:\w+:)?(?:i?frame|object|embed|applet|portal|base|form|foreignobject|webview|fencedframe|link|meta)/i;
