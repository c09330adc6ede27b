import { readerRuleId } from '@copydesk/contract';
import type { ReaderRule } from '@copydesk/contract';
import { hasFetchMetadata } from './evidence.ts';
import type { AddressRanges } from './networks/lookup.ts';
import type { PageRequest, Reader } from './reader.ts';
import { generalRules } from './rules/general.ts';
import { people } from './rules/people.ts';
import { aiByStructure } from './rules/ai-by-structure.ts';
import { rulesOf } from './rules/rule.ts';
import type { Rules } from './rules/rules.ts';

/** The deciding rule, as it is shown to people. */
export interface ExplainedRule {
  id: string;
  /** What the rule checks. */
  why: string;
  source: string | null;
  /** When the source was last checked; null for rules that depend on no changing fact. */
  date: string | null;
}

/** Returns the rule with that id; undefined when this version has none. */
export function explainRule(rules: Rules, id: string, own: readonly ReaderRule[] = []): ExplainedRule | undefined {
  const ofProject = own.find((rule) => readerRuleId(rule) === id);
  if (ofProject !== undefined) {
    const why = `The user agent has "${ofProject.pattern}", by the project’s own rule "${ofProject.name}".`;
    return { id, why, source: null, date: null };
  }
  const rule = [...rules.named, ...aiByStructure(rules.companyHosts).flatMap(rulesOf)].find(
    (candidate) => candidate.id === id,
  );
  if (rule !== undefined) {
    return {
      id,
      why: `The user agent matches /${rule.pattern}/i as a word of its own.`,
      source: rule.source,
      date: rule.date,
    };
  }
  const accept = rules.accepts.find((candidate) => candidate.id === id);
  if (accept !== undefined) {
    const why = `It accepts exactly "${accept.accept}", as ${accept.agent} does and no browser.`;
    return { id, why, source: accept.source, date: accept.date };
  }
  const signer = rules.signers.find((candidate) => candidate.id === id);
  if (signer !== undefined) {
    return { id, why: `Signature-Agent names ${signer.host}.`, source: signer.source, date: signer.date };
  }
  const person = people.find((candidate) => candidate.id === id);
  if (person !== undefined) return { id, why: `One of the ${person.why}.`, source: null, date: null };
  const general = generalRules[id];
  return general === undefined ? undefined : { id, ...general, date: null };
}

/** Returns which other or missing facts would change the verdict. */
export function whatWouldChange(
  pageRequest: PageRequest,
  { verdict }: Reader,
  known: { rules: Rules; ranges: AddressRanges },
): string[] {
  if (verdict.rule.startsWith('own-')) return [];
  const named = known.rules.named.find(({ id }) => id === verdict.rule)?.networks ?? [];
  const networks = named.filter((network) => known.ranges.has(network));
  const facts = { pageRequest, networks };
  return hints.filter(({ applies }) => applies(verdict, facts)).map(({ text }) => text(facts));
}

interface Facts {
  pageRequest: PageRequest;
  /** The networks of the deciding rule whose addresses are known. */
  networks: readonly string[];
}

/** What to say if a fact would change a verdict. */
const hints: readonly {
  applies: (verdict: Reader['verdict'], facts: Facts) => boolean;
  text: (facts: Facts) => string;
}[] = [
  {
    applies: (_verdict, { pageRequest, networks }) => networks.length > 0 && pageRequest.address === undefined,
    text: ({ networks }) => `An address (--ip): within ${networks.join(' or ')} it is verified, elsewhere spoofed.`,
  },
  {
    applies: ({ verification }, { networks }) => verification === 'claimed' && networks.length === 0,
    text: () =>
      'A valid signature of the operator (Web Bot Auth) would make it verified; addresses of it are not known.',
  },
  {
    applies: (verdict) => verdict.class === 'ai' && verdict.verification === 'unverifiable',
    text: () => 'Nothing can verify it: it runs on the machines of its users, or does not identify itself.',
  },
  {
    applies: (verdict, { pageRequest }) => verdict.class !== 'ai' && pageRequest.headers?.['accept'] === undefined,
    text: () => '"Accept: text/markdown" (--header), which coding agents send and browsers do not, would make it AI.',
  },
  {
    applies: (verdict, { pageRequest }) => verdict.class === 'human' && !pageRequest.markdownPath,
    text: () => 'A path that ends in .md (--path) would make it AI: Markdown is never counted as read by a person.',
  },
  {
    applies: ({ rule }, { pageRequest: { headers } }) =>
      rule === 'accept-markdown' && headers !== undefined && !hasFetchMetadata(headers),
    text: () =>
      'With the Sec-Fetch-* headers of a browser it would be a browser controlled by a program instead of a coding agent.',
  },
];
