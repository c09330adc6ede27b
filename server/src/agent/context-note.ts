/** Where in a change something was said. */
export interface Place {
  path: string;
  line: number | null;
  /** The lines around, '' where they are not known. */
  excerpt: string;
}

/** What is said beside lines of a change can seldom be understood without them. */
export function withContext(request: string, { path, line, excerpt }: Place): string {
  const where = (line === null ? path : `${path}, line ${line}`).replaceAll(/\s+/g, ' ');
  const lines = excerpt.slice(-mostOfExcerpt).trimEnd();
  if (lines === '') return `${request}${opening}${where}.)`;
  const quoted = lines.split('\n').map((quotedLine) => `\n> ${quotedLine}`);
  return `${request}${opening}${where}, beside these lines of the pull request.)${quoted.join('')}`;
}

/**
 * What was said, without the note: a model that takes every sentence for an instruction would be told to carry out
 * "(Context, …)" as well. What only looks like a note and is followed by something else was written by a person.
 */
export function withoutContext(prompt: string): string {
  const begin = prompt.lastIndexOf(opening);
  if (begin === -1) return prompt;
  const [where = '', ...quoted] = prompt.slice(begin + opening.length).split('\n');
  const isNote = where.endsWith('.)') && quoted.every((line) => line.startsWith('> '));
  return isNote ? prompt.slice(0, begin) : prompt;
}

const mostOfExcerpt = 2_000;

const opening = '\n\n(Context, added by Copydesk: this was written at ';
