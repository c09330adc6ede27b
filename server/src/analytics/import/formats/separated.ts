/** Splits fields at spaces; text in quotes or brackets is one field, without these. */
export function fieldsBetweenBlanks(line: string): string[] {
  return [...line.matchAll(/"((?:[^"\\]|\\.)*)"|\[([^\]]*)\](?=\s|$)|(\S+)/gs)].map(
    ([, quoted, bracketed, bare]) => quoted ?? bracketed ?? bare ?? '',
  );
}

/**
 * For formats whose lines all have the same number of fields: returns whether a line has as many as the one before it.
 */
export function hasAllFields(line: string, before: string | undefined): boolean {
  return before === undefined || fieldsBetweenBlanks(line).length >= fieldsBetweenBlanks(before).length;
}
