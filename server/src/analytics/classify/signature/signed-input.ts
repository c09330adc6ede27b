import { isInnerList, parseDictionary } from 'structured-headers';
import type { InnerList } from 'structured-headers';
import { signatureAgents } from './signature-agent.ts';

/** A parsed signature that has everything that Web Bot Auth requires. */
export interface SignedInput {
  input: InnerList;
  signature: Uint8Array;
  /** The thumbprint of the key (RFC 7638), or the name that the directory gives it. */
  keyId: string;
  /** The https address that the signature covers: its directory has the keys. */
  agent: string;
  /** The host of the key directory, with a port when it is not the default of https. */
  agentHost: string;
  /** Seconds since 1970. */
  created: number;
  expires: number;
  algorithm: string | undefined;
  nonce: string | undefined;
}

/**
 * What the headers of a request contain of a signature: `absent` when a part of it is missing or was not forwarded;
 * `unfit` when it is present but can prove nothing, whatever its bytes.
 */
export type ReadSignature = { kind: 'absent' } | { kind: 'unfit' } | { kind: 'signed'; signed: SignedInput };

const absent: ReadSignature = { kind: 'absent' };
const unfit: ReadSignature = { kind: 'unfit' };

/**
 * Reads the Web Bot Auth signature among the headers (by lower-case name). It fits when it is tagged `web-bot-auth`,
 * names its key and the times of its creation and expiry, and covers the receiver (`@authority` or `@target-uri`) and
 * the sender (one member of `Signature-Agent`).
 */
export function readSignature(headers: Readonly<Record<string, string>>): ReadSignature {
  const { signature, 'signature-input': inputs, 'signature-agent': agent } = headers;
  if (signature === undefined || inputs === undefined || agent === undefined) return absent;
  try {
    const signatures = parseDictionary(signature);
    for (const [label, input] of parseDictionary(inputs)) {
      const value = signatures.get(label);
      const bytes = value === undefined || isInnerList(value) ? undefined : value[0];
      if (!isInnerList(input) || !(bytes instanceof ArrayBuffer)) continue;
      const signed = signedInput({ label, input, signature: new Uint8Array(bytes) }, agent);
      if (signed !== undefined) return { kind: 'signed', signed };
    }
  } catch {
    // The header is not a structured field.
  }
  return unfit;
}

type Labelled = Pick<SignedInput, 'input' | 'signature'> & { label: string };

function signedInput({ label, input, signature }: Labelled, header: string): SignedInput | undefined {
  const [components, parameters] = input;
  if (parameters.get('tag') !== 'web-bot-auth') return undefined;
  if (!components.some(([name]) => name === '@authority' || name === '@target-uri')) return undefined;
  const agent = coveredAgent(components, { header, label });
  const [created, expires] = [secondsOf(parameters.get('created')), secondsOf(parameters.get('expires'))];
  const keyId = textOf(parameters.get('keyid'));
  if (agent === undefined || created === undefined || expires === undefined || keyId === undefined) return undefined;
  const [algorithm, nonce] = [textOf(parameters.get('alg')), textOf(parameters.get('nonce'))];
  return { input, signature, keyId, agent, agentHost: new URL(agent).host, created, expires, algorithm, nonce };
}

/**
 * Returns the member that is covered by its key. When the whole header is covered, returns its only member, or the one
 * with the signature's own label.
 */
function coveredAgent(components: InnerList[0], { header, label }: { header: string; label: string }) {
  const covered = components.find(([name]) => name === 'signature-agent');
  if (covered === undefined) return undefined;
  const agents = signatureAgents(header);
  const key = covered[1].get('key');
  if (key !== undefined) return agents.find((agent) => agent.key === key)?.uri;
  return (agents.length === 1 ? agents[0] : agents.find((agent) => agent.key === label))?.uri;
}

function secondsOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
