/** Larger files are for people to change. */
const maximumCharacters = 300_000;

/** Deeper than any navigation, far below what would exhaust a parser. */
const deepest = 200;

/** Why two texts of a file are not parsed and compared; undefined where they may be. */
export function comparisonFault(...texts: string[]): string | undefined {
  if (texts.some((text) => text.length > maximumCharacters)) return 'it is too large to compare';
  return texts.some(isNestedTooDeeply) ? 'it is nested too deeply to compare' : undefined;
}

/** Whether a text of navigation says nothing but itself: no element, and no address that runs something. */
export function isPlainText(text: string): boolean {
  return !/[<>]|^\s*(?:javascript|data|vbscript|file):/i.test(text);
}

/** Lists of lists on one line of YAML, whose parser takes seconds for 100,000 of them. */
const listsInALine = /(?:[-?][ \t]+){60}/;

function isNestedTooDeeply(text: string): boolean {
  if (listsInALine.test(text)) return true;
  let depth = 0;
  let most = 0;
  for (const character of text) {
    if ('([{'.includes(character)) most = Math.max(most, (depth += 1));
    else if (')]}'.includes(character)) depth = Math.max(0, depth - 1);
  }
  return most > deepest;
}
