/**
 * Returns a pattern of JavaScript as one that programs in other languages can read, because generators of clients and of
 * tests know no Unicode properties (`\p{Cc}`). Whatever it permits, the API accepts. It leaves out lone surrogates, which
 * JSON cannot transport, and letters of rare scripts.
 */
export function portablePattern(pattern: string): string {
  const portable = pattern
    .replaceAll(String.raw`\p{Cc}`, String.raw`\u0000-\u001f\u007f-\u009f`)
    .replaceAll(String.raw`\p{Cs}`, '')
    .replaceAll(String.raw`\p{L}\p{N}`, letters)
    .replaceAll(String.raw`\0`, String.raw`\u0000`);
  if (/\\p\{/i.test(portable)) throw new TypeError(`The pattern ${pattern} has a Unicode property without ranges here`);
  return portable;
}

/** Ranges in which every code point is a letter or digit: Latin, Greek, Cyrillic, Hebrew, Arabic, Hindi, Thai, Kana, Han, Hangul. */
const letters =
  String.raw`0-9A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02af\u0391-\u03a1\u03a3-\u03e1\u0400-\u0481\u048a-\u052f` +
  String.raw`\u05d0-\u05ea\u0620-\u064a\u0904-\u0939\u0e01-\u0e30\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3`;
