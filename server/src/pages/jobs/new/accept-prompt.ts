import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Prompt, isCopydeskError } from '@copydesk/contract';
import type { EndpointName } from '@copydesk/contract';
import type { FastifyRequest } from 'fastify';
import { field } from '../../../http/session/form.ts';
import { idempotencyOf } from '../../../http/checks/prompt.ts';
import type { Accepted } from '../../../jobs/request/create.ts';
import type { Idempotency } from '../../../jobs/request/idempotency.ts';
import { newlyTyped } from './prompt-field.ts';
import type { Typed } from './prompt-field.ts';

/** Enough for the longest prompt: a form encodes a character in up to twelve. */
export const promptFormBytes = 512 * 1024;

/** Reads the form of a prompt. `wrong` is set when it cannot be accepted. */
export function typedIn({ body }: FastifyRequest): Typed {
  // Browsers send line breaks of forms as CR LF, whatever was typed.
  const prompt = (field(body, 'prompt') ?? '').replaceAll('\r\n', '\n');
  const once = field(body, 'once');
  const typed = { ...newlyTyped(prompt), ...(once !== undefined && /^[\w-]{1,64}$/.test(once) && { once }) };
  const checked = Prompt.safeParse(prompt);
  const [issue] = checked.error?.issues ?? [];
  return issue === undefined ? typed : { ...typed, wrong: `The text ${issue.message}.` };
}

/**
 * Returns the idempotency key of a form. The same form sent twice is one request; with another text it is a new one.
 */
export function onceOf(
  { once, prompt }: Typed,
  asked: { endpoint: EndpointName; projectId: string; jobId?: string },
): Idempotency | undefined {
  const hash = createHash('sha256').update(prompt).digest('base64url').slice(0, 16);
  return idempotencyOf(`form ${once} ${hash}`, { ...asked, prompt });
}

const tries = 30;
const pauseMilliseconds = 100;

/**
 * Waits for the first request when a form is sent twice at once, since the browser shows the response to the second.
 */
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
