/** Encodes bytes in base32 of RFC 4648, in lower case. */
export function base32(bytes: readonly number[]): string {
  const bits = bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? [])
    .map((five) => 'abcdefghijklmnopqrstuvwxyz234567'[Number.parseInt(five, 2)])
    .join('');
}

/**
 * Encodes bytes in base58 with Bitcoin's alphabet. All bytes form one number, so this only finds a secret encoded
 * alone.
 */
export function base58(bytes: readonly number[]): string {
  const digits: number[] = [];
  for (let carry of bytes) {
    for (const [at, digit] of digits.entries()) {
      carry += digit * 256;
      digits[at] = carry % 58;
      carry = Math.floor(carry / 58);
    }
    for (; carry > 0; carry = Math.floor(carry / 58)) digits.push(carry % 58);
  }
  return formatDigits(digits.toReversed(), '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz');
}

/**
 * Returns the base85 text that bytes yield wherever they are in the encoded data, in the alphabets of Adobe and of RFC
 * 1924. There are four forms, since the text depends on the position modulo four.
 */
export function base85(bytes: readonly number[]): string[] {
  const ascii85 = Array.from({ length: 85 }, (_, digit) => String.fromCharCode(33 + digit)).join('');
  return [0, 1, 2, 3].flatMap((skipped) => {
    const digits = groupsOf(bytes.slice(skipped)).flatMap(base85Digits);
    return [formatDigits(digits, ascii85), formatDigits(digits, rfc1924)];
  });
}

const rfc1924 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';

/** Returns the complete groups of four bytes, as numbers. */
function groupsOf(bytes: readonly number[]): number[] {
  const groups = Buffer.from(bytes);
  return Array.from({ length: Math.floor(groups.length / 4) }, (_, group) => groups.readUInt32BE(group * 4));
}

function base85Digits(group: number): number[] {
  return [4, 3, 2, 1, 0].map((power) => Math.floor(group / 85 ** power) % 85);
}

function formatDigits(numbers: readonly number[], digits: string): string {
  return numbers.map((number) => digits[number]).join('');
}
