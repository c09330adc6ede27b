import type { AutomationEvent } from './automations/automations.ts';
import type { Call, Ledger } from './ledger.ts';
import type { JobRow } from './watch/facts.ts';
import type { Patience } from './patience.ts';
import type { Runs } from './runs.ts';
import type { Violation } from './violations.ts';

/** The result of a run. */
export interface Outcome {
  seed: number;
  seconds: number;
  kills: number;
  killsAsked: number;
  /** How often each kind of fault really happened, and those kinds that never did. */
  faults: ReadonlyMap<string, number>;
  missing: readonly string[];
  /** Faults at each named place. */
  points: ReadonlyMap<string, number>;
  ledger: Ledger;
  rows: readonly JobRow[];
  storedSteps: number;
  storedHelp: number;
  /** Turns that failed checks have caused. */
  rounds: number;
  runs: Pick<Runs, 'takeovers' | 'lapsed' | 'late'>;
  patience: Pick<Patience, 'largestFactor'>;
  pullRequests: number;
  /** What automations had to account for. */
  events: readonly AutomationEvent[];
  /** Their runs, by decision. */
  decisions: readonly { decision: string; count: number }[];
  violations: readonly Violation[];
  folder: string;
}

/** A run counts when no rule was broken, and when everything planned was done to the product. */
export function isGood({ violations, missing, kills, killsAsked }: Outcome): boolean {
  return violations.length === 0 && missing.length === 0 && kills >= killsAsked;
}

/** Formats the table at the end of a run. */
export function formatTable(outcome: Outcome): string {
  const lines = [...faultLines(outcome), ...jobLines(outcome), ...automationLines(outcome), ...costLines(outcome)];
  const width = Math.max(...lines.map(([name]) => name.length)) + 2;
  return lines.map(([name, value]) => `${name.padEnd(width)}${value}`).join('\n');
}

type Line = [name: string, value: string | number];

function faultLines({ seed, seconds, kills, killsAsked, faults, points, patience }: Outcome): Line[] {
  return [
    ['seed', seed],
    ['time', `${seconds.toFixed(0)} s`],
    ['limits of time, as the machine was busy', `up to ${patience.largestFactor().toFixed(1)} times as long`],
    ['processes killed', `${kills} of ${killsAsked}`],
    ['faults', sum(faults.values())],
    ...indented(faults),
    ['of them at a named point', sum(points.values())],
    ...indented(points),
  ];
}

function jobLines({ ledger, rows, pullRequests, rounds }: Outcome): Line[] {
  const requests = [...ledger.stories.values()].flatMap((story) => story.requests);
  const accepted = (kind: string) => requests.filter((entry) => entry.kind === kind && entry.acceptedAt !== undefined);
  const inStatus = (status: string) => rows.filter((row) => row.status === status).length;
  return [
    ['jobs accepted', accepted('create').length],
    ['follow-ups accepted', accepted('message').length],
    ...['completed', 'failed', 'archived', 'active'].map((status): Line => [`jobs ${status}`, inStatus(status)]),
    ['pull requests', pullRequests],
    ['turns that failed checks led to', rounds],
  ];
}

function automationLines({ events, decisions }: Outcome): Line[] {
  return [
    ['events of automations', events.length],
    ['  of them by jobs of Copydesk', events.filter(({ isOwn }) => isOwn).length],
    ['runs of automations', sum(decisions.map(({ count }) => count))],
    ...decisions.map(({ decision, count }): Line => [`  ${decision}`, count]),
  ];
}

function costLines({ ledger, storedSteps, storedHelp, runs, violations }: Outcome): Line[] {
  const stories = [...ledger.stories.values()];
  const paid = paidOf(stories.flatMap((story) => story.calls));
  const paidHelp = paidOf(stories.flatMap((story) => story.helperCalls));
  const waits = runs.takeovers.map(({ job, from, to }) => ({ job, time: to - from })).sort((a, b) => a.time - b.time);
  const longest = waits.at(-1);
  return [
    ['model calls paid', paid],
    ['steps stored', storedSteps],
    ['calls paid again', paid - storedSteps],
    ['calls of the helper paid', paidHelp],
    ['calls of the helper paid again', paidHelp - storedHelp],
    ['jobs taken over', waits.length],
    ['time to go on, median', formatSeconds(waits[Math.floor(waits.length / 2)]?.time)],
    ['time to go on, longest', `${formatSeconds(longest?.time)} ${longest === undefined ? '' : `(${longest.job})`}`],
    ['leases that ran out without a fault', runs.lapsed()],
    ['writes under way when overtaken', runs.late()],
    ['violations', violations.length],
  ];
}

function paidOf(calls: readonly Pick<Call, 'outcome'>[]): number {
  return calls.filter(({ outcome }) => outcome !== 'refused').length;
}

function indented(counts: ReadonlyMap<string, number>): Line[] {
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, count]): Line => [`  ${name}`, count]);
}

function sum(counts: Iterable<number>): number {
  return Array.from(counts).reduce((total, count) => total + count, 0);
}

function formatSeconds(milliseconds = 0): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** Formats a broken rule, with what is needed to find out why. */
export function formatViolation(violation: Violation, about: { seed: number; folder: string }): string {
  return [
    `VIOLATION of "${violation.rule}"`,
    `  seed ${about.seed}, job ${violation.job ?? '(all)'}`,
    `  ${violation.detail}`,
    ...violation.history.map((line) => `    ${line}`),
    `  logs: ${about.folder}`,
  ].join('\n');
}
