import type { AutomationEvent, AutomationStory } from '../automations/automations.ts';
import type { AutomationMessage, RunRow } from '../watch/automation-facts.ts';

/** What the product says at the end of a run that somebody requested, and of one that meets its limit: nothing is decided. */
const undecided =
  /has not read its last message yet\.$|which Copydesk looks for first\.$|Its daily limit is reached; .*$/;

/**
 * Checks that every accepted event is in the material of one message, or that one run says why it was left, and that each
 * message belongs to a listed run, and each such run to a message.
 */
export function brokenEvents(
  { events }: Pick<AutomationStory, 'events'>,
  runs: readonly RunRow[],
  messages: readonly AutomationMessage[],
): string[] {
  const wrong = brokenMessages(runs, messages);
  for (const event of events) {
    const given = timesGiven(event, messages);
    const left = runs.filter((run) => isLeftBy(run, event)).length;
    if (given + left === 1) continue;
    wrong.push(`${event.mark} is in the material ${given} times, and ${left} runs say that they left it`);
  }
  return wrong;
}

/** Checks at any moment that no event is in the material twice: only what is missing may still come. */
export function repeatedEvents(
  { events }: Pick<AutomationStory, 'events'>,
  messages: readonly AutomationMessage[],
): string[] {
  return events.flatMap((event) => {
    const given = timesGiven(event, messages);
    return given > 1 ? [`${event.mark} is in the material ${given} times`] : [];
  });
}

function brokenMessages(runs: readonly RunRow[], messages: readonly AutomationMessage[]): string[] {
  const wrong: string[] = [];
  const jobs = new Set([...runs.flatMap(({ job }) => job ?? []), ...messages.map(({ job }) => job)]);
  for (const job of jobs) {
    const listed = runs.filter((run) => run.job === job);
    const told = messages.filter((message) => message.job === job).length;
    if (listed.length !== told) wrong.push(`${job} has ${told} messages of it, and ${listed.length} runs list the job`);
    const begun = listed.filter(({ decision }) => decision === 'job').length;
    if (begun !== 1) wrong.push(`${begun} runs say that they began ${job}`);
  }
  return wrong;
}

function isLeftBy({ why }: RunRow, { leftAs }: AutomationEvent): boolean {
  if (leftAs === undefined || undecided.test(why)) return false;
  const at = why.indexOf(leftAs);
  return at >= 0 && /^[^”]*”: left, /.test(why.slice(at + leftAs.length));
}

function timesGiven({ mark }: AutomationEvent, messages: readonly AutomationMessage[]): number {
  return messages.reduce((sum, { prompt }) => sum + prompt.split(mark).length - 1, 0);
}
