import { createHash, createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { z } from 'zod';

/** Gets the directory of keys of a host; rejects when it cannot. */
export type FetchDirectory = (url: URL) => Promise<string>;

/** The keys of one signer, by what signatures may call them. */
export type SignerKeys = ReadonlyMap<string, KeyObject>;

/** Where a host has its directory (draft-meunier-http-message-signatures-directory). */
export const directoryUrl = (host: string): URL =>
  new URL(`https://${host}/.well-known/http-message-signatures-directory`);

const Key = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string().max(64),
  kid: z.string().max(200).optional(),
});

const Directory = z.object({ keys: z.array(z.unknown()).max(100) });

/**
 * The Ed25519 keys of a directory, by their thumbprints (RFC 7638) and by the names that the directory gives them. Keys of
 * other kinds are passed over.
 *
 * @throws SyntaxError, ZodError when the text is no directory
 */
export function keysOf(directory: string): SignerKeys {
  const keys = new Map<string, KeyObject>();
  for (const candidate of Directory.parse(JSON.parse(directory)).keys) {
    const parsed = Key.safeParse(candidate);
    if (!parsed.success) continue;
    const { kid, kty, crv, x } = parsed.data;
    const key = createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
    keys.set(thumbprint({ crv, kty, x }), key);
    if (kid !== undefined) keys.set(kid, key);
  }
  return keys;
}

function thumbprint({ crv, kty, x }: { crv: string; kty: string; x: string }): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
}
