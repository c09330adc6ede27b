import { createHmac } from 'node:crypto';
import { CreatedTrigger, TriggerResult } from '@copydesk/contract';
import type { Reply, TestApi } from '../support/api.ts';

/** Creates a trigger of the project over the API. */
export async function newTrigger(api: TestApi, changes: object = {}): Promise<CreatedTrigger> {
  const body = { name: 'Linear', prompt: 'Fix the docs.', ...changes };
  const reply = await api.send('POST', `/v1/projects/${api.project.id}/triggers`, { body });
  return CreatedTrigger.parse(reply.json);
}

/** Sends to a trigger, with its secret as a bearer token unless the headers say otherwise. */
export async function fire(
  api: TestApi,
  trigger: CreatedTrigger,
  body: object | string = { title: 'A typo' },
  headers: Record<string, string> = {},
): Promise<Reply> {
  return await api.send('POST', `/v1/triggers/${trigger.id}`, {
    key: null,
    body,
    headers: { authorization: `Bearer ${trigger.secret}`, ...headers },
  });
}

/** Returns the id of the job that a request, or the first request of its delivery, has started; else `none`. */
export function jobOf(reply: Reply): string {
  return TriggerResult.parse(reply.json).job?.id ?? 'none';
}

export function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}
