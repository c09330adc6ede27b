import { setTimeout } from 'node:timers/promises';
import type { CopydeskError } from '@copydesk/contract';

/**
 * Rejects with an error half a second to one and a half later. Who is refused at once, and does not wait as the reply says,
 * comes again at once: 2,000 connections of such a sender kept two cores busy with nothing but refusing them. Those who came
 * together are not answered together, or they would come again so.
 */
export async function refuseLater(error: CopydeskError): Promise<never> {
  await setTimeout(500 + Math.random() * 1_000, undefined, { ref: false });
  throw error;
}
