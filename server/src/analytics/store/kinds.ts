import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../postgres/database.ts';
import type { SourceName } from '@copydesk/contract';
import type { Verdict } from '../classify/reader.ts';
import { readShards } from './shards/shards.ts';
import { takeNumbers } from './site.ts';

/** The parts of a verdict that make a kind. The verification differs from view to view, and is counted separately. */
export type Kind = Pick<Verdict, 'class' | 'agent' | 'operator' | 'purpose'> & {
  /** The product that counted it, when that was not Copydesk. */
  source?: SourceName;
};

/**
 * Returns the numbers of kinds, and assigns new ones where needed. The caller holds the lock of the project's row.
 * @returns the numbers in the order of the kinds.
 */
export async function numberKinds(
  transaction: DatabaseTransaction,
  projectId: number,
  kinds: readonly Kind[],
): Promise<number[]> {
  const numbers = await readKinds(transaction, projectId);
  const missing = new Map<string, Kind>();
  for (const kind of kinds) if (!numbers.has(nameOf(kind))) missing.set(nameOf(kind), kind);
  if (missing.size > 0) {
    await insertKinds(transaction, projectId, [...missing.values()]);
    return await numberKinds(transaction, projectId, kinds);
  }
  return kinds.map((kind) => numbers.get(nameOf(kind)) ?? 0);
}

async function readKinds(transaction: DatabaseTransaction, projectId: number): Promise<Map<string, number>> {
  const rows = await transaction
    .selectFrom('view_kind')
    .select(['number', 'class', 'agent', 'operator', 'purpose', 'source'])
    .where('project_id', '=', projectId)
    .execute();
  return new Map(rows.map((row) => [nameOf(row), row.number]));
}

/** Inserts kinds into every shard: folding in a shard needs them to tell its views apart. */
async function insertKinds(transaction: DatabaseTransaction, projectId: number, kinds: Kind[]): Promise<void> {
  const before = await takeNumbers(transaction, projectId, { counter: 'kinds', count: kinds.length });
  for (const shard of (await readShards(transaction, [projectId])).get(projectId)?.numbers ?? []) {
    await sql`
      insert into view_kind (project_id, number, class, agent, operator, purpose, source)
      select ${shard}, ${before} + kind.place, kind.class, kind.agent, kind.operator, kind.purpose, kind.source
      from unnest(
        ${kinds.map((kind) => kind.class)}::text[], ${kinds.map((kind) => kind.agent ?? '')}::text[],
        ${kinds.map((kind) => kind.operator ?? '')}::text[], ${kinds.map((kind) => kind.purpose ?? '')}::text[],
        ${kinds.map((kind) => kind.source ?? '')}::text[]
      ) with ordinality as kind (class, agent, operator, purpose, source, place)
    `.execute(transaction);
  }
}

function nameOf(kind: { [name in keyof Kind]: string | null | undefined }): string {
  return JSON.stringify([kind.class, kind.agent ?? '', kind.operator ?? '', kind.purpose ?? '', kind.source ?? '']);
}
