import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../postgres/database.ts';
import { numberArray, plainArray } from './arrays.ts';
import type { NumberedView } from './numbered-view.ts';

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
  // In the order of the index: two writers that hold the same ids never wait for each other in a circle.
  const sorted = once(views).sort(byId);
  const projects = numberArray(sorted.map(({ projectId }) => projectId));
  const ids = plainArray(sorted.map(({ id }) => id));
  const { numAffectedRows } = await sql`
    insert into view_event_id (project_id, id, received_on)
    select project_id, id, ${today} from unnest(${projects}::int[], ${ids}::uuid[]) as event (project_id, id)
    on conflict do nothing
  `.execute(transaction);
  if (Number(numAffectedRows) === sorted.length) return sorted;
  const added = await readAdded(transaction, projects, ids);
  return sorted.filter((view) => added.has(keyOf(view)));
}

/** The ids that this very transaction has added; asked for only when some were there before, which is rare. */
async function readAdded(transaction: DatabaseTransaction, projects: string, ids: string): Promise<Set<string>> {
  const { rows } = await sql<{ projectId: number; id: string }>`
    select project_id as "projectId", id from view_event_id
    join unnest(${projects}::int[], ${ids}::uuid[]) as event (project_id, id) using (project_id, id)
    where view_event_id.xmin = pg_current_xact_id()::xid
  `.execute(transaction);
  return new Set(rows.map(keyOf));
}

function once(views: readonly NumberedView[]): NumberedView[] {
  const seen = new Set<string>();
  return views.filter((view) => {
    const key = keyOf(view);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function byId(left: NumberedView, right: NumberedView): number {
  if (left.projectId !== right.projectId) return left.projectId - right.projectId;
  return left.id < right.id ? -1 : 1;
}

function keyOf({ projectId, id }: Pick<NumberedView, 'projectId' | 'id'>): string {
  return `${projectId} ${id}`;
}
