import { createHash } from 'node:crypto';
import { asksForMarkdown } from './accept.ts';
import type { Judge } from './judge.ts';
import type { AddressRanges } from './networks/lookup.ts';
import type { Asker, Evidence } from './reader.ts';
import { reduceUserAgent } from './reduce-user-agent.ts';

/** What a request tells of its reader, the address left aside. */
export type Facts = Omit<Evidence, 'networks' | 'addressKnown'>;

const keptUserAgent = 512;
const keptHeader = 200;

export function factsOf({ userAgent, headers, markdownPath }: Asker, signature?: Evidence['signature']): Facts {
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

/** Whether a browser of today asked: since 2023 all of them send Sec-Fetch-* over https, and nothing else does by itself. */
export function hasFetchMetadata(headers: Readonly<Record<string, string>>): boolean {
  return headers['sec-fetch-mode'] !== undefined || headers['sec-fetch-site'] !== undefined;
}

/** The published networks that say something about who this says to be, where their ranges are known. */
export function tellingNetworks({ userAgent }: Facts, judge: Judge, ranges: AddressRanges): readonly string[] {
  return judge.named(userAgent)?.networks.filter((network) => ranges.has(network)) ?? [];
}

/** The facts with what the address adds: of the networks that tell, those it is in. */
export function withAddress(facts: Facts, telling: readonly string[], networks: readonly string[]): Evidence {
  const within = telling.filter((network) => networks.includes(network));
  return { ...facts, ...(within.length > 0 && { networks: within }), addressKnown: true };
}

/**
 * The facts in a form that may be stored. Where the user agent is one of a person's browser, whoever steers it, it is
 * reduced, and of what is accepted only that is kept which may decide. The verdict on it is the same.
 */
export function storable(facts: Facts, judge: Judge): Evidence {
  const { rule, otherwise } = judge.userAgent(facts.userAgent);
  if (rule !== undefined || otherwise.class !== 'human') return ownCopy(facts);
  const reduced = ownCopy({ ...facts, userAgent: reduceUserAgent(facts.userAgent) });
  // A rule of the project may rest on what would be left out.
  if (judge.own?.(facts.userAgent) !== judge.own?.(reduced.userAgent)) return ownCopy(facts);
  if (facts.accept != null && !asksForMarkdown(facts.accept)) {
    reduced.accept = facts.accept.startsWith('text/html') ? 'text/html' : '*/*';
  }
  return reduced;
}

/** The evidence in strings of its own: a part of a long text, as of a log, would keep all of it in memory. */
function ownCopy(evidence: Evidence): Evidence {
  const copy: Evidence = { ...evidence, userAgent: own(evidence.userAgent) };
  if (evidence.accept != null) copy.accept = own(evidence.accept);
  if (evidence.signatureAgent !== undefined) copy.signatureAgent = own(evidence.signatureAgent);
  return copy;
}

const own = (text: string): string => Buffer.from(text).toString();

/** SHA-256 of the evidence in base64url, whatever the order of its members. */
export function digestOf(evidence: Evidence): string {
  const canonical = JSON.stringify(Object.entries(evidence).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return createHash('sha256').update(canonical).digest('base64url');
}
