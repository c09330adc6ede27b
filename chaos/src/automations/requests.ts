import { setTimeout } from 'node:timers/promises';
import type { Chance } from '../random.ts';
import type { Patience } from '../patience.ts';
import type { Violations } from '../violations.ts';
import { ask, isPassing } from '../load/ask.ts';
import type { Answer, Asked } from '../load/ask.ts';

export interface Sender {
  urls: readonly string[];
  chance: Chance;
  violations: Violations;
  patience: Pick<Patience, 'now'>;
}

/** How long a request may stay unanswered while the API is killed again and again. */
const patienceMilliseconds = 60_000;

/**
 * Sends a request until it is answered, as senders of webhooks do. What never is, within a minute, is a violation.
 * @returns undefined then.
 */
export async function sendUntilAnswered(
  { urls, chance, violations, patience }: Sender,
  request: Asked,
): Promise<Answer | undefined> {
  const deadline = patience.now() + patienceMilliseconds;
  while (patience.now() < deadline) {
    const answer = await ask(chance.pick(urls), request, violations);
    if (answer !== undefined && !isPassing(answer)) return answer;
    await setTimeout(chance.integer(50, 400));
  }
  const detail = `${request.method} ${request.path} was not, within a minute`;
  violations.add('every request is answered in the end', undefined, detail);
  return undefined;
}
