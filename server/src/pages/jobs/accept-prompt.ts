import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Prompt, isCopydeskError } from '@copydesk/contract';
import type { EndpointName } from '@copydesk/contract';
import type { FastifyRequest } from 'fastify';
import { field } from '../../http/session/form.ts';
import { idempotencyOf } from '../../http/checks/prompt.ts';
import type { Accepted } from '../../jobs/create.ts';
import type { Idempotency } from '../../jobs/idempotency.ts';
import { newlyTyped } from './prompt-field.ts';
import type { Typed } from './prompt-field.ts';

/** Room for the longest prompt, whose characters a form writes with up to twelve of its own. */
export const promptFormBytes = 512 * 1024;

/** What was sent with the form of a prompt; `wrong` when it cannot be taken. */
export function typedIn({ body }: FastifyRequest): Typed {
  // Browsers send line breaks of forms as CR LF, whatever was typed.
  const prompt = (field(body, 'prompt') ?? '').replaceAll('\r\n', '\n');
  const once = field(body, 'once');
  const typed = { ...newlyTyped(prompt), ...(once !== undefined && /^[\w-]{1,64}$/.test(once) && { once }) };
  const checked = Prompt.safeParse(prompt);
  const [issue] = checked.error?.issues ?? [];
  return issue === undefined ? typed : { ...typed, wrong: `The text ${issue.message}.` };
}

/** The same form sent twice is one request; with another text it is another one. */
export function onceOf(
  { once, prompt }: Typed,
  asked: { endpoint: EndpointName; projectId: string; jobId?: string },
): Idempotency | undefined {
  const hash = createHash('sha256').update(prompt).digest('base64url').slice(0, 16);
  return idempotencyOf(`form ${once} ${hash}`, { ...asked, prompt });
}

const tries = 30;
const pauseMilliseconds = 100;

/** Of a form that is sent twice at once, the browser shows the second answer: it waits for what becomes of the first. */
export async function waitForFirst(accept: () => Promise<Accepted>): Promise<Accepted> {
  for (let left = tries; ; left -= 1) {
    try {
      return await accept();
    } catch (error) {
      if (!isCopydeskError(error, 'idempotency_key_in_flight') || left === 0) throw error;
      await delay(pauseMilliseconds);
    }
  }
}
