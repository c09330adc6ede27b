import type { Outcome, Plan } from '../plan.ts';
import { notApplicable } from '../site.ts';
import { readChanges, formatChanges } from './reported-changes.ts';

/** Writes the redirects that the history of the docs makes certain, and reports what a person must decide. */
export async function* repairMissed(): Plan<Outcome> {
  const [answer] = yield [{ tool: 'repair_not_found', input: {} }];
  if (answer?.ok !== true)
    throw notApplicable(answer?.text ?? 'What was not found cannot be repaired: it was not tried.');
  const lines = answer.text.split('\n');
  const [, redirected = '0'] = /^\d+ addresses: (\d+) redirected/u.exec(answer.text) ?? [];
  const written = Number(redirected);
  const { left } = formatChanges(readChanges([answer.text]), 'the old address');
  const undecided = lines
    .filter((line) => line.startsWith('undecided: '))
    .map((line) => line.slice('undecided: '.length));
  const refused = lines.filter((line) => /^not redirected: .*: /u.test(line) && !line.includes('; name '));
  return {
    title: `Redirect ${written === 1 ? 'an address' : `${written.toLocaleString('en')} addresses`} that readers did not find`,
    changed: written > 0,
    notes: [`Of ${lines[0] ?? ''}.`],
    left: [...new Set([...undecided, ...refused, ...left])],
    unsolved: written === 0 && undecided.length + refused.length > 0,
  };
}
