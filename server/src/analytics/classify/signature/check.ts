import type { PageRequest, Evidence } from '../reader.ts';
import type { Signer } from '../rules/signers.ts';
import { openDirectories } from './directories.ts';
import type { FetchDirectory, SignerKeys } from './directory.ts';
import { openNonces } from './nonces.ts';
import type { Nonces } from './nonces.ts';
import { signatureBase } from './signature-base.ts';
import type { ReadSignature, SignedInput } from './signed-input.ts';
import { signerOfHost } from './signer.ts';
import { verifyBy } from './signer-key.ts';

type Checked = NonNullable<Evidence['signature']>;

/** Checks the Web Bot Auth signature of a request (RFC 9421, draft-ietf-webbotauth-httpsig-protocol). */
export type CheckSignature = (read: ReadSignature, pageRequest: PageRequest) => Checked | Promise<Checked>;

/** Allows for clock differences. */
const skewSeconds = 60;
/** The drafts' recommendation: a stolen signature can then be used for a day at most. */
const longestSeconds = 86_400;
/** Keys change: for an older view, as in a log, an unknown key means nothing. */
const keysCurrentMilliseconds = 86_400_000;

/**
 * Opens a check of signatures. It fetches only the directories of known signers, so that no request can make this server
 * send requests to arbitrary hosts. It returns `unchecked` when it cannot decide: an unknown signer, a directory that
 * does not answer, an unknown kind of key or covered header, a nonce that was used for another request before.
 */
export function openSignatureCheck(options: {
  fetchDirectory: FetchDirectory;
  signers: readonly Signer[];
  now: () => Date;
}): CheckSignature {
  const directories = openDirectories(options.fetchDirectory, options.now);
  const nonces = openNonces();
  return (read, pageRequest) => {
    if (read.kind !== 'signed') return read.kind === 'unfit' ? 'invalid' : 'unchecked';
    const { signed } = read;
    if (pageRequest.url === undefined || signerOfHost(options.signers, signed.agentHost) === undefined)
      return 'unchecked';
    if (!isTimely(signed, pageRequest.at)) return 'invalid';
    const isOld = options.now().getTime() - pageRequest.at > keysCurrentMilliseconds;
    const checkBy = (keys: SignerKeys | undefined): Checked =>
      keys === undefined ? 'unchecked' : checkWith(keys, { signed, pageRequest, isOld, nonces });
    const keys = directories.keysOf(signed.agentHost);
    return keys instanceof Promise ? keys.then(checkBy) : checkBy(keys);
  };
}

/** Returns whether the view lies between the two times, and these are at most a day apart. */
function isTimely({ created, expires }: SignedInput, at: number): boolean {
  const seconds = at / 1_000;
  if (expires <= created || expires - created > longestSeconds) return false;
  return created <= seconds + skewSeconds && expires >= seconds - skewSeconds;
}

interface Check {
  signed: SignedInput;
  pageRequest: PageRequest;
  isOld: boolean;
  nonces: Nonces;
}

function checkWith({ byId, hasUnnamed }: SignerKeys, { signed, pageRequest, isOld, nonces }: Check): Checked {
  const { url, headers, at } = pageRequest;
  if (url === undefined || headers === undefined) return 'unchecked';
  const { keyId, nonce, algorithm, signature } = signed;
  const key = byId.get(keyId);
  if (key === undefined) return isOld || hasUnnamed || byId.has(keyId) ? 'unchecked' : 'invalid';
  const base = signatureBase({ method: 'GET', url, headers }, signed.input);
  if (base === undefined) return 'unchecked';
  const checked = verifyBy(key, { algorithm, base, signature });
  if (checked !== 'valid' || nonce === undefined) return checked;
  return nonces.isOwn({ keyId, nonce, request: `${url.href} ${at}` }) ? 'valid' : 'unchecked';
}
