import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../postgres/database.ts';

/** The channel for the text of models while they write it. It is lost when no process listens. */
export const textChannel = 'job_text';

/** So many characters of one step are sent before it is recorded: they are kept in the memory of every server. */
export const longestLiveText = 100_000;

const LiveText = z.object({
  job: z.string(),
  /** The epoch of the lease: the text of a worker that has lost it no longer counts. */
  epoch: z.int(),
  /** The number that the step will have. A step that is retried starts again at offset 0. */
  step: z.int(),
  /** Characters (UTF-16 code units) of the step that were sent before. */
  offset: z.int(),
  text: z.string(),
});

/** A piece of what a model is writing. */
export type LiveText = z.infer<typeof LiveText>;

/**
 * Code units of one piece: a PostgreSQL notification has less than 8,000 bytes, and in JSON a code unit takes up to
 * six, as `\u0000` does. Half of a surrogate pair is also written like that, and joins its other half in the next
 * piece.
 */
const pieceLength = 1_200;

/** Sends the new part of a model's text, in as many pieces as needed, with one statement. */
export async function publishText(db: Database, { text, offset, ...of }: LiveText): Promise<void> {
  const payloads: string[] = [];
  for (let at = 0; at < text.length; at += pieceLength) {
    payloads.push(JSON.stringify({ ...of, offset: offset + at, text: text.slice(at, at + pieceLength) }));
  }
  await sql`select pg_notify(${textChannel}, piece) from unnest(${payloads}::text[]) as piece`.execute(db);
}

/** Parses a notification of the channel; returns undefined when it is not a piece of text. */
export function readText(payload: string): LiveText | undefined {
  try {
    return LiveText.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}

/** Returns how many steps of a job are recorded: the transcript contains their text by now. */
export async function readRecordedSteps(db: Database, jobId: string): Promise<number> {
  const row = await db.selectFrom('job').select('steps').where('id', '=', jobId).executeTakeFirst();
  return row?.steps ?? 0;
}
