import type { NotFoundTrigger } from '@copydesk/contract';
import { z } from 'zod';
import type { MissedPath } from '../../ports.ts';
import type { Finding, Kind, CheckedProject, Work } from '../kind.ts';
import { describeTime, timed, timesWithin } from '../timed.ts';

const day = 86_400_000;

/** How many paths one job is given. */
const mostPaths = 50;

/** Paths that were given to a job, with the time. */
const State = z.object({ given: z.record(z.string(), z.number()) }).catch({ given: {} });

/** Finds missing paths that enough different readers requested, at fixed times. */
export function notFound(trigger: NotFoundTrigger): Kind {
  const missedAt = async (at: Date, { project, services }: CheckedProject): Promise<MissedPath[]> => {
    const { days, from, minReaders } = trigger;
    const asked = { dateFrom: new Date(at.getTime() - days * day), dateTo: at, from, minReaders, limit: mostPaths * 4 };
    return await services.sources.missed(project, asked);
  };

  return {
    ...timed(trigger),
    async check(input, of) {
      const { at } = input;
      const { given } = State.parse(input.state);
      const missed = await missedAt(at, of);
      return findingOf(trigger, { missed, given, at, why: describeTime(trigger, input) });
    },
    async simulate(within, of) {
      const times = timesWithin(trigger, within);
      let given: Record<string, number> = {};
      const checks = [];
      for (const at of times.slice(-mostSimulated)) {
        const finding = findingOf(trigger, { missed: await missedAt(at, of), given, at, why: '' });
        ({ given } = State.parse(finding.state?.(new Set()) ?? { given }));
        checks.push({ at, works: finding.work.length, why: finding.why.trim() });
      }
      return { checks, notes: notesOf(times.length) };
    },
  };
}

/** How many checks are simulated: each reads the page views of its days. */
const mostSimulated = 60;

function notesOf(times: number): string[] {
  const all = ['What jobs would have fixed is not subtracted from later requests.'];
  return times > mostSimulated ? [...all, `Only the last ${mostSimulated} of its ${times} times were checked.`] : all;
}

/** Leaves out paths that a job was given, while the range of days may still contain requests from before it. */
function findingOf(
  { days, minReaders, from }: NotFoundTrigger,
  { missed, given, at, why }: { missed: readonly MissedPath[]; given: Record<string, number>; at: Date; why: string },
): Finding {
  const recent = Object.entries(given).filter(([, time]) => time > at.getTime() - 2 * days * day);
  const known = new Map(recent);
  const fresh = missed.filter(({ path }) => !known.has(path)).slice(0, mostPaths);
  const readers = { ai: 'AI readers', people: 'people', both: 'readers' }[from];
  if (fresh.length === 0) {
    const before = missed.length > 0 ? `, besides ${missed.length} that a job already got` : '';
    const none = `No missing path was requested by ${minReaders} different ${readers} within ${days} days${before}.`;
    return { work: [], why: `${why} ${none}`.trim() };
  }
  const finding = `${fresh.length} ${fresh.length === 1 ? 'missing path' : 'missing paths'} ${fresh.length === 1 ? 'was' : 'were'} requested by at least ${minReaders} different ${readers} within ${days} days.`;
  const newly = fresh.map(({ path }): [string, number] => [path, at.getTime()]);
  return {
    work: [workOf(fresh, `${why} ${finding}`.trim())],
    why: `${why} ${finding}`.trim(),
    state: () => ({ given: Object.fromEntries([...recent, ...newly].slice(-mostRemembered)) }),
  };
}

const mostRemembered = 2_000;

function workOf(missed: readonly MissedPath[], why: string): Work {
  const lines = missed.map(
    ({ path, human, ai, readers }) =>
      `${path.slice(0, 300)}  (people ${human}, AI ${ai}, different readers ${readers} or more)`,
  );
  const material = [{ title: 'Paths that are not there, for repair_not_found', text: lines.join('\n') }];
  return { lane: '', why, links: [], material, missed: missed.map(({ path, human, ai }) => ({ path, human, ai })) };
}
