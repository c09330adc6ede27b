/** Larger files are not parsed. */
export const maximumPageBytes = 1_000_000;

/** A `docs.json` that names 50,000 pages has 1.3 MB and is read in a tenth of a second. */
export const maximumLiteralBytes = 4_000_000;

const maximumMarkersInLine = 60;
const maximumEmphasisInBlock = 20_000;
const maximumOpenBrackets = 2_000;

/**
 * Returns why a text must not reach a parser: nesting that no person writes and that costs parsers minutes or all of
 * their memory (10 KB of `>` exhausted 512 MB; 60 KB of `*a_` ran for more than 10 s). Returns undefined for other
 * texts. It makes one pass without allocation.
 */
export function absurdNesting(text: string): string | undefined {
  let markers = 0;
  let atLineStart = true;
  let emphasis = 0;
  let brackets = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === lineFeed) {
      if (atLineStart && markers === 0) emphasis = brackets = 0;
      markers = 0;
      atLineStart = true;
      continue;
    }
    if (atLineStart) {
      if (code === greaterThan) markers += 1;
      // `****` opens one emphasis, not four lists.
      else if (code === dash || code === plus || code === asterisk)
        markers += isSpace(text.charCodeAt(index + 1)) ? 1 : 0;
      else if (code !== space && code !== tab && code !== carriageReturn) atLineStart = false;
      // `------` and `* * *` are rules, not nesting: markers count only where a container can follow them.
      if (markers === maximumMarkersInLine && !isRule(text, index)) return 'block quotes or lists nested too deeply';
    }
    if (code === asterisk || code === underscore || code === tilde) emphasis += 1;
    else if (code === openBracket) brackets += 1;
    else if (code === closeBracket && brackets > 0) brackets -= 1;
    if (emphasis > maximumEmphasisInBlock) return 'too many emphasis marks in one paragraph';
    if (brackets > maximumOpenBrackets) return 'too many open brackets in one paragraph';
  }
  return undefined;
}

function isSpace(code: number): boolean {
  return code === space || code === tab || code === carriageReturn || code === lineFeed;
}

/** Returns whether a line repeats one mark, which makes a rule. Lines above 2,000 characters are not checked. */
function isRule(text: string, index: number): boolean {
  const start = text.lastIndexOf('\n', index - 1) + 1;
  const end = text.indexOf('\n', index);
  const marks = text.slice(start, Math.min(end === -1 ? text.length : end, start + 2_000)).replace(/[ \t\r]/g, '');
  return (end === -1 ? text.length : end) - start <= 2_000 && /^(?:-+|\*+)$/.test(marks);
}

const lineFeed = 10;
const carriageReturn = 13;
const tab = 9;
const space = 32;
const greaterThan = 62;
const dash = 45;
const plus = 43;
const asterisk = 42;
const underscore = 95;
const tilde = 126;
const openBracket = 91;
const closeBracket = 93;
