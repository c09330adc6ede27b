/**
 * Writes `replacement` in the case of `found`: foo → bar, Foo → Bar, FOO → BAR. Word by word when both have the same
 * number of words (`Foo bar` → `Baz qux`), else as a whole. For mixed case (`fOo`) and text without letters, the
 * replacement stays unchanged. A name such as `GitHub` keeps its inner capitals.
 */
export function carryCase(found: string, replacement: string): string {
  const from = found.split(/\s+/u);
  const to = replacement.split(/(\s+)/u);
  if (to.length !== from.length * 2 - 1) return recase(caseOf(found), replacement);
  return to.map((word, index) => (index % 2 === 0 ? recase(caseOf(from[index / 2] ?? ''), word) : word)).join('');
}

type LetterCase = 'upper' | 'lower' | 'title' | 'sentence' | 'mixed';

function caseOf(text: string): LetterCase {
  const lower = text.toLowerCase();
  const upper = text.toUpperCase();
  if (lower === upper) return 'mixed';
  if (text === lower) return 'lower';
  const letters = text.match(/\p{L}/gu) ?? [];
  if (text === upper && letters.length > 1) return 'upper';
  const words = text.split(/\s+/u);
  if (words.length > 1 && words.every((word) => word === capitalise(word))) return 'title';
  return text === capitalise(text) ? 'sentence' : 'mixed';
}

function recase(letterCase: LetterCase, text: string): string {
  switch (letterCase) {
    case 'upper':
      return text.toUpperCase();
    case 'lower':
      return caseOf(text) === 'mixed' ? text : text.toLowerCase();
    case 'title':
      return text.replace(/\S+/gu, (word) => upperFirst(word));
    case 'sentence':
      return upperFirst(text);
    case 'mixed':
      return text;
  }
}

/** The first letter in upper case, the rest in lower case. */
function capitalise(text: string): string {
  return text.toLowerCase().replace(/\p{L}/u, (letter) => letter.toUpperCase());
}

/** Only the first letter changes: `gitHub` → `GitHub`. */
function upperFirst(text: string): string {
  return text.replace(/\p{L}/u, (letter) => letter.toUpperCase());
}
