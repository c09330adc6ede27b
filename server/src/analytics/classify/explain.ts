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
  const { rules, ranges } = known;
  const changes: string[] = [];
  if (verdict.rule.startsWith('own-')) return changes;
  const networks =
    rules.named.find(({ id }) => id === verdict.rule)?.networks.filter((network) => ranges.has(network)) ?? [];
  if (networks.length > 0 && pageRequest.address === undefined) {
    changes.push(`An address (--ip): within ${networks.join(' or ')} it is verified, elsewhere spoofed.`);
  }
  if (verdict.verification === 'claimed' && networks.length === 0) {
    changes.push(
      'A valid signature of the operator (Web Bot Auth) would make it verified; addresses of it are not known.',
    );
  }
  if (verdict.class === 'ai' && verdict.verification === 'unverifiable') {
    changes.push('Nothing can verify it: it runs on the machines of its users, or does not identify itself.');
  }
  if (verdict.class !== 'ai' && pageRequest.headers?.['accept'] === undefined) {
    changes.push('"Accept: text/markdown" (--header), which coding agents send and browsers do not, would make it AI.');
  }
  if (verdict.class === 'human' && !pageRequest.markdownPath) {
    changes.push('A path that ends in .md (--path) would make it AI: Markdown is never counted as read by a person.');
  }
  if (
    verdict.rule === 'accept-markdown' &&
    pageRequest.headers !== undefined &&
    !hasFetchMetadata(pageRequest.headers)
  ) {
    changes.push(
      'With the Sec-Fetch-* headers of a browser it would be a browser controlled by a program instead of a coding agent.',
    );
  }
  return changes;
}
