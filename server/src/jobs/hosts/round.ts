import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../postgres/database.ts';
import { endFollowing } from './checks.ts';
import type { FollowedCommit } from './checks.ts';
import { acceptMessage } from '../request/message.ts';
import type { Origin } from './origin.ts';

/** Another turn of a job, in which its model must fix what the checks of its pull request found. */
export interface Round {
  projectId: string;
  prompt: string;
  /** Where people can view what failed. */
  link: string;
  /** How many may follow each other until a person sends a message. */
  most: number;
  now: Date;
}

/**
 * `begun`; `busy`: the job is active, and the round must be tried again later; `spent`: the limit is reached; `over`:
 * another call has stopped following the commit, or the job takes no further turn.
 */
export type RoundOutcome = 'begun' | 'busy' | 'spent' | 'over';

/**
 * Begins a round: the message is accepted in the transaction that stops following the commit, so there is exactly one
 * message or none. The job's row is locked first: calls that send a message, settle or archive the job come before or
 * after.
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
      const turns = most === 1 ? 'One turn has' : `${most} turns have`;
      const because = `${turns} tried to correct what the checks of pull request #${number} found. The next turn starts with a message.`;
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

/** Counts the rounds since a person last sent the job a message, by the API or in a comment. */
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
