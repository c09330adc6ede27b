import { CopydeskError, mostFixed } from '@copydesk/contract';
import type { FeedbackFixRequest } from '@copydesk/contract';
import { sql } from 'kysely';
import type { DatabaseTransaction } from '../postgres/database.ts';
import type { ReaderFeedback } from './prompt.ts';

/** At most this many votes without a comment are included with the comments on their page. */
const maximumVotes = 1_000;

/** The input of a fix job: the feedback with text, and the ids of the votes without text on the same page. */
export interface ToFix {
  feedback: (ReaderFeedback & { id: string })[];
  votes: string[];
}

/**
 * Finds the feedback to fix and locks it until the transaction ends: the second of two concurrent callers finds nothing
 * pending.
 *
 * @throws CopydeskError `nothing_to_fix`.
 */
export async function lockToFix(
  transaction: DatabaseTransaction,
  projectId: string,
  { ids, path = '' }: FeedbackFixRequest,
): Promise<ToFix> {
  const where = ids === undefined ? sql`path = ${path} and status = 'pending'` : sql`id = any(${ids}::text[])`;
  const { rows } = await sql<ReaderFeedback & { id: string; status: string }>`
    select id, path, helpful, comment, code, code_place as "codePlace", status from feedback
    where project_id = ${projectId} and ${where} and (comment <> '' or code is not null or ${ids !== undefined})
    order by id desc limit ${mostFixed} for no key update
  `.execute(transaction);
  const others = rows.filter(({ status }) => status !== 'pending');
  const absent = (ids ?? []).filter((id) => !rows.some((row) => row.id === id));
  if (others.length > 0 || absent.length > 0) throw notPending(others, absent);
  const votes = ids === undefined ? await lockVotes(transaction, projectId, path) : [];
  if (rows.length + votes.length === 0) {
    throw new CopydeskError('nothing_to_fix', `Nothing that readers say of ${JSON.stringify(path)} is pending.`);
  }
  return { feedback: rows, votes };
}

async function lockVotes(transaction: DatabaseTransaction, projectId: string, path: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from feedback
    where project_id = ${projectId} and path = ${path} and status = 'pending' and comment = '' and code is null
    order by id desc limit ${maximumVotes} for no key update
  `.execute(transaction);
  return rows.map(({ id }) => id);
}

function notPending(others: readonly { id: string; status: string }[], absent: readonly string[]): CopydeskError {
  const named = [
    ...others.map(({ id, status }) => `${id} is ${status.replace('_', ' ')}`),
    ...absent.map((id) => `${id} is not there`),
  ];
  return new CopydeskError('nothing_to_fix', `${named.slice(0, 10).join(', ')}: only what is pending can be fixed.`);
}
