/** A key of AES-256: 32 bytes. */
export type SecretKey = Buffer;

/** The form that a key must have, for the error about one that does not. */
export const keyForm = 'must be 32 bytes in base64, as "openssl rand -base64 32" prints';

/** Parses 32 bytes in base64; undefined for anything else. */
export function parseKey(text: string): SecretKey | undefined {
  const key = Buffer.from(text, 'base64');
  return key.length === 32 && key.toString('base64') === text ? key : undefined;
}
