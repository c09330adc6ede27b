/** The place in a change that a comment is about. */
export interface Place {
  path: string;
  line: number | null;
  /** The lines around it, '' when they are not known. */
  excerpt: string;
}

/** Adds the place to a request: a comment on lines of a change can seldom be understood without them. */
export function withContext(request: string, { path, line, excerpt }: Place): string {
  const where = (line === null ? path : `${path}, line ${line}`).replaceAll(/\s+/g, ' ');
  const lines = excerpt.slice(-mostOfExcerpt).trimEnd();
  if (lines === '') return `${request}${opening}${where}.)`;
  const quoted = lines.split('\n').map((quotedLine) => `\n> ${quotedLine}`);
  return `${request}${opening}${where}, beside these lines of the pull request.)${quoted.join('')}`;
}

/**
 * Removes the note from a request: a model that takes every sentence for an instruction would try to carry out
 * "(Context, …)" as well. Text that only looks like a note and is followed by more was written by a person, and stays.
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
