import type { EventData, Job } from '@copydesk/contract';
import type { Database } from '../postgres/database.ts';
import { appendEvents } from './events.ts';
import { jobNotFound } from './not-found.ts';
import { presentedColumns, presentJob } from './present.ts';
import { statusesBefore } from './states.ts';

/**
 * Archives a job, for good. The lease of an active one is taken away with it, so its worker can store no further
 * step. Archiving an archived job changes nothing and answers it.
 *
 * @throws CopydeskError `not_found`.
 */
export async function archiveJob(
  db: Database,
  request: { projectId: string; jobId: string; by: EventData<'archived'>['by'] },
): Promise<Job> {
  return await db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('job')
      .set((eb) => ({
        status: 'archived',
        archived_at: new Date(),
        updated_at: new Date(),
        epoch: eb('epoch', '+', 1),
        leased_by: null,
        leased_until: null,
      }))
      .where('id', '=', request.jobId)
      .where('project_id', '=', request.projectId)
      .where('status', 'in', [...statusesBefore('archive')])
      .returning(presentedColumns)
      .executeTakeFirst();
    if (row !== undefined) {
      await appendEvents(transaction, request.jobId, [{ type: 'archived', data: { by: request.by } }]);
      return presentJob(row);
    }
    const archived = await transaction
      .selectFrom('job')
      .select(presentedColumns)
      .where('id', '=', request.jobId)
      .where('project_id', '=', request.projectId)
      .executeTakeFirst();
    if (archived === undefined) throw jobNotFound();
    return presentJob(archived);
  });
}
