import { z } from 'zod';
import type { Database } from '../../postgres/database.ts';
import { appendEvents } from '../events.ts';
import { updateLeased } from '../claim/lease.ts';
import type { Lease } from '../claim/lease.ts';

/** The commit at which a turn reads each context repository, by its name; null for one that could not be read. */
export type ContextPins = Record<string, string | null>;

const Pins = z.object({ turn: z.int(), commits: z.record(z.string(), z.string().nullable()) });

/** Returns the pins of a turn that has begun before; undefined when it has none yet. */
export async function readContextPins(db: Database, jobId: string, turn: number): Promise<ContextPins | undefined> {
  const row = await db.selectFrom('job').select('context_pins').where('id', '=', jobId).executeTakeFirst();
  const pins = Pins.safeParse(row?.context_pins);
  return pins.success && pins.data.turn === turn ? pins.data.commits : undefined;
}

/**
 * Stores the pins of a turn, and adds what people should know about them to the transcript.
 * @throws CopydeskError `lease_lost`
 */
export async function pinContext(
  db: Database,
  lease: Lease,
  pins: { turn: number; commits: ContextPins; notes: readonly string[] },
): Promise<void> {
  const { turn, commits, notes } = pins;
  await db.transaction().execute(async (transaction) => {
    await updateLeased(transaction, lease, { context_pins: JSON.stringify({ turn, commits }) });
    if (notes.length === 0) return;
    await appendEvents(
      transaction,
      lease.jobId,
      notes.map((detail) => ({ type: 'noted' as const, data: { detail } })),
    );
  });
}
