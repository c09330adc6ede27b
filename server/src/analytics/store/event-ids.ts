import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../postgres/database.ts';
import type { NumberedView } from './numbered-view.ts';
import { idColumns, insertIds } from './rows.ts';

/** Days for which an id is remembered. */
export const idDays = 30;

/**
 * Remembers the ids of views in the transaction that counts them.
 * @returns the views that had not been counted before: of those with the same id, the first.
 */
export async function takeFresh(
  transaction: DatabaseTransaction,
  views: readonly NumberedView[],
  today: string,
): Promise<NumberedView[]> {
  const sorted = onceInOrder(views);
  const columns = idColumns(sorted);
  const { numAffectedRows } = await sql`${insertIds(columns, today)} on conflict do nothing`.execute(transaction);
  if (Number(numAffectedRows) === sorted.length) return sorted;
  const added = await readAdded(transaction, columns);
  return sorted.filter((view) => added.has(keyOf(view)));
}

/** The ids that this very transaction has added; asked for only when some were there before, which is rare. */
async function readAdded(
  transaction: DatabaseTransaction,
  { projects, ids }: ReturnType<typeof idColumns>,
): Promise<Set<string>> {
  const { rows } = await sql<{ projectId: number; id: string }>`
    select project_id as "projectId", id from view_event_id
    join unnest(${projects}::int[], ${ids}::uuid[]) as event (project_id, id) using (project_id, id)
    where view_event_id.xmin = pg_current_xact_id()::xid
  `.execute(transaction);
  return new Set(rows.map(keyOf));
}

/** Of views with the same id the first, in the order of the ids. */
export function onceInOrder(views: readonly NumberedView[]): NumberedView[] {
  const sorted = views.toSorted(byId);
  return sorted.filter((view, index) => {
    const before = sorted[index - 1];
    return before === undefined || byId(before, view) !== 0;
  });
}

function byId(left: NumberedView, right: NumberedView): number {
  if (left.projectId !== right.projectId) return left.projectId - right.projectId;
  if (left.id === right.id) return 0;
  return left.id < right.id ? -1 : 1;
}

function keyOf({ projectId, id }: Pick<NumberedView, 'projectId' | 'id'>): string {
  return `${projectId} ${id}`;
}
