import { setTimeout as wait } from 'node:timers/promises';
import type { CopydeskError } from '@copydesk/contract';

/**
 * How long who is refused waits for the reply: half a second to one and a half. Who is refused at once, and does not wait as the
 * reply says, comes again at once: 2,000 connections of such a sender kept two cores busy with nothing but refusing them. Those
 * who came together are not answered together, or they would come again so.
 */
function milliseconds(): number {
  return 500 + Math.random() * 1_000;
}

/** Rejects with an error a while later. */
export async function refuseLater(error: CopydeskError): Promise<never> {
  await wait(milliseconds(), undefined, { ref: false });
  throw error;
}

/** Calls a function with what it is told, a while later. */
export function later<T>(call: (told: T) => void): (told: T) => void {
  return (told) => void setTimeout(() => call(told), milliseconds()).unref();
}
