export type LineEnding = '\n' | '\r\n' | '\r';

/** Returns the line ending that a text uses most; undefined when it has no line break. */
export function endingOf(text: string): LineEnding | undefined {
  const counts = { '\r\n': 0, '\n': 0, '\r': 0 };
  for (const [ending] of text.matchAll(/\r\n|\r|\n/g)) if (isEnding(ending)) counts[ending] += 1;
  if (counts['\r\n'] + counts['\n'] + counts['\r'] === 0) return undefined;
  if (counts['\r\n'] >= counts['\n'] && counts['\r\n'] >= counts['\r']) return '\r\n';
  return counts['\n'] >= counts['\r'] ? '\n' : '\r';
}

/** Returns the text with every line break written that way. */
export function withEnding(text: string, ending: string): string {
  return text.replaceAll(/\r\n|\r|\n/g, ending);
}

/** Whether a text ends with a line break. */
export function endsInBreak(text: string): boolean {
  return text.endsWith('\n') || text.endsWith('\r');
}

/** Returns how many line breaks a text has. */
export function breaksIn(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}

function isEnding(text: string): text is LineEnding {
  return text === '\n' || text === '\r\n' || text === '\r';
}
