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

const telling =
  /[<{}]|^\s*(?:import|export)\b|script|data:|&[#\w]|^[ \t>]*(?:[-*+]|\d+[.)])?[ \t]*(?:`{3}|~{3}|:{3})|--|\+{3}|;;;|\*\/|%\}|^[ \t>]*\[[^\]\n]{1,300}\]:|``/i;

function tellingLines(text: string): string {
  const body = frontMatterEnd(text);
  const lines = text
    .slice(body)
    .split('\n')
    .filter((line) => telling.test(line));
  return `${text.slice(0, body)}\n${lines.join('\n')}`;
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
