import { verify } from 'node:crypto';
import type { Asker, Evidence } from '../reader.ts';
import { openDirectories } from './directories.ts';
import type { FetchDirectory, SignerKeys } from './directory.ts';
import { signatureBase } from './signature-base.ts';
import { signedInputOf } from './signed-input.ts';
import type { SignedInput } from './signed-input.ts';
import { signerOfHost } from './signer.ts';

type Checked = NonNullable<Evidence['signature']>;

/** Checks the Web Bot Auth signature of a request (RFC 9421, draft-meunier-web-bot-auth-architecture). */
export type CheckSignature = (asker: Asker) => Checked | Promise<Checked>;

/** Clocks differ. */
const skewSeconds = 60;
/** Keys change: of an older view, as in a log, an unknown key says nothing. */
const keysTellMilliseconds = 86_400_000;

/**
 * A check of signatures. Only the directories of known signers are fetched, so that nobody can have this server send
 * requests wherever they like. `unchecked` is what cannot be told: an unknown signer, a directory that does not answer, a
 * covered header that was not handed on.
 */
export function openSignatureCheck(options: { fetchDirectory: FetchDirectory; now: () => Date }): CheckSignature {
  const directories = openDirectories(options.fetchDirectory, options.now);
  return (asker) => {
    const signed = asker.headers === undefined ? undefined : signedInputOf(asker.headers);
    if (signed === undefined || asker.url === undefined) return 'unchecked';
    if (signerOfHost(signed.agentHost) === undefined) return 'unchecked';
    if (!isTimely(signed, asker.at)) return 'invalid';
    const old = options.now().getTime() - asker.at > keysTellMilliseconds;
    const keys = directories.keysOf(signed.agentHost);
    return keys instanceof Promise
      ? keys.then((found) => checkWith(found, signed, asker, old))
      : checkWith(keys, signed, asker, old);
  };
}

/** Within the times that the signature names, as of the view. */
function isTimely({ created, expires }: SignedInput, at: number): boolean {
  const seconds = at / 1_000;
  if (created !== undefined && created > seconds + skewSeconds) return false;
  return expires === undefined || expires >= seconds - skewSeconds;
}

function checkWith(keys: SignerKeys | undefined, signed: SignedInput, asker: Asker, old: boolean): Checked {
  if (keys === undefined || asker.url === undefined || asker.headers === undefined) return 'unchecked';
  const key = keys.get(signed.keyId);
  if (key === undefined) return old ? 'unchecked' : 'invalid';
  const base = signatureBase({ method: 'GET', url: asker.url, headers: asker.headers }, signed.input);
  if (base === undefined) return 'unchecked';
  return verify(null, Buffer.from(base), key, signed.signature) ? 'valid' : 'invalid';
}
