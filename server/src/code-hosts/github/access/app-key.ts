import { createPrivateKey } from 'node:crypto';
import { CopydeskError } from '@copydesk/contract';
import type { HostCredential } from '../../access.ts';

export type AppCredential = Extract<HostCredential, { kind: 'app' }>;

/** The key with which a GitHub App signs its requests. */
export interface AppKey {
  appId: string;
  /** In PEM, PKCS#8. */
  privateKey: string;
}

/**
 * Reads the key of an App. GitHub provides keys in PKCS#1, other tools write PKCS#8; and line breaks are often lost in
 * environment variables and forms, or written as `\n`.
 *
 * @throws CopydeskError `code_host_unauthorized` when it is not a key; the error never quotes it.
 */
export function appKey({ appId, privateKey }: AppCredential): AppKey {
  try {
    const key = createPrivateKey(withLineBreaks(privateKey));
    if (key.asymmetricKeyType === 'rsa') {
      return { appId, privateKey: String(key.export({ type: 'pkcs8', format: 'pem' })) };
    }
  } catch {
    // The cause is dropped, because it would quote the key.
  }
  const detail = `The private key of the GitHub App ${appId} is not an RSA key in PEM. Create one on the App's page at GitHub ("Generate a private key"), and give the file as it is.`;
  throw new CopydeskError('code_host_unauthorized', detail);
}

function withLineBreaks(pem: string): string {
  const [, begin = '', body = '', end = ''] =
    /(-----BEGIN [A-Z ]+-----)([\s\S]+?)(-----END [A-Z ]+-----)/u.exec(pem.replaceAll(String.raw`\n`, '\n')) ?? [];
  const letters = body.replaceAll(/\s+/gu, '').replaceAll(/(.{64})/gu, '$1\n');
  return `${begin}\n${letters.trim()}\n${end}\n`;
}
