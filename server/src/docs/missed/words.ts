/**
 * Normalises an address for comparing spelling: removes case, separators, `index`, the extension, and punctuation that
 * text put next to it.
 */
export function foldedAddress(address: string): string {
  const trimmed = address
    .replace(/(?:%[0-9a-f]{2}|[\s"'`)\]}>.,;:!*\\|&])+$/i, '')
    .replace(/(?:(?:^|\/)(?:index|readme))?(?:\.(?:html?|mdx?))?$/i, '');
  return trimmed
    .split('/')
    .map(foldedName)
    .filter((segment) => segment !== '')
    .join('/');
}

/** `01-Getting_Started` → `getting-started` */
export function foldedName(name: string): string {
  // Nearly all names have this form already.
  if (/^[a-z]+(?:-[a-z0-9]+)*$/.test(name)) return name;
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/^\d{1,3}[-_.](?=\D)/, '')
    .replace(/[\s_.+~]+|%20/g, '-')
    .replace(/[^\p{L}\p{N}-]+/gu, '')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '');
}

/** Returns the words of a name or title, without filler words, reduced to their stems. */
export function wordsOf(text: string): string[] {
  return text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && !meaninglessWords.has(word))
    .map(stem);
}

const meaninglessWords = new Set(
  'a an and are as at be by for from how in into is it of on or the to using with your what docs doc documentation html index'.split(
    ' ',
  ),
);

/** Returns a rough stem: `queries` → `query`, `installing` → `install`. Both sides of a comparison use it. */
function stem(word: string): string {
  if (word.length <= 4) return word.replace(/(?<=\p{L}{2})s$/u, '');
  return word
    .replace(/ies$/, 'y')
    .replace(/(?<=[sxz]|ch|sh)es$/, '')
    .replace(/(?<!s)s$/, '')
    .replace(/(?:ation|ing|ed)$/, '')
    .replace(/e$/, '');
}
