import { randomBytes } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Returns a job's id: `job_` and a ULID, so that ids sort by time of creation. */
export function newJobId(now: Date, random?: (bytes: number) => Uint8Array): string {
  return `job_${ulid(now, random)}`;
}

/**
 * Returns a ULID in lower case: 48 bits of milliseconds, 80 bits of randomness, Crockford's base32;
 * https://github.com/ulid/spec
 */
export function ulid(now: Date, random: (bytes: number) => Uint8Array = randomBytes): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(now.getTime(), 0, 6);
  bytes.set(random(10), 6);
  let number = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (let position = 0; position < 26; position += 1) {
    text = alphabet.charAt(Number(number & 31n)) + text;
    number >>= 5n;
  }
  return text;
}
