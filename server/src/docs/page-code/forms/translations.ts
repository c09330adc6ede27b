/** A translated text with the offset of its entry. */
export interface TranslatedText {
  value: string;
  offset: number;
}

/** Returns the translations of a catalog: gnu.org/software/gettext/manual/html_node/PO-Files.html */
export function translatedTexts(text: string): TranslatedText[] {
  const entries = text.matchAll(
    /^[^\S\n]*msgstr(?:\[\d+\])?[^\S\n]*((?:"(?:[^"\\\n]|\\[^\n])*"[^\S\n]*(?:\n[^\S\n]*)?)+)/gm,
  );
  return [...entries].flatMap(({ 1: quoted = '', index }) => {
    const value = [...quoted.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(({ 1: part = '' }) => unescaped(part)).join('');
    return value === '' ? [] : [{ value, offset: index }];
  });
}

const escapes = new Map(Object.entries({ n: '\n', r: '\r', t: '\t', v: '\v', f: '\f', b: '\b', a: '\u0007' }));

function unescaped(text: string): string {
  return text.replace(/\\(x[\da-f]{1,2}|[0-7]{1,3}|[\s\S])/gi, (_, code: string) => {
    if (/^x/i.test(code)) return String.fromCodePoint(Number.parseInt(code.slice(1), 16));
    if (/^[0-7]/.test(code)) return String.fromCodePoint(Number.parseInt(code, 8));
    return escapes.get(code) ?? code;
  });
}
