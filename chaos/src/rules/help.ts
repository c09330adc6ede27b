import type { HelperCall } from '../ledger.ts';
import type { JobFacts } from '../watch/facts.ts';

/**
 * Checks the helper: each stored call was answered, and is stored and priced once; and at most one call per fault was
 * paid for without being stored.
 */
export function brokenHelp(
  { steps, helperCost }: Pick<JobFacts, 'steps' | 'helperCost'>,
  calls: readonly HelperCall[],
  excuses: number,
): string[] {
  const wrong: string[] = [];
  const stored = steps.flatMap(({ helped }) => helped);
  if (new Set(stored).size < stored.length) wrong.push(`a call of the helper is stored twice: ${stored.join(', ')}`);
  for (const number of stored) {
    const isAnswered = calls.some((call) => call.number === number && call.outcome === 'answered');
    if (!isAnswered) wrong.push(`call ${number} of the helper is stored, and was never answered`);
  }
  const cost = stored.reduce((sum, number) => sum + number, 0);
  if (cost !== helperCost) wrong.push(`the helper's calls ${stored.join(', ')} are reported to cost ${helperCost}`);
  const paid = calls.filter(({ outcome }) => outcome !== 'refused').length;
  if (paid - stored.length > excuses) {
    wrong.push(`${paid} calls of the helper were paid and ${stored.length} are stored, with ${excuses} faults`);
  }
  return wrong;
}
