import type { AutomationDryRun } from '@copydesk/contract';
import { readAverage } from '../jobs/usage/costs.ts';
import type { Project } from '../projects/project.ts';
import type { StoredAutomation } from './automation.ts';
import type { Simulation } from './kinds/kind.ts';
import { kindOf } from './kinds/kinds.ts';
import { needsModelWords } from './needs-model.ts';
import type { AutomationServices } from './ports.ts';
import { quietUntil } from './quiet-hours.ts';

const dayMilliseconds = 86_400_000;

/** How many past days are simulated. */
const days = 30;

/**
 * Returns what an automation would have done in the last 30 days, within its limits, and what that would have cost by
 * the average of the measured jobs. Begins nothing.
 */
export async function dryRun(
  services: AutomationServices,
  automation: StoredAutomation,
  { project, now }: { project: Project; now: Date },
): Promise<AutomationDryRun> {
  const from = new Date(now.getTime() - days * dayMilliseconds);
  const simulation = await kindOf(automation.trigger).simulate({ from, to: now }, { project, services });
  const average = await averageOf(services, automation, project);
  const runs = withinLimits(automation, simulation, average?.costUsd ?? null);
  const jobs = runs.filter(({ decision }) => decision === 'job').reduce((sum, { works }) => sum + works, 0);
  const cost = average?.costUsd ?? null;
  return {
    from: from.toISOString(),
    to: now.toISOString(),
    runs: runs.slice(-mostShown).map(({ at, decision, why }) => ({ at: at.toISOString(), decision, why })),
    jobs,
    costUsd: jobs === 0 ? 0 : cost === null ? null : Math.round(cost * jobs * 1e6) / 1e6,
    average: average ?? null,
    notes: [
      ...(await modelNotes(services, automation, project)),
      ...simulation.notes,
      ...notesOf({ runs: runs.length, average }),
    ],
  };
}

async function modelNotes(
  { jobDefaults, followsPrompt }: AutomationServices,
  { prompt }: StoredAutomation,
  project: Project,
): Promise<string[]> {
  const { model } = jobDefaults(project);
  return (await followsPrompt(model, prompt)) ? [] : [needsModelWords(model)];
}

const mostShown = 500;

interface Average {
  costUsd: number | null;
  jobs: number;
  of: 'automation' | 'project';
}

async function averageOf(
  { db, jobDefaults }: AutomationServices,
  { id }: StoredAutomation,
  project: Project,
): Promise<Average | undefined> {
  const { model } = jobDefaults(project);
  const begun = await db
    .selectFrom('automation_run')
    .select('job_id')
    .distinct()
    .where('automation_id', '=', id)
    .where('job_id', 'is not', null)
    .orderBy('job_id', 'desc')
    .limit(mostMeasured)
    .execute();
  const own = begun.flatMap(({ job_id: jobId }) => jobId ?? []);
  const ofOwn = own.length === 0 ? undefined : await readAverage(db, project.id, model, own);
  if (ofOwn !== undefined) return { costUsd: ofOwn.costUsd, jobs: ofOwn.jobs, of: 'automation' };
  const ofAll = await readAverage(db, project.id, model);
  return ofAll && { costUsd: ofAll.costUsd, jobs: ofAll.jobs, of: 'project' };
}

const mostMeasured = 100;

type SimulatedRun = Simulation['checks'][number] & { decision: 'job' | 'nothing' | 'put_off' };

/** Applies the limits of the automation to its simulated checks, in their order. */
function withinLimits({ limits }: StoredAutomation, { checks }: Simulation, costUsd: number | null): SimulatedRun[] {
  const begun: number[] = [];
  return checks.map((check) => {
    const time = check.at.getTime();
    if (check.works === 0) return { ...check, decision: 'nothing' };
    const quiet = limits.quietHours === null ? undefined : quietUntil(limits.quietHours, check.at);
    const at = quiet ?? check.at;
    const today = begun.filter((one) => one > time - dayMilliseconds).length;
    const month = begun.filter((one) => isSameMonth(new Date(one), at)).length;
    const left = limits.jobsPerDay - today;
    if (left <= 0) return { ...check, decision: 'put_off', why: `${check.why} The limit of a day was reached.` };
    const isSpent = limits.usdPerMonth !== null && costUsd !== null && month * costUsd >= limits.usdPerMonth;
    if (isSpent) return { ...check, decision: 'put_off', why: `${check.why} The limit of a month was reached.` };
    const works = Math.min(left, check.works);
    begun.push(...Array.from({ length: works }, () => at.getTime()));
    const late = quiet === undefined ? '' : ' It would have waited for the end of the quiet hours.';
    return { ...check, at, works, decision: 'job', why: `${check.why}${late}` };
  });
}

function isSameMonth(one: Date, other: Date): boolean {
  return one.toISOString().slice(0, 7) === other.toISOString().slice(0, 7);
}

function notesOf({ runs, average }: { runs: number; average: Average | undefined }): string[] {
  const notes = [
    'A job whose pull request was still open would have been given a message instead: that costs about as much.',
  ];
  if (average === undefined)
    notes.push('No job of the project was completed with this model yet, so the cost is unknown.');
  else if (average.costUsd === null)
    notes.push('The cost of this model is unknown: set its price in COPYDESK_MODEL_PRICES.');
  if (runs > mostShown) notes.push(`Of ${runs} runs, the last ${mostShown} are listed; all are counted.`);
  return notes;
}
