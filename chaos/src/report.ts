import type { Ledger } from './ledger.ts';
import type { JobRow } from './watch/facts.ts';
import type { Runs } from './runs.ts';
import type { Violation } from './violations.ts';

/** What a run came to. */
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
  runs: Pick<Runs, 'takeovers' | 'late'>;
  pullRequests: number;
  violations: readonly Violation[];
  folder: string;
}

/** A run counts when nothing was broken, and when all that was to be done to the product was done. */
export function isGood({ violations, missing, kills, killsAsked }: Outcome): boolean {
  return violations.length === 0 && missing.length === 0 && kills >= killsAsked;
}

/** The table at the end of a run. */
export function formatTable(outcome: Outcome): string {
  const { rows, runs, faults, points } = outcome;
  const requests = [...outcome.ledger.stories.values()].flatMap((story) => story.requests);
  const accepted = (kind: string) => requests.filter((entry) => entry.kind === kind && entry.acceptedAt !== undefined);
  const calls = [...outcome.ledger.stories.values()].flatMap((story) => story.calls);
  const paid = calls.filter((call) => call.outcome !== 'refused').length;
  const by = (status: string) => rows.filter((row) => row.status === status).length;
  const waits = runs.takeovers.map(({ from, to }) => to - from).sort((a, b) => a - b);
  const seconds = (milliseconds = 0) => `${(milliseconds / 1000).toFixed(1)} s`;
  const lines: [string, string | number][] = [
    ['seed', outcome.seed],
    ['time', `${outcome.seconds.toFixed(0)} s`],
    ['processes killed', `${outcome.kills} of ${outcome.killsAsked}`],
    ...[...faults].sort().map(([name, count]): [string, number] => [`  ${name}`, count]),
    ['faults at named points', [...points.values()].reduce((sum, count) => sum + count, 0)],
    ...[...points].sort().map(([name, count]): [string, number] => [`  ${name}`, count]),
    ['jobs accepted', accepted('create').length],
    ['follow-ups accepted', accepted('message').length],
    ['jobs completed', by('completed')],
    ['jobs failed', by('failed')],
    ['jobs archived', by('archived')],
    ['jobs still active', by('active')],
    ['pull requests', outcome.pullRequests],
    ['model calls paid', paid],
    ['steps stored', outcome.storedSteps],
    ['calls paid again', paid - outcome.storedSteps],
    ['times that a job was gone on with', waits.length],
    ['time to go on, median', seconds(waits[Math.floor(waits.length / 2)])],
    ['time to go on, longest', seconds(waits.at(-1))],
    ['writes already under way when overtaken', runs.late()],
    ['violations', outcome.violations.length],
  ];
  const width = Math.max(...lines.map(([name]) => name.length)) + 2;
  return lines.map(([name, value]) => `${name.padEnd(width)}${value}`).join('\n');
}

/** A broken promise, with what is needed to find out why. */
export function formatViolation(violation: Violation, about: { seed: number; folder: string }): string {
  return [
    `VIOLATION of "${violation.rule}"`,
    `  seed ${about.seed}, job ${violation.job ?? '(all)'}`,
    `  ${violation.detail}`,
    ...violation.history.map((line) => `    ${line}`),
    `  logs: ${about.folder}`,
  ].join('\n');
}
