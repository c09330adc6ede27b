import { base32, base58, base85 } from '../bases.ts';

/**
 * Returns the forms in which a secret may be written, each reduced to its lower-case letters and digits: plain,
 * reversed, in base64 (also of UTF-16), base32, base58, base85, hex, octal, as character codes, URL-encoded, in ROT13
 * and ROT47, and in base64 combined with one of these. A secret too short or too simple to be distinguished from other
 * text has none.
 */
export function spellingsOf(secret: string): string[] {
  if (lettersOf(secret).length < fewestLetters || new Set(secret).size < fewestCharacters) return [];
  const bytes = [...Buffer.from(secret)];
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0'));
  const spellings = [
    secret,
    reverse(secret),
    ...base64(secret),
    base32(bytes),
    base58(bytes),
    ...base85(bytes),
    hex.join(''),
    bytes.join(''),
    bytes.map((byte) => byte.toString(8)).join(''),
    // Escapes: `\x73\x6b`, `&#x73;&#x6b;`; `\u0073`; `0x73, 0x6b`.
    hex.map((one) => `x${one}`).join(''),
    hex.map((one) => `u00${one}`).join(''),
    // `\u{73}`.
    hex.map((one) => `u${one}`).join(''),
    hex.map((one) => `0x${one}`).join(''),
    encodeURIComponent(secret.toWellFormed()),
    secret.replaceAll(/[a-z]/gi, rotateBy13),
    secret.replaceAll(/[!-~]/g, turnedBy47),
    // Combinations of two encodings.
    ...base64(secret).map(reverse),
    ...base64(reverse(secret)),
    ...base64(hex.join('')),
    ...base64(Buffer.from(secret).toString('base64')),
    ...base64(secret).map((one) => Buffer.from(one).toString('hex')),
    ...base64(secret).map((one) => one.replaceAll(/[a-z]/gi, rotateBy13)),
    ...base64(secret.replaceAll(/[a-z]/gi, rotateBy13)),
    reverse(hex.join('')),
    // UTF-16, as in PowerShell's -EncodedCommand.
    ...base64(`${Array.from(secret).join('\0')}\0`),
  ];
  return [...new Set(spellings.map(lettersOf))].filter(({ length }) => length >= fewestLetters);
}

const fewestLetters = 12;
const fewestCharacters = 6;

function reverse(text: string): string {
  return Array.from(text).toReversed().join('');
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/**
 * Returns the base64 text of a secret wherever it is in the encoded data. There are three forms, since the text depends
 * on the position modulo three.
 */
function base64(secret: string): string[] {
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.from('\0'.repeat(before) + secret).toString('base64');
    const whole = encoded.replace(/=+$/, '');
    // The letters at both ends also hold bits of the neighbouring bytes.
    return whole.slice(before === 0 ? 0 : before + 1, encoded.endsWith('=') ? -1 : undefined);
  });
}

function rotateBy13(letter: string): string {
  const first = letter <= 'Z' ? 65 : 97;
  return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
}

/** Rotates a character by ROT47: half of the 94 visible characters of ASCII. */
function turnedBy47(character: string): string {
  return String.fromCharCode(33 + ((character.charCodeAt(0) - 33 + 47) % 94));
}
