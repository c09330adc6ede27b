import { randomUUID } from 'node:crypto';
import type { AutomationStory } from './automations.ts';
import { sendUntilAnswered } from './requests.ts';
import type { Sender } from './requests.ts';

/** More pages than have room in one job, so that a storm leaves some for the next check. */
const pages = 40;

/**
 * Lets readers report something about pages, all at once, and half of them send it twice under one id. What was accepted
 * is an event of the automation.
 */
export async function sendReports(
  { sender, token }: { sender: Sender; token: string },
  story: AutomationStory,
  names: readonly string[],
): Promise<void> {
  const path = `/v1/collect/${story.project}/feedback`;
  const headers = { authorization: `Bearer ${token}` };
  const sendOne = async (name: string, id: string) => {
    const body = { id, path: `/page-${sender.chance.integer(1, pages)}`, helpful: false, comment: name };
    return await sendUntilAnswered(sender, { method: 'POST', path, headers, body });
  };
  await Promise.all(
    names.map(async (name, index) => {
      const id = randomUUID();
      const answers = await Promise.all(index % 2 === 0 ? [sendOne(name, id), sendOne(name, id)] : [sendOne(name, id)]);
      if (answers.some((answer) => answer !== undefined && answer.status < 300)) {
        story.events.push({ mark: name, leftAs: undefined, isOwn: false });
      }
    }),
  );
}
