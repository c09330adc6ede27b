import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../postgres/database.ts';

/** The channel on which the text of models is told while they write it. It is lost when nobody listens. */
export const textChannel = 'job_text';

/** So many characters of one step are told, before it is recorded whole: they wait in the memory of every server. */
export const longestLiveText = 100_000;

const LiveText = z.object({
  job: z.string(),
  /** Of the lease: what one says who was taken for dead counts no more. */
  epoch: z.int(),
  /** The number that the step will have. A step that is tried again begins again at the offset 0. */
  step: z.int(),
  /** Characters (UTF-16 code units) of the step that were told before. */
  offset: z.int(),
  text: z.string(),
});

/** A piece of what a model is writing. */
export type LiveText = z.infer<typeof LiveText>;

/**
 * Code units of one piece: PostgreSQL takes less than 8,000 bytes at once, and in JSON a code unit takes up to six,
 * as `\u0000` does. Half of a surrogate pair is written so, too, and finds its other half in the next piece.
 */
const pieceLength = 1_200;

/** Tells what is new of a model's text, in as many pieces as it takes, by one statement. */
export async function publishText(db: Database, { text, offset, ...of }: LiveText): Promise<void> {
  const payloads: string[] = [];
  for (let at = 0; at < text.length; at += pieceLength) {
    payloads.push(JSON.stringify({ ...of, offset: offset + at, text: text.slice(at, at + pieceLength) }));
  }
  await sql`select pg_notify(${textChannel}, piece) from unnest(${payloads}::text[]) as piece`.execute(db);
}

/** What was told on the channel; undefined for what is no piece of text. */
export function readText(payload: string): LiveText | undefined {
  try {
    return LiveText.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}

/** How many steps of a job are recorded: what was told of the text of those is in the transcript by now. */
export async function readRecordedSteps(db: Database, jobId: string): Promise<number> {
  const row = await db.selectFrom('job').select('steps').where('id', '=', jobId).executeTakeFirst();
  return row?.steps ?? 0;
}
