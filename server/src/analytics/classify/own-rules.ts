import { createHash } from 'node:crypto';
import { openPattern, readerRuleId } from '@copydesk/contract';
import type { ReaderRule } from '@copydesk/contract';
import type { Judge } from './judge.ts';
import type { Verdict } from './reader.ts';

/** A project's own rules on readers, compiled. */
export interface OwnRules {
  /** A hash of the rules: other rules have another version. */
  version: string;
  verdictOf: (userAgent: string) => Verdict | undefined;
}

/** Compiles rules; returns undefined when there are none. */
export function openOwnRules(rules: readonly ReaderRule[]): OwnRules | undefined {
  if (rules.length === 0) return undefined;
  const compiled = rules.map((rule) => ({ matches: openPattern(rule.pattern), verdict: verdictBy(rule) }));
  return {
    version: createHash('sha256').update(JSON.stringify(rules)).digest('base64url').slice(0, 12),
    verdictOf: (userAgent) => compiled.find(({ matches }) => matches(userAgent))?.verdict,
  };
}

/** Returns a judge that applies a project's rules first: their verdict stands, whatever other evidence there is. */
export function withOwnRules(judge: Judge, own: OwnRules | undefined): Judge {
  if (own === undefined) return judge;
  return {
    ...judge,
    rules: `${judge.rules}+${own.version}`,
    own: own.verdictOf,
    verdictOf: (evidence) => own.verdictOf(evidence.userAgent) ?? judge.verdictOf(evidence),
    named: (userAgent) => (own.verdictOf(userAgent) === undefined ? judge.named(userAgent) : undefined),
  };
}

function verdictBy(rule: ReaderRule): Verdict {
  const { name, class: kind, agent, operator, purpose } = rule;
  const unnamed = { agent: null, operator: null, purpose: null, verification: null, rule: readerRuleId(rule) };
  if (kind === 'human') return { ...unnamed, class: kind };
  if (kind === 'bot') return { ...unnamed, class: kind, agent: name };
  return {
    ...unnamed,
    class: kind,
    agent: agent ?? name,
    operator: operator ?? 'unknown',
    purpose: purpose ?? 'other',
    verification: 'claimed',
  };
}
