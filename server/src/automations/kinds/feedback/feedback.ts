import type { FeedbackTrigger } from '@copydesk/contract';
import type { PastReport, ReportedPage } from '../../ports.ts';
import type { CheckedProject, Finding, Kind, Material, Simulation } from '../kind.ts';
import { describeTime, timed, timesWithin } from '../timed.ts';

const day = 86_400_000;

/** How much of what readers wrote one job is given, in characters: the rest stays pending. */
const mostCharacters = 15_000;

/** How many reports one job is given, votes without a word included. */
const mostReports = 300;

/** How many past reports a dry run reads. */
const mostSimulated = 5_000;

/** Finds pages about which readers reported enough, at fixed times, and lets a job handle these reports. */
export function feedback(trigger: FeedbackTrigger): Kind {
  return {
    ...timed(trigger),
    async check(input, { project, services }) {
      const { days, minReports, pages } = trigger;
      const dateFrom = new Date(input.at.getTime() - days * day);
      const asked = { dateFrom, dateTo: input.at, minReports, pages };
      return findingOf(trigger, await services.sources.reportedPages(project, asked), describeTime(trigger, input));
    },
    simulate: async (within, of) => await simulate(trigger, within, of),
  };
}

function findingOf(trigger: FeedbackTrigger, pages: readonly ReportedPage[], why: string): Finding {
  if (pages.length === 0) return { work: [], why: `${why} ${nothingReported(trigger)}` };
  const { taken, material, ids } = workOf(pages);
  const summary = `${why} ${describeCount(trigger, pages.length)}`;
  const listed = taken.map(({ page: { path, count }, given: some }) => {
    const howMany = some === count ? `${count}` : `${some} of ${count}`;
    return `${path.slice(0, 200)} (${howMany})`;
  });
  const left = pages.length - taken.length;
  const rest = left > 0 ? ` ${left} more did not fit into one prompt, and wait.` : '';
  // Anybody can send a path: only the list of runs shows it outside the material.
  const listedWhy = `${summary} Given to the job: ${listed.join(', ')}.${rest}`;
  return { work: [{ lane: '', why: summary, listedWhy, links: [], material, feedback: ids }], why: summary };
}

function nothingReported({ minReports, days }: FeedbackTrigger): string {
  return `No page has ${reportsOf(minReports)} of the last ${days} days that no job got.`;
}

function describeCount({ minReports, days }: FeedbackTrigger, pages: number): string {
  const which = pages === 1 ? '1 page has' : `${pages} pages have`;
  return `${which} at least ${reportsOf(minReports)} of the last ${days} days.`;
}

function reportsOf(count: number): string {
  return count === 1 ? '1 report' : `${count} reports`;
}

/** Takes as many reports as fit into a prompt, beginning with the page that has the most. */
function workOf(pages: readonly ReportedPage[]) {
  const material: Material[] = [];
  const votes: string[] = [];
  const ids: string[] = [];
  const taken: { page: ReportedPage; given: number }[] = [];
  let left = mostCharacters;
  for (const page of pages) {
    const before = ids.length;
    let silent = 0;
    for (const { id, text } of page.reports) {
      if (ids.length >= mostReports || text.length > left) continue;
      left -= text.length;
      ids.push(id);
      if (text === '') silent += 1;
      else material.push({ title: `Reader ${material.length + 1}`, text });
    }
    const here = ids.length - before;
    if (here > 0) taken.push({ page, given: here });
    if (silent > 0) votes.push(`${page.path.slice(0, longestPath)}  (${silent})`);
  }
  if (votes.length > 0) material.push({ title: 'Not helpful, without a word', text: votes.join('\n') });
  return { taken, material, ids };
}

const longestPath = 120;

/** Goes through the past times with the reports that were pending then. */
async function simulate(
  trigger: FeedbackTrigger,
  { from, to }: { from: Date; to: Date },
  { project, services }: CheckedProject,
): Promise<Simulation> {
  const dateFrom = new Date(from.getTime() - trigger.days * day);
  const reports = await services.sources.reports(project, { dateFrom, dateTo: to, limit: mostSimulated });
  const given = new Map<string, number>();
  const checks = timesWithin(trigger, { from, to }).map((at) => {
    const pages = reportedAt(trigger, reports, { at: at.getTime(), given });
    for (const page of pages) given.set(page, at.getTime());
    const why = pages.length === 0 ? nothingReported(trigger) : describeCount(trigger, pages.length);
    return { at, works: pages.length === 0 ? 0 : 1, why };
  });
  const notes = ['A report counts until its state last changed: earlier changes are unknown.'];
  if (reports.length === mostSimulated) notes.push(`Only the last ${mostSimulated} reports were read.`);
  return { checks, notes };
}

function reportedAt(
  { days, minReports, pages }: FeedbackTrigger,
  reports: readonly PastReport[],
  { at, given }: { at: number; given: ReadonlyMap<string, number> },
): string[] {
  const counts = new Map<string, number>();
  for (const { path, at: reported, handledAt } of reports) {
    const time = reported.getTime();
    const isWithin = time < at && time >= at - days * day && time >= (given.get(path) ?? 0);
    if (isWithin && (handledAt === null || handledAt.getTime() > at)) counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  const enough = [...counts].filter(([, count]) => count >= minReports);
  return enough
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, pages)
    .map(([path]) => path);
}
