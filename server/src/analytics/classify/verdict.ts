import { isbot } from 'isbot';
import type { Evidence, Verdict } from './reader.ts';

/** What a view counts as by its evidence: a pure function, so that stored evidence can be judged anew. */
export function verdictOf(evidence: Evidence): Verdict {
  const nobody = { agent: null, operator: null, purpose: null, verification: null };
  if (evidence.userAgent === '') return { class: 'bot', ...nobody, rule: 'no-user-agent' };
  return isbot(evidence.userAgent)
    ? { class: 'bot', ...nobody, rule: 'isbot' }
    : { class: 'human', ...nobody, rule: 'browser' };
}
