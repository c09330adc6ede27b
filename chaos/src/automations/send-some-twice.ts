import type { AutomationStory } from './automations.ts';
import type { Answer } from '../load/ask.ts';

/**
 * Sends what each of some names identifies, all at once, and every second one twice, beginning with the first. What was
 * accepted is an event of the automation.
 */
export async function sendSomeTwice(
  { events }: Pick<AutomationStory, 'events'>,
  names: readonly string[],
  sendOne: (name: string) => Promise<Answer | undefined>,
): Promise<void> {
  await Promise.all(
    names.map(async (name, index) => {
      const answers = await Promise.all(index % 2 === 0 ? [sendOne(name), sendOne(name)] : [sendOne(name)]);
      if (answers.some((answer) => answer !== undefined && answer.status < 300)) {
        events.push({ mark: name, leftAs: undefined, isOwn: false });
      }
    }),
  );
}
