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
