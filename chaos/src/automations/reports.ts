import { randomUUID } from 'node:crypto';
import type { AutomationStory } from './automations.ts';
import { sendUntilAnswered } from './requests.ts';
import type { Sender } from './requests.ts';
import { sendSomeTwice } from './send-some-twice.ts';

/** More pages than have room in one job, so that a storm leaves some for the next check. */
const pages = 40;

/** Lets readers report something about pages, half of them twice under one id. */
export async function sendReports(
  { sender, token }: { sender: Sender; token: string },
  story: AutomationStory,
  names: readonly string[],
): Promise<void> {
  const path = `/v1/collect/${story.project}/feedback`;
  const headers = { authorization: `Bearer ${token}` };
  const reports = names.map((name) => {
    const body = { id: randomUUID(), path: `/page-${sender.chance.integer(1, pages)}`, helpful: false, comment: name };
    return [name, body] as const;
  });
  const bodies = new Map(reports);
  await sendSomeTwice(story, names, async (name) => {
    const body = bodies.get(name);
    return await sendUntilAnswered(sender, { method: 'POST', path, headers, body });
  });
}
