/**
 * Counts how deep a JSON text is nested, character by character. Recursive parsers run out of stack at some thousands
 * of levels, in promises without an awaiting caller.
 */
export function depthCounter(): (character: number) => number {
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  return (character) => {
    if (isInString) {
      if (isEscaped) isEscaped = false;
      else if (character === backslash) isEscaped = true;
      else if (character === quote) isInString = false;
    } else if (character === quote) isInString = true;
    else if (character === openBracket || character === openBrace) depth += 1;
    else if (character === closeBracket || character === closeBrace) depth -= 1;
    return depth;
  };
}

/** Whether a text is nested deeper than `most`. */
export function isDeeper(text: string, most: number): boolean {
  const depthAfter = depthCounter();
  for (let at = 0; at < text.length; at += 1) if (depthAfter(text.charCodeAt(at)) > most) return true;
  return false;
}

const [quote, backslash] = [0x22, 0x5c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
