import { createHash } from 'node:crypto';
import { asksForMarkdown } from './accept.ts';
import type { Judge } from './judge.ts';
import type { AddressRanges } from './networks/lookup.ts';
import type { PageRequest, Evidence } from './reader.ts';
import { reduceUserAgent } from './reduce-user-agent.ts';

/** What a request reveals about its reader, except the address. */
export type Facts = Omit<Evidence, 'networks' | 'addressKnown'>;

const keptUserAgent = 512;
const keptHeader = 200;

export function factsOf({ userAgent, headers, markdownPath }: PageRequest, signature?: Evidence['signature']): Facts {
  const facts: Facts = { userAgent: userAgent.slice(0, keptUserAgent) };
  if (headers !== undefined) {
    facts.accept = headers['accept']?.slice(0, keptHeader) ?? null;
    facts.fetchMetadata = hasFetchMetadata(headers);
    const agent = headers['signature-agent']?.slice(0, keptHeader);
    if (agent !== undefined) facts.signatureAgent = agent;
    if (agent !== undefined && signature !== undefined) facts.signature = signature;
  }
  if (markdownPath) facts.markdownPath = true;
  return facts;
}

/**
 * Returns whether a current browser sent the request: since 2023 all browsers send Sec-Fetch-* over https, and nothing
 * else does by default.
 */
export function hasFetchMetadata(headers: Readonly<Record<string, string>>): boolean {
  return headers['sec-fetch-mode'] !== undefined || headers['sec-fetch-site'] !== undefined;
}

/** Returns the published networks that can verify what the user agent claims, as far as their ranges are known. */
export function verifyingNetworks({ userAgent }: Facts, judge: Judge, ranges: AddressRanges): readonly string[] {
  return judge.named(userAgent)?.networks.filter((network) => ranges.has(network)) ?? [];
}

/** Adds to the facts which of these networks contain the address. */
export function withAddress(facts: Facts, relevantNetworks: readonly string[], networks: readonly string[]): Evidence {
  const within = relevantNetworks.filter((network) => networks.includes(network));
  return { ...facts, ...(within.length > 0 && { networks: within }), addressKnown: true };
}

/**
 * Returns the facts in a form that may be stored. The user agent of a person's browser, even an automated one, is
 * reduced, and the Accept header is reduced to what can decide. The verdict stays the same.
 */
export function storable(facts: Facts, judge: Judge): Evidence {
  const { rule, otherwise } = judge.userAgent(facts.userAgent);
  if (rule !== undefined || otherwise.class !== 'human') return ownCopy(facts);
  const reduced = ownCopy({ ...facts, userAgent: reduceUserAgent(facts.userAgent) });
  // A rule of the project may depend on the removed part.
  if (judge.own?.(facts.userAgent) !== judge.own?.(reduced.userAgent)) return ownCopy(facts);
  if (facts.accept != null && !asksForMarkdown(facts.accept)) {
    reduced.accept = facts.accept.startsWith('text/html') ? 'text/html' : '*/*';
  }
  return reduced;
}

/** Copies the strings of the evidence: a slice of a long text, such as a log, would keep the whole text in memory. */
function ownCopy(evidence: Evidence): Evidence {
  const copy: Evidence = { ...evidence, userAgent: flatCopy(evidence.userAgent) };
  if (evidence.accept != null) copy.accept = flatCopy(evidence.accept);
  if (evidence.signatureAgent !== undefined) copy.signatureAgent = flatCopy(evidence.signatureAgent);
  return copy;
}

const flatCopy = (text: string): string => Buffer.from(text).toString();

/** Returns the SHA-256 of the evidence in base64url, independent of the order of its members. */
export function digestOf(evidence: Evidence): string {
  const canonical = JSON.stringify(Object.entries(evidence).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return createHash('sha256').update(canonical).digest('base64url');
}
