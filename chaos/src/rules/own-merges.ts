import type { AutomationEvent } from '../automations/automations.ts';
import type { AutomationMessage } from '../watch/automation-facts.ts';

/** Checks that nothing was begun because of a change that a job of Copydesk had made: a loop. */
export function brokenLoops(events: readonly AutomationEvent[], messages: readonly AutomationMessage[]): string[] {
  return events
    .filter(({ isOwn }) => isOwn)
    .flatMap(({ mark }) => messages.filter(({ prompt }) => prompt.includes(mark)).map(({ job }) => ({ mark, job })))
    .map(({ mark, job }) => `${job} was told of ${mark.trim()}, which a job of Copydesk had made`);
}
