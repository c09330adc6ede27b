import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Actor } from '../audit/actor.ts';
import { entryOf, recordAction } from '../audit/record.ts';
import { createJob } from '../jobs/request/create.ts';
import { addMissed } from '../jobs/request/missed.ts';
import { acceptMessage } from '../jobs/request/message.ts';
import { giveFeedback, lockPendingFeedback } from '../jobs/readers-feedback.ts';
import { deliveriesOfJob } from '../jobs/present.ts';
import type { Database, DatabaseTransaction } from '../postgres/database.ts';
import type { Project } from '../projects/project.ts';
import type { StoredAutomation } from './automation.ts';
import type { Work } from './kinds/kind.ts';
import { NeedsModel } from './needs-model.ts';
import type { AutomationServices } from './ports.ts';
import { promptOf } from './prompt.ts';

/** How work was begun. */
export type Begun = { decision: 'job' | 'message'; jobId: string } | { decision: 'busy'; why: string };

/** A job of an automation, and whether its pull request is still open. */
interface LastJob {
  id: string;
  summary: string;
  model: string;
  isActive: boolean;
  unread: number;
  isOpen: boolean;
  /** Whether it ended while its pull request was being opened, and nobody has asked the code host yet whether it was. */
  isUnknown: boolean;
}

/**
 * Begins work: as a message to the job with the automation's open pull request if there is one, otherwise as a new job.
 * `busy`: that job has not read its last message yet, it is unknown whether it has a pull request, or somebody else has
 * taken the feedback. New events are gathered meanwhile.
 *
 * @throws NeedsModel
 */
export async function beginWork(
  transaction: DatabaseTransaction,
  services: AutomationServices,
  of: { automation: StoredAutomation; project: Project; work: Work; at: Date },
): Promise<Begun> {
  const { automation, project, work } = of;
  const last = await lockLastJob(transaction, automation.id, work.lane);
  const busy = last && whyBusy(last);
  if (busy !== undefined) return { decision: 'busy', why: busy };
  // A message continues a job, which keeps its model.
  const model = continues(last) ? last.model : services.jobDefaults(project).model;
  if (!(await services.followsPrompt(model, automation.prompt))) throw new NeedsModel(model);
  const { feedback = [] } = work;
  if (!(await lockPendingFeedback(transaction, feedback))) return { decision: 'busy', why: feedbackTaken };
  const begun = await messageOrJob(transaction, services, of, last);
  await giveFeedback(transaction, begun.jobId, feedback);
  return begun;
}

const feedbackTaken = 'Meanwhile somebody else handles a part of it: it looks again in half a minute.';

async function messageOrJob(
  transaction: DatabaseTransaction,
  services: AutomationServices,
  { automation, project, work, at }: { automation: StoredAutomation; project: Project; work: Work; at: Date },
  last: LastJob | undefined,
): Promise<{ decision: 'job' | 'message'; jobId: string }> {
  const { organisationId } = project;
  const name = `automation ${automation.name}`;
  const actor: Actor = { kind: 'system', id: null, name, organisationId, address: null };
  if (continues(last)) {
    const prompt = promptOf(automation, work, true);
    await addMissed(transaction, last.id, work.missed ?? []);
    await acceptMessage(transaction, { projectId: project.id, jobId: last.id, prompt, now: at });
    const subject = { kind: 'job' as const, id: last.id, name: last.summary };
    await recordAction(transaction, actor, { action: 'job.message', projectId: project.id, subject });
    return { decision: 'message', jobId: last.id };
  }
  const defaults = services.jobDefaults(project);
  const { job } = await createJob(transaction, {
    ...defaults,
    project,
    prompt: promptOf(automation, work, false),
    author: { kind: actor.kind, id: actor.id, name: actor.name },
    missed: work.missed ?? [],
    now: at,
    auditEntry: ({ id, summary }) => {
      const subject = { kind: 'job' as const, id, name: summary };
      return entryOf(actor, {
        action: 'job.create',
        projectId: project.id,
        subject,
        detail: { model: defaults.model },
      });
    },
  });
  return { decision: 'job', jobId: job.id };
}

function continues(last: LastJob | undefined): last is LastJob {
  return last !== undefined && (last.isActive || last.isOpen);
}

function whyBusy({ isActive, unread, isUnknown }: LastJob): string | undefined {
  if (isActive && unread > 0) return 'The job with its pull request has not read its last message yet.';
  return isUnknown ? 'Its last job ended while it opened a pull request, which Copydesk looks for first.' : undefined;
}

/** A code host that could not be asked for so long is not waited for any longer: everything would stand still. */
const unknownHours = 1;

/** Returns whether work of a lane would have to wait for the last job now. */
export async function isLastJobBusy(db: Database, automationId: string, lane: string): Promise<boolean> {
  const last = await readLastJob(db, automationId, lane, sql``);
  return last !== undefined && whyBusy(last) !== undefined;
}

/** Locks the job until the end of the transaction: its worker cannot settle it meanwhile. */
async function lockLastJob(
  transaction: DatabaseTransaction,
  automationId: string,
  lane: string,
): Promise<LastJob | undefined> {
  return await readLastJob(transaction, automationId, lane, sql`for update of job`);
}

async function readLastJob(
  db: Database | DatabaseTransaction,
  automationId: string,
  lane: string,
  lock: RawBuilder<unknown>,
): Promise<LastJob | undefined> {
  const { rows } = await sql<LastJob>`
    select job.id, job.summary, job.model, job.status = 'active' as "isActive", job.messages - job.messages_read as unread, coalesce((
      select coalesce(here.state, delivery.pull_request_state, 'open') = 'open' from ${deliveriesOfJob}
      where delivery.job_id = job.id and delivery.finished_at is not null and delivery.pull_request_number is not null
      order by delivery.number desc limit 1
    ), false) as "isOpen", job.status <> 'active' and exists (
      select from job_delivery delivery
      where delivery.job_id = job.id and delivery.finished_at is null and delivery.reconciled_at is null
        and job.updated_at > now() - make_interval(hours => ${unknownHours})
    ) as "isUnknown"
    from job where job.status <> 'archived' and job.id = (
      select job_id from automation_run
      where automation_id = ${automationId} and lane = ${lane} and job_id is not null
      order by id desc limit 1
    ) ${lock}
  `.execute(db);
  return rows[0];
}
