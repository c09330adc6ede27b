import { decodeNamedCharacterReference } from 'decode-named-character-reference';

/**
 * Returns whether an address runs code, as browsers read it: they decode entities and ignore white space, control
 * characters and invisible characters. Backslashes count for nothing: builders remove them. Images as `data:` run nothing, except SVG.
 */
export function isRunningAddress(address: string): boolean {
  if (!/[:&\\]/.test(address)) return false;
  const plain = decodeEntities(address)
    .replaceAll('\\', '')
    .replace(/[\p{Cc}\p{Cf}\p{Z}]/gu, '')
    .slice(0, 100)
    .toLowerCase();
  if (/^(?:javascript|vbscript|livescript|blob|filesystem|view-source):/.test(plain)) return true;
  return plain.startsWith('data:') && !/^data:(?:image\/(?!svg)|font\/|audio\/|video\/)/.test(plain);
}

/** Decodes the entities of HTML. Numeric ones need no semicolon at their end. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&#x([\da-f]+);?|&#(\d+);?|&(\w{1,40});?/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return decodeNamedCharacterReference(name) || whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
