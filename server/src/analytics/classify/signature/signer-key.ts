import { constants, createHash, createPublicKey, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { z } from 'zod';

/** The names that RFC 9421 registers for algorithms with public keys (section 6.2.2). */
type Algorithm = 'ed25519' | 'ecdsa-p256-sha256' | 'ecdsa-p384-sha384' | 'rsa-pss-sha512' | 'rsa-v1_5-sha256';

/** A public key of a signer, and the algorithms that it may be used with. */
export interface SignerKey {
  key: KeyObject;
  algorithms: readonly Algorithm[];
}

type Jwk = z.infer<typeof Jwk>;

const coordinate = z.string().max(100);
const common = { use: z.literal('sig').optional(), alg: z.string().optional() };

/** A JSON Web Key (RFC 7517) of a supported kind. */
const Jwk = z.discriminatedUnion('kty', [
  z.object({ ...common, kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: coordinate }),
  z.object({ ...common, kty: z.literal('EC'), crv: z.enum(['P-256', 'P-384']), x: coordinate, y: coordinate }),
  // Up to 8,192 bits: verifying with a larger key would take milliseconds.
  z.object({ ...common, kty: z.literal('RSA'), n: z.string().max(1_366), e: z.string().max(8) }),
]);

/** The algorithms that a directory may state for a key (RFC 7518, RFC 8037, RFC 9864). */
const algorithmsOfJwk: Readonly<Record<string, Algorithm>> = {
  EdDSA: 'ed25519',
  Ed25519: 'ed25519',
  ES256: 'ecdsa-p256-sha256',
  ES384: 'ecdsa-p384-sha384',
  PS512: 'rsa-pss-sha512',
  RS256: 'rsa-v1_5-sha256',
};

const fewestBitsOfRsa = 2_048;

/** Reads a published key. @returns undefined for a key of another kind, for another use, or that is too weak. */
export function signerKey(published: unknown): SignerKey | undefined {
  const jwk = Jwk.safeParse(published).data;
  if (jwk === undefined) return undefined;
  const { alg } = jwk;
  const served = algorithmsOf(jwk);
  const algorithms = alg === undefined ? served : served.filter((algorithm) => algorithm === algorithmsOfJwk[alg]);
  const key = publicKey(jwk);
  const isWeak = (key?.asymmetricKeyDetails?.modulusLength ?? fewestBitsOfRsa) < fewestBitsOfRsa;
  return key === undefined || isWeak || algorithms.length === 0 ? undefined : { key, algorithms };
}

function algorithmsOf(jwk: Jwk): Algorithm[] {
  if (jwk.kty === 'OKP') return ['ed25519'];
  if (jwk.kty === 'RSA') return ['rsa-pss-sha512', 'rsa-v1_5-sha256'];
  return [jwk.crv === 'P-256' ? 'ecdsa-p256-sha256' : 'ecdsa-p384-sha384'];
}

function publicKey(jwk: Jwk): KeyObject | undefined {
  try {
    return createPublicKey({ key: { ...jwk }, format: 'jwk' });
  } catch {
    // A point that is not on its curve, or invalid base64url.
    return undefined;
  }
}

/** The members that form a thumbprint, by type of key (RFC 7638, RFC 8037, RFC 9964). */
const thumbprintMembers: Readonly<Record<string, readonly string[]>> = {
  OKP: ['crv', 'kty', 'x'],
  EC: ['crv', 'kty', 'x', 'y'],
  RSA: ['e', 'kty', 'n'],
  AKP: ['alg', 'kty', 'pub'],
};

/** Returns the thumbprint of a key (RFC 7638); undefined for a type whose members are not known. */
export function thumbprint(jwk: Readonly<Record<string, unknown>>): string | undefined {
  const members = thumbprintMembers[String(jwk['kty'])];
  if (members === undefined || members.some((name) => typeof jwk[name] !== 'string')) return undefined;
  const canonical = JSON.stringify(Object.fromEntries(members.map((name) => [name, jwk[name]])));
  return createHash('sha256').update(canonical).digest('base64url');
}

/**
 * Verifies a signature with one of the algorithms that the key supports.
 *
 * @param algorithm the `alg` of the signature; when it has none, any algorithm of the key may match.
 * @returns `unchecked` for an unknown algorithm.
 */
export function verifyBy(
  { key, algorithms }: SignerKey,
  { algorithm, base, signature }: { algorithm: string | undefined; base: string; signature: Uint8Array },
): 'valid' | 'invalid' | 'unchecked' {
  if (algorithm !== undefined && !Object.hasOwn(verifiers, algorithm)) return 'unchecked';
  const tried = algorithms.filter((one) => algorithm === undefined || one === algorithm);
  return tried.some((one) => verifiers[one](key, Buffer.from(base), signature)) ? 'valid' : 'invalid';
}

type Verify = (key: KeyObject, base: Uint8Array, signature: Uint8Array) => boolean;

/** RFC 9421, 3.3. */
const verifiers: Record<Algorithm, Verify> = {
  ed25519: (key, base, signature) => verify(null, base, key, signature),
  'ecdsa-p256-sha256': (key, base, signature) => verify('sha256', base, { key, dsaEncoding: 'ieee-p1363' }, signature),
  'ecdsa-p384-sha384': (key, base, signature) => verify('sha384', base, { key, dsaEncoding: 'ieee-p1363' }, signature),
  'rsa-pss-sha512': (key, base, signature) =>
    verify('sha512', base, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 }, signature),
  'rsa-v1_5-sha256': (key, base, signature) => verify('sha256', base, key, signature),
};
