import type { Signer } from '../rules/signers.ts';
import { signatureAgents } from './signature-agent.ts';

/** Returns the known signer that a `Signature-Agent` header names. */
export function signerOf(signers: readonly Signer[], signatureAgent: string): Signer | undefined {
  for (const { uri } of signatureAgents(signatureAgent)) {
    const signer = signerOfHost(signers, new URL(uri).host);
    if (signer !== undefined) return signer;
  }
  return undefined;
}

export function signerOfHost(signers: readonly Signer[], host: string): Signer | undefined {
  return signers.find(
    (signer) => signer.host === host || (signer.host.includes('*') && globOf(signer.host).test(host)),
  );
}

function globOf(pattern: string): RegExp {
  return new RegExp(`^${pattern.replaceAll('.', String.raw`\.`).replaceAll('*', '[a-z\\d-]+')}$`);
}
