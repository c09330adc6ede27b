/**
 * A path as the most forgiving file system or tool would take it: without regard to case, to ways of writing the same
 * character, to invisible characters, to dots and spaces at the end of a name, or to what stands behind a colon.
 */
export function foldedPath(path: string): string {
  return path.split('/').map(foldedName).join('/');
}

/** One name of such a path. */
export function foldedName(name: string): string {
  const plain = name.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  const folded = plain.toUpperCase().toLowerCase();
  const colon = folded.indexOf(':');
  return withoutEnd(colon > 0 ? folded.slice(0, colon) : folded);
}

/** A loop, since a pattern for it is quadratic in names of dots. */
function withoutEnd(name: string): string {
  let end = name.length;
  while (end > 0 && '. '.includes(name.charAt(end - 1))) end -= 1;
  return name.slice(0, end);
}
