/** Fields between blanks; what stands in quotes or brackets is one, without these. */
export function fieldsBetweenBlanks(line: string): string[] {
  return [...line.matchAll(/"((?:[^"\\]|\\.)*)"|\[([^\]]*)\](?=\s|$)|(\S+)/gs)].map(
    ([, quoted, bracketed, bare]) => quoted ?? bracketed ?? bare ?? '',
  );
}

/** For formats whose lines all have as many fields: whether a line has those of the one before it. */
export function hasAllFields(line: string, before: string | undefined): boolean {
  return before === undefined || fieldsBetweenBlanks(line).length >= fieldsBetweenBlanks(before).length;
}
