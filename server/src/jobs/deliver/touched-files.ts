import { FileChange } from '@copydesk/contract';
import type { TouchedFile } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Database } from '../../postgres/database.ts';

interface Row {
  path: string;
  change: string | null;
  movedTo: string | null;
  pages: string[] | null;
  linkedFrom: number | null;
}

/**
 * Returns what a job's last pull request does to each file, over all deliveries to its branch; none while there is no
 * pull request.
 * @param branch - that of an earlier pull request of the job, instead of its last one.
 */
export async function readTouchedFiles(db: Database, jobId: string, branch?: string): Promise<TouchedFile[]> {
  const last = sql`(
    select branch from job_delivery last
    where last.job_id = ${jobId} and last.pull_request_number is not null order by last.number desc limit 1
  )`;
  const { rows } = await sql<Row>`
    select file.path, file.change, file.moved_to as "movedTo", file.pages, file.linked_from as "linkedFrom"
    from job_delivery delivery
    join delivered_file file on file.job_id = delivery.job_id and file.delivery = delivery.number
    where delivery.job_id = ${jobId} and delivery.pull_request_number is not null and delivery.branch = ${branch ?? last}
    order by delivery.number, file.path
  `.execute(db);
  const movedTo = new Set(rows.map((row) => row.movedTo));
  return combine(rows.flatMap((row) => fileOf(row, movedTo)));
}

/**
 * The new path of a moved file has a separate row without a change, by which it can be found; rows of older versions
 * have none.
 */
function fileOf({ path: file, change, ...row }: Row, movedTo: ReadonlySet<string | null>): TouchedFile[] {
  if (change === null && movedTo.has(file)) return [];
  return [{ file, change: change === null ? 'changed' : FileChange.parse(change), ...row }];
}

/** Combines the changes of several successive deliveries into one. */
export function combine(files: readonly TouchedFile[]): TouchedFile[] {
  const byPath = new Map<string, TouchedFile>();
  for (const file of files) {
    const there = byPath.get(file.file);
    byPath.delete(file.file);
    const combined = there === undefined ? file : combineChanges(there, file);
    if (combined !== undefined) byPath.set(combined.movedTo ?? combined.file, combined);
  }
  return [...byPath.values()];
}

/** Returns undefined for a file that was added and removed again. */
function combineChanges(before: TouchedFile, { change, movedTo, file }: TouchedFile): TouchedFile | undefined {
  const wasAdded = before.change === 'added';
  switch (change) {
    case 'removed':
      return wasAdded ? undefined : { ...before, change, movedTo: null };
    case 'moved':
      if (wasAdded) return { ...before, file: movedTo ?? file };
      return movedTo === before.file ? { ...before, change: 'changed', movedTo: null } : { ...before, change, movedTo };
    case 'added':
      // An earlier delivery removed it.
      return { ...before, change: 'changed', movedTo: null };
    case 'changed':
      return before;
  }
}
