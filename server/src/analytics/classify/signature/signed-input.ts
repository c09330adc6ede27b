import { isInnerList, parseDictionary } from 'structured-headers';
import type { InnerList } from 'structured-headers';
import { signatureAgents } from './signature-agent.ts';

/** A signature that says it is Web Bot Auth, taken apart. */
export interface SignedInput {
  input: InnerList;
  signature: Uint8Array;
  /** The thumbprint of the key (RFC 7638), or the name that the directory has for it. */
  keyId: string;
  /** The host of the directory of keys, with a port when it is none of https. */
  agentHost: string;
  /** Seconds since 1970. */
  created: number | undefined;
  expires: number | undefined;
}

/**
 * Finds the Web Bot Auth signature among the headers (by lower-case names): tagged `web-bot-auth`, covering who was asked
 * and who asks. Undefined when there is none that can be checked.
 */
export function signedInputOf(headers: Readonly<Record<string, string>>): SignedInput | undefined {
  const { signature, 'signature-input': inputs, 'signature-agent': agent } = headers;
  if (signature === undefined || inputs === undefined || agent === undefined) return undefined;
  try {
    const signatures = parseDictionary(signature);
    for (const [label, input] of parseDictionary(inputs)) {
      const value = signatures.get(label);
      if (!isInnerList(input) || input[1].get('tag') !== 'web-bot-auth') continue;
      const bytes = value === undefined || isInnerList(value) ? undefined : value[0];
      if (!(bytes instanceof ArrayBuffer)) continue;
      return signedInput(input, new Uint8Array(bytes), agent);
    }
  } catch {
    // A header that is no structured field.
  }
  return undefined;
}

function signedInput(input: InnerList, signature: Uint8Array, agent: string): SignedInput | undefined {
  const [components, parameters] = input;
  const covered = components.find(([name]) => name === 'signature-agent');
  if (covered === undefined || !components.some(([name]) => name === '@authority' || name === '@target-uri')) {
    return undefined;
  }
  const key = covered[1].get('key');
  const member = signatureAgents(agent).find((candidate) => candidate.key === key);
  const keyId = parameters.get('keyid');
  if (member === undefined || typeof keyId !== 'string') return undefined;
  const seconds = (name: string): number | undefined => {
    const value = parameters.get(name);
    return typeof value === 'number' ? value : undefined;
  };
  const agentHost = new URL(member.uri).host;
  return { input, signature, keyId, agentHost, created: seconds('created'), expires: seconds('expires') };
}
