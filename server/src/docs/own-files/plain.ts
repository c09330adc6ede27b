/** Only people may change larger files. */
const maximumCharacters = 300_000;

/** Deeper than any navigation, and far below what would exhaust a parser. */
const mostDepth = 200;

/** Returns why texts of a file cannot be parsed and compared, or undefined if they can. */
export function comparisonFault(...texts: string[]): string | undefined {
  if (texts.some((text) => text.length > maximumCharacters)) return 'it is too large to compare';
  return texts.some(isNestedTooDeeply) ? 'it is nested too deeply to compare' : undefined;
}

/** Whether a text of navigation is plain: it contains no element and no URL that runs code. */
export function isPlainText(text: string): boolean {
  return !/[<>]|^\s*(?:javascript|data|vbscript|file):/i.test(text);
}

/** Nested YAML lists on one line. The parser takes seconds for 100,000 of them. */
const listsInALine = /(?:[-?][ \t]+){60}/;

function isNestedTooDeeply(text: string): boolean {
  if (listsInALine.test(text)) return true;
  let depth = 0;
  let most = 0;
  for (const character of text) {
    if ('([{'.includes(character)) most = Math.max(most, (depth += 1));
    else if (')]}'.includes(character)) depth = Math.max(0, depth - 1);
  }
  return most > mostDepth;
}
