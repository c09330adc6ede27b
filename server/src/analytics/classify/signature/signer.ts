import { signers } from '../rules/signers.ts';
import type { Signer } from '../rules/signers.ts';
import { signatureAgents } from './signature-agent.ts';

/** The known signer that a `Signature-Agent` header names. */
export function signerOf(signatureAgent: string): Signer | undefined {
  for (const { uri } of signatureAgents(signatureAgent)) {
    const { hostname } = new URL(uri);
    const signer = signers.find(({ host }) => (host.startsWith('.') ? hostname.endsWith(host) : hostname === host));
    if (signer !== undefined) return signer;
  }
  return undefined;
}
