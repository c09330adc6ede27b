import { z } from 'zod';
import { signerKey, thumbprint } from './signer-key.ts';
import type { SignerKey } from './signer-key.ts';

/** Fetches the key directory of a host; rejects when it cannot. */
export type FetchDirectory = (url: URL) => Promise<string>;

/** The keys of one signer. */
export interface SignerKeys {
  /** By the key ids that signatures may use; undefined for a key of a kind that cannot verify. */
  byId: ReadonlyMap<string, SignerKey | undefined>;
  /** Whether there are keys whose thumbprint cannot be computed here. */
  hasUnnamed: boolean;
}

/** Returns the address of a host's directory (draft-meunier-http-message-signatures-directory). */
export const directoryUrl = (host: string): URL =>
  new URL(`https://${host}/.well-known/http-message-signatures-directory`);

const Directory = z.object({ keys: z.array(z.unknown()).max(100) });
const AnyKey = z.looseObject({ kty: z.string(), kid: z.string().max(200).optional() });

/**
 * Returns the keys of a directory, by their thumbprints (RFC 7638) and by the names that the directory gives them.
 *
 * @throws SyntaxError, ZodError when the text is not a directory
 */
export function keysOf(directory: string): SignerKeys {
  const byId = new Map<string, SignerKey | undefined>();
  let hasUnnamed = false;
  for (const candidate of Directory.parse(JSON.parse(directory)).keys) {
    const jwk = AnyKey.safeParse(candidate).data;
    if (jwk === undefined) continue;
    const names = [thumbprint(jwk), jwk.kid].filter((name) => name !== undefined);
    const key = signerKey(jwk);
    hasUnnamed ||= names.length === 0;
    for (const name of names) byId.set(name, key ?? byId.get(name));
  }
  return { byId, hasUnnamed };
}
