import type { ReadMostTrigger } from '@copydesk/contract';
import { z } from 'zod';
import type { DocsFile, DocsPages } from '../../ports.ts';
import type { Finding, Kind, CheckedProject, CheckInput } from '../kind.ts';
import { describeTime, timed, timesWithin } from '../timed.ts';
import { mentionedChanges } from './mentioned.ts';

const day = 86_400_000;

/** The texts of so many pages are read: those with the most views and the greatest age. */
const mostRead = 100;

/** Pages that were given to a job, with the time. */
const State = z.object({ given: z.record(z.string(), z.number()) }).catch({ given: {} });

/** A page with the reasons to review it. */
interface Candidate {
  path: string;
  views: number;
  ageDays: number;
  /** Changes of the product since the page was last changed, in files that it mentions. */
  changes: number;
  score: number;
}

/**
 * Ranks pages by views × age × changes of the product that they mention since they were last changed, at fixed times. A
 * page that a job was given is not given again before it is as old again.
 */
export function readMost(trigger: ReadMostTrigger): Kind {
  return {
    ...timed(trigger),
    async check(input, of) {
      const { candidates, isCounted } = await candidatesOf(trigger, input, of);
      return findingOf(trigger, input, { candidates, isCounted });
    },
    async simulate(within, of) {
      const times = timesWithin(trigger, within);
      const input = { at: within.to, begunBy: 'time' as const, dueAt: undefined, events: [], state: {} };
      const { candidates } = await candidatesOf(trigger, input, of);
      const checks = times.map((at, place) => {
        const chosen = candidates.slice(place * trigger.pages, (place + 1) * trigger.pages);
        return {
          at,
          works: chosen.length > 0 ? 1 : 0,
          why: chosen.length === 0 ? nothingToReview(trigger) : describePages(chosen),
        };
      });
      return { checks, notes: ['The estimate uses the pages and views of today.'] };
    },
  };
}

async function candidatesOf(
  { minViews, minAgeDays }: ReadMostTrigger,
  { at, state }: Pick<CheckInput, 'at' | 'state'>,
  { services, project }: CheckedProject,
): Promise<{ candidates: Candidate[]; isCounted: boolean }> {
  const { given } = State.parse(state);
  const pages = await services.sources.pages(project);
  if (pages.views === undefined) return { candidates: [], isCounted: false };
  const ageOf = ({ touchedAt }: DocsFile): number => (at.getTime() - touchedAt.getTime()) / day;
  const old = pages.files.filter((file) => {
    const givenAt = given[file.path] ?? 0;
    return ageOf(file) >= minAgeDays && at.getTime() - givenAt >= minAgeDays * day;
  });
  const views = await pages.views(old.map(({ path }) => path));
  const read = old.flatMap((file) => {
    const { human = 0, ai = 0 } = views.get(file.path) ?? {};
    return human + ai < minViews ? [] : [{ file, views: human + ai, ageDays: ageOf(file) }];
  });
  const best = read.toSorted((one, other) => other.views * other.ageDays - one.views * one.ageDays).slice(0, mostRead);
  const touches = best.length === 0 ? [] : await services.sources.productTouches(project);
  const candidates: Candidate[] = [];
  for (const { file, views: seen, ageDays } of best) {
    const changes = await changesOf(pages, file, touches);
    const score = seen * ageDays * (1 + changes);
    candidates.push({ path: file.path, views: seen, ageDays: Math.floor(ageDays), changes, score });
  }
  candidates.sort((one, other) => other.score - one.score || (one.path < other.path ? -1 : 1));
  return { candidates, isCounted: true };
}

async function changesOf(
  pages: DocsPages,
  { path, touchedAt }: DocsFile,
  touches: readonly { at: Date; files: string[] }[],
): Promise<number> {
  if (touches.length === 0) return 0;
  const text = await pages.text(path);
  return text === undefined ? 0 : mentionedChanges(text, touchedAt, touches);
}

function findingOf(
  trigger: ReadMostTrigger,
  input: CheckInput,
  { candidates, isCounted }: { candidates: readonly Candidate[]; isCounted: boolean },
): Finding {
  const why = describeTime(trigger, input);
  if (!isCounted)
    return { work: [], why: `${why} The project collects no page views, so it is unknown which pages are read most.` };
  const chosen = candidates.slice(0, trigger.pages);
  if (chosen.length === 0) return { work: [], why: `${why} ${nothingToReview(trigger)}` };
  const summary = `${why} ${describePages(chosen)}`;
  const lines = chosen.map(
    ({ path, views, ageDays, changes }) =>
      `${path}  (${views} views in 30 days, not changed for ${ageDays} days, ${changes} changes of the product that it mentions since)`,
  );
  const { given } = State.parse(input.state);
  const newly = chosen.map(({ path }): [string, number] => [path, input.at.getTime()]);
  return {
    work: [{ lane: '', why: summary, links: [], material: [{ title: 'Pages', text: lines.join('\n') }] }],
    why: summary,
    state: () => ({ given: Object.fromEntries([...Object.entries(given), ...newly].slice(-mostRemembered)) }),
  };
}

const mostRemembered = 5_000;

function nothingToReview({ minViews, minAgeDays }: ReadMostTrigger): string {
  return `No page with ${minViews} views in 30 days was left unchanged for ${minAgeDays} days.`;
}

function describePages(chosen: readonly Candidate[]): string {
  const [first] = chosen;
  const most =
    first === undefined ? '' : `, first of all ${first.path} with ${first.views} views and ${first.ageDays} days`;
  return `${chosen.length} ${chosen.length === 1 ? 'page is' : 'pages are'} read and old${most}.`;
}
