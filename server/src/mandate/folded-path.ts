/**
 * Returns a path as the most lenient file system or tool would read it: ignores case, different encodings of the same
 * character, invisible characters, dots and spaces at the end of a name, and everything after a colon.
 */
export function foldedPath(path: string): string {
  return path.split('/').map(foldedName).join('/');
}

/** Folds one name of a path in the same way. */
export function foldedName(name: string): string {
  const plain = name.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  const folded = plain.toUpperCase().toLowerCase();
  const colon = folded.indexOf(':');
  return withoutEnd(colon > 0 ? folded.slice(0, colon) : folded);
}

/**
 * Removes dots and spaces at the end. It is a loop because a pattern would take quadratic time on names made of dots.
 */
function withoutEnd(name: string): string {
  let end = name.length;
  while (end > 0 && '. '.includes(name.charAt(end - 1))) end -= 1;
  return name.slice(0, end);
}
