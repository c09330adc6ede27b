import { CopydeskError } from '@copydesk/contract';
import { sql } from 'kysely';
import { readNodeOf, readNodes } from '../../cluster/state.ts';
import { allowLong } from '../../../postgres/statements/long-statements.ts';
import type { Database, DatabaseTransaction } from '../../../postgres/database.ts';
import { numberArray } from '../arrays.ts';
import { changeVersion, lockShards } from './lock-shards.ts';
import { ensureSites } from '../site.ts';

/** Copying the readers of a large project takes seconds. */
const longestSeconds = 300;

/** How many numbers are drawn, at most, to find those on nodes with few shards of the project. */
const maximumTries = 200;

/**
 * Raises a project's number of shards to `count` in one transaction; its arriving views wait for that moment. What was
 * counted stays where it is; later views are placed among all shards.
 *
 * @param onlyFrom - does nothing unless the project has exactly this many shards.
 * @returns how many it had.
 * @throws CopydeskError `invalid_request` when it has more than `count`.
 */
export async function addShards(
  db: Database,
  projectId: number,
  count: number,
  { onlyFrom }: { onlyFrom?: number } = {},
): Promise<number> {
  await ensureSites(db, [projectId]);
  return await db.transaction().execute(async (transaction) => {
    await allowLong(transaction, longestSeconds);
    const numbers = await lockShards(transaction, projectId);
    if (onlyFrom !== undefined && onlyFrom !== numbers.length) return numbers.length;
    if (count < numbers.length) throw tooFewShards(numbers.length);
    if (count === numbers.length) return count;
    const added = await drawNumbers(transaction, numbers, count);
    await insertShards(transaction, { projectId, before: numbers.length }, added);
    await copyReaders(transaction, projectId, added);
    await changeVersion(transaction, [...numbers, ...added]);
    return numbers.length;
  });
}

/**
 * Draws numbers that no project has. On a cluster, chooses them so that the project's shards are spread evenly over the
 * nodes.
 */
async function drawNumbers(transaction: DatabaseTransaction, numbers: readonly number[], count: number) {
  const nodes = await readNodes(transaction);
  const shards = new Map(nodes.map((node) => [node, 0]));
  const take = (node: number): void => void shards.set(node, (shards.get(node) ?? 0) + 1);
  if (nodes.length > 0) for (const number of numbers) take(await readNodeOf(transaction, number));
  const drawn: number[] = [];
  for (let tries = 0; drawn.length < count - numbers.length; tries += 1) {
    const number = await nextNumber(transaction);
    const node = nodes.length > 0 ? await readNodeOf(transaction, number) : undefined;
    const isFull = node !== undefined && (shards.get(node) ?? 0) > Math.min(...shards.values());
    if (isFull && tries < maximumTries) continue;
    if (node !== undefined) take(node);
    drawn.push(number);
  }
  return drawn;
}

async function nextNumber(transaction: DatabaseTransaction): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select nextval(pg_get_serial_sequence('project', 'number'))::int as number
  `.execute(transaction);
  if (rows[0] === undefined) throw new Error('A sequence has a next number');
  return rows[0].number;
}

async function insertShards(
  transaction: DatabaseTransaction,
  { projectId, before }: { projectId: number; before: number },
  added: readonly number[],
): Promise<void> {
  const numbers = numberArray(added);
  await sql`
    insert into view_shard (number, project, place, made_at)
    select number, ${projectId}, ${before} - 1 + place, made.at
    from (select clock_timestamp() as at) as made, unnest(${numbers}::int[]) with ordinality as shard (number, place)
  `.execute(transaction);
  await sql`insert into view_site (project_id) select unnest(${numbers}::int[])`.execute(transaction);
}

/** Copies the readers and kinds of the project into each new shard, since every shard has all of them. */
async function copyReaders(transaction: DatabaseTransaction, projectId: number, added: readonly number[]) {
  for (const shard of added) {
    await sql`
      insert into view_kind (project_id, number, class, agent, operator, purpose, source)
      select ${shard}::int, number, class, agent, operator, purpose, source from view_kind where project_id = ${projectId}
    `.execute(transaction);
    await sql`
      insert into view_reader (project_id, number, digest, rules, evidence, kind, verification, rule, judged_by)
      select ${shard}::int, number, digest, rules, evidence, kind, verification, rule, judged_by
      from view_reader where project_id = ${projectId}
    `.execute(transaction);
  }
}

function tooFewShards(count: number): CopydeskError {
  return new CopydeskError(
    'invalid_request',
    `The project has ${count} slices, and a project never gets fewer. Give more.`,
  );
}
