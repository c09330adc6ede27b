import { decodeNamedCharacterReference } from 'decode-named-character-reference';

/**
 * Whether an address runs something, as browsers read it: entities are decoded, and white space, control and invisible
 * characters in it make no difference. Pictures as `data:` run nothing, but for SVG.
 */
export function isRunningAddress(address: string): boolean {
  if (!/[:&\\]/.test(address)) return false;
  const head = decodeEntities(address.slice(0, 2_000))
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/[\p{Cc}\p{Cf}\p{Z}]/gu, '')
    .toLowerCase();
  if (/^(?:javascript|vbscript|livescript):/.test(head)) return true;
  return head.startsWith('data:') && !/^data:(?:image\/(?!svg)|font\/|audio\/|video\/)/.test(head);
}

/** Numbers need no semicolon behind them. */
export function decodeEntities(text: string): string {
  return text.replace(
    /&#x([\da-f]{1,8});?|&#(\d{1,8});?|&(\w{1,40});?/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return decodeNamedCharacterReference(name) || whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
