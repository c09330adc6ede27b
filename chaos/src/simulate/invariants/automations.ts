import { brokenEvents } from '../../rules/accounted-events.ts';
import { brokenDailyLimit } from '../../rules/daily-limit.ts';
import { jobsPerDay } from '../postgres/simulation-database.ts';
import { demand } from '../violation.ts';
import { readAutomation } from '../world/observe.ts';
import type { AutomationHistory } from '../world/observation.ts';
import type { Stage } from '../world/stage.ts';

const day = 86_400_000;

/**
 * Checks, when everything has come to rest, that each accepted event is in the material of one message, that each run
 * that lists a job has sent it one, and that no 24 hours contain more work than the limit allows.
 */
export async function checkAutomation(stage: Stage): Promise<void> {
  const { runs, messages } = await readAutomation(stage);
  checkAccounts(stage.events, { runs, messages });
}

/** @param marks of the accepted events. */
export function checkAccounts(
  marks: readonly string[],
  { runs, messages }: Pick<AutomationHistory, 'runs' | 'messages'>,
): void {
  const events = marks.map((mark) => ({ mark, leftAs: undefined, isOwn: false }));
  const [wrong] = brokenEvents({ events }, runs, messages);
  demand(wrong === undefined, () => `the automation does not account for its events: ${wrong}`);
  for (const { created_at: last } of runs) {
    const until = Date.parse(last);
    const within = runs.filter(({ created_at: at }) => Date.parse(at) > until - day && Date.parse(at) <= until);
    const [exceeded] = brokenDailyLimit(within, jobsPerDay);
    demand(exceeded === undefined, () => `the automation exceeds its limit: ${exceeded}`);
  }
}
