import { isCopydeskError } from '@copydesk/contract';
import type { TouchedFile } from '@copydesk/contract';
import { impactWithoutViews, readImpact } from '../../analytics/read/page/impact.ts';
import { readBegunBy } from '../../automations/runs.ts';
import { findShared } from '../../jobs/deliver/shared-files.ts';
import { readSharedWait } from '../../jobs/deliver/shared-wait.ts';
import type { SharedWait } from '../../jobs/deliver/shared-wait.ts';
import { isDatabaseUnavailable } from '../../postgres/database.ts';
import type { Project } from '../../projects/project.ts';
import { formatFacts } from './change-report.ts';
import type { ChangeFacts } from './change-report.ts';
import type { DeliveryWork } from '../deliver/delivery-work.ts';
import { whileHeld } from '../claim/while-held.ts';

/** Returns what Copydesk adds to the description of a turn's change. @throws CopydeskError `lease_lost`, `draining`. */
export async function appendedTo(
  work: DeliveryWork,
  project: Project,
  known: Pick<
    ChangeFacts,
    'carried' | 'warnings' | 'coverage' | 'questions' | 'judged' | 'stillContested' | 'oversize' | 'missed' | 'usage'
  > & {
    touched: readonly TouchedFile[];
    /** Whether page views of the project were ever collected. */
    isCounted: boolean;
  },
): Promise<string> {
  const { services, job, hold } = work;
  const { touched, isCounted, ...facts } = known;
  const [waited, shared, begunBy, impact] = await Promise.all([
    whileHeld(hold, () => waitOf(work)),
    whileHeld(hold, () => sharedWith(work, touched)),
    whileHeld(hold, () => readBegunBy(services.db, job.id)),
    isCounted ? impactOf(work, project, touched) : impactWithoutViews(services.now(), touched),
  ]);
  const jobUrl = services.jobUrl({ projectId: job.project_id, id: job.id });
  return formatFacts({ ...facts, jobId: job.id, jobUrl, model: job.model, waited, shared, begunBy, impact });
}

async function waitOf({ services, job, turn }: DeliveryWork): Promise<SharedWait | undefined> {
  const wait = await readSharedWait(services.db, job.id, turn.number);
  return wait?.since == null ? undefined : wait;
}

/** A moved file may be shared by its old or its new path. */
async function sharedWith({ services, job }: DeliveryWork, touched: readonly TouchedFile[]) {
  const files = touched.flatMap(({ file, movedTo }) => (movedTo === null ? [file] : [file, movedTo]));
  return await findShared(services.db, { projectId: job.project_id, jobId: job.id, baseRef: job.base_ref, files });
}

/** Reads who reads the files that the turn touches. This is an extra: a failure here never prevents a delivery. */
async function impactOf(
  { services, job, hold }: DeliveryWork,
  { number }: Project,
  touched: readonly TouchedFile[],
): Promise<ChangeFacts['impact']> {
  const site = { projectId: number, now: services.now(), retentionMonths: services.viewsRetentionMonths };
  try {
    return await whileHeld(hold, () => readImpact(services.db, site, touched));
  } catch (error) {
    if (hold.signal.aborted || isDatabaseUnavailable(error) || isCopydeskError(error, 'lease_lost')) throw error;
    services.log.warn({ job: job.id, err: error }, 'the views of the changed pages could not be read');
    return undefined;
  }
}
