import { isCopydeskError } from '@copydesk/contract';
import type { AgentPageViews } from '../agent/ports.ts';
import { readTotals } from '../jobs/usage.ts';
import { isDatabaseUnavailable } from '../postgres/database.ts';
import { tellFacts } from './change-report.ts';
import type { ChangeFacts } from './change-report.ts';
import type { DeliveryWork } from './delivery-work.ts';
import { whileHeld } from './while-held.ts';

/** What Copydesk adds to the description of a turn's change. @throws CopydeskError `lease_lost`, `draining`. */
export async function appendedTo(
  work: DeliveryWork,
  known: Pick<ChangeFacts, 'warnings' | 'coverage' | 'stillContested' | 'oversize'> & {
    pageViews: AgentPageViews | undefined;
  },
): Promise<string> {
  const { services, job, hold } = work;
  return tellFacts({
    jobId: job.id,
    jobUrl: services.jobUrl?.({ projectId: job.project_id, id: job.id }),
    model: job.model,
    usage: await whileHeld(hold, () => readTotals(services.db, job.id, services.budgets.prices)),
    warnings: known.warnings,
    coverage: known.coverage,
    stillContested: known.stillContested,
    oversize: known.oversize,
    views: await viewsOf(work, known.pageViews),
  });
}

/** Of the pages that the turn touches. They are an extra: what goes wrong with them costs no delivery. */
async function viewsOf(
  { services, job, turn, hold }: DeliveryWork,
  pageViews: AgentPageViews | undefined,
): Promise<ChangeFacts['views']> {
  if (pageViews === undefined) return [];
  const paths = turn.tree.changes().map(({ path }) => path);
  try {
    return await whileHeld(hold, () => pageViews.read(paths));
  } catch (error) {
    if (hold.signal.aborted || isDatabaseUnavailable(error) || isCopydeskError(error, 'lease_lost')) throw error;
    services.log.warn({ job: job.id, err: error }, 'the views of the touched pages could not be read');
    return [];
  }
}
