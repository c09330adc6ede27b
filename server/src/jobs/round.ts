import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../postgres/database.ts';
import { endFollowing } from './checks.ts';
import type { FollowedCommit } from './checks.ts';
import { acceptMessage } from './message.ts';
import type { Origin } from './origin.ts';

/** A further turn of a job, in which its model is to correct what checks of its pull request found. */
export interface Round {
  projectId: string;
  prompt: string;
  /** Where people look at what failed. */
  link: string;
  /** So many may follow each other until a person says something. */
  most: number;
  now: Date;
}

/**
 * `begun`; `busy`: the job is at work, and the round is to be tried again when it is not; `spent`: there were as many as
 * may be; `over`: another has ended the following, or the job takes no further turn.
 */
export type RoundOutcome = 'begun' | 'busy' | 'spent' | 'over';

/**
 * Begins a round: the message is accepted in the transaction that ends the following of the commit, so there is one of them
 * or none. The job's row is locked first: whoever sends a message, settles or archives the job comes before or after.
 */
export async function beginRound(db: Database, followed: FollowedCommit, round: Round): Promise<RoundOutcome> {
  const { jobId, commit, number } = followed;
  const { projectId, prompt, link, most, now } = round;
  return await db.transaction().execute(async (transaction) => {
    const status = await statusOf(transaction, jobId);
    if (status === 'active') return 'busy';
    if (status !== 'completed') {
      await endFollowing(transaction, followed, `the job is ${status}`);
      return 'over';
    }
    if ((await countRounds(transaction, followed)) >= most) {
      const told = most === 1 ? 'One turn has' : `${most} turns have`;
      const because = `${told} tried to correct what the checks of pull request #${number} found. The next begins with a message.`;
      return (await endFollowing(transaction, followed, 'no round is left', because)) ? 'spent' : 'over';
    }
    if (!(await endFollowing(transaction, followed, 'a turn was begun'))) return 'over';
    const origin: Origin = {
      kind: 'checks',
      commentId: `checks-${commit}`,
      author: 'checks',
      link,
      number,
      thread: null,
    };
    const { replayed } = await acceptMessage(transaction, { projectId, jobId, prompt, origin, now });
    return replayed ? 'over' : 'begun';
  });
}

async function statusOf(transaction: DatabaseTransaction, jobId: string): Promise<string> {
  const { status } = await transaction
    .selectFrom('job')
    .select('status')
    .where('id', '=', jobId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return status;
}

/** The rounds since a person last said something to the job, by the API or in a comment. */
async function countRounds(
  transaction: DatabaseTransaction,
  { jobId, number }: Pick<FollowedCommit, 'jobId' | 'number'>,
): Promise<number> {
  const { rows } = await sql<{ rounds: number }>`
    select count(*)::integer as rounds from job_message message
    where message.job_id = ${jobId} and message.origin ->> 'kind' = 'checks'
      and (message.origin ->> 'number')::integer = ${number}
      and message.position > (
        select max(said.position) from job_message said
        where said.job_id = ${jobId} and said.origin ->> 'kind' is distinct from 'checks'
      )
  `.execute(transaction);
  return rows[0]?.rounds ?? 0;
}
