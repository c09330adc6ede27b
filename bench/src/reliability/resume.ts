import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { median } from '../support/figures.ts';
import type { Row } from '../support/figures.ts';
import { createJob } from './api.ts';
import { startDesk } from './desk.ts';
import type { Desk } from './desk.ts';
import { monotonicMilliseconds } from './waiting-model.ts';

const rounds = 5;
const roundsOfWaiting = 3;
/** The default of `COPYDESK_LEASE_SECONDS`. */
const leaseSeconds = 10;

/** Measures how soon a job continues whose process was killed, or stopped, during a model call. */
export async function measureResume(directory: string, repository: string): Promise<Row[]> {
  const trial = { dataDirectory: path.join(directory, 'killed'), repository };
  // A server that runs has been started before: this one stores the compiled code.
  await (await startDesk({ dataDirectory: trial.dataDirectory }))[Symbol.asyncDispose]();
  const alone = await repeat(rounds, () => killAndStart(trial, false));
  const withDatabase = await repeat(rounds, () => killAndStart(trial, true));
  const beside = await repeat(rounds, () => besideAnother(trial, 'SIGKILL'));
  const stopped = await repeat(roundsOfWaiting, () => besideAnother(trial, 'SIGSTOP'));
  return [
    rowOf('killed: from the start of the next process to the model', alone, 2),
    rowOf('  the embedded PostgreSQL with it', withDatabase, 2),
    rowOf('  to the model of another worker beside it', beside, leaseSeconds + 2),
    rowOf('stopped: to the model of another worker', stopped, leaseSeconds + 2),
  ];
}

interface Trial {
  dataDirectory: string;
  repository: string;
}

/** Both the goal and the figure are those of the slowest round. */
function rowOf(name: string, seconds: number[], atMost: number): Row {
  const label = `${name} (median ${median(seconds).toFixed(2)} s), slowest of ${seconds.length}`;
  return { name: label, value: Math.max(...seconds), unit: 's', atMost };
}

async function repeat(count: number, round: () => Promise<number>): Promise<number[]> {
  const seconds: number[] = [];
  for (let index = 0; index < count; index += 1) seconds.push(await round());
  return seconds;
}

/**
 * Returns the seconds from the start of the process that replaces a killed one until it has called the model for the
 * same job.
 */
async function killAndStart(trial: Trial, withDatabase: boolean): Promise<number> {
  const { dataDirectory } = trial;
  await using killed = await startDesk({ dataDirectory });
  const page = await holdOneJob(killed, trial);
  await killed.signal('SIGKILL');
  if (withDatabase) process.kill(await databaseProcess(dataDirectory), 'SIGKILL');
  const startedAt = monotonicMilliseconds();
  await using next = await startDesk({ dataDirectory });
  const { at } = await next.called((call) => call.page === page);
  await finish(next);
  return (at - startedAt) / 1000;
}

/**
 * Returns the seconds from a signal to the only process that works on the job until another worker has called the model
 * for it.
 */
async function besideAnother(trial: Trial, signal: 'SIGKILL' | 'SIGSTOP'): Promise<number> {
  const { dataDirectory } = trial;
  await using first = await startDesk({ dataDirectory });
  const page = await holdOneJob(first, trial);
  await using other = await startDesk({ dataDirectory, role: 'work' });
  // Long enough that the other worker has polled the queue, and the first has renewed its lease.
  await setTimeout(5_000);
  const signalledAt = monotonicMilliseconds();
  await first.signal(signal);
  const { at } = await other.called((call) => call.page === page);
  if (signal === 'SIGSTOP') await first.signal('SIGKILL');
  await finish(other);
  return (at - signalledAt) / 1000;
}

/** Creates a job, and waits until its model has been called. Returns its page, which no earlier round used. */
async function holdOneJob(desk: Desk, { repository }: Trial): Promise<number> {
  const name = `round ${monotonicMilliseconds()}`;
  const place = { url: desk.url, token: await desk.createKey(), projectId: await desk.createProject(name, repository) };
  const page = Math.floor(Math.random() * 5_000);
  await createJob(place, page);
  await desk.called((call) => call.page === page);
  return page;
}

/** Lets the job end, so that the next round finds an empty queue. */
async function finish(desk: Desk): Promise<void> {
  desk.answer();
  await desk.called((call) => call.answered === 2);
  await setTimeout(1_000);
}

/** Returns the id of the first process of the embedded PostgreSQL, from its own file. */
async function databaseProcess(dataDirectory: string): Promise<number> {
  const names = await readdir(dataDirectory, { recursive: true });
  const file = names.find((name) => path.basename(name) === 'postmaster.pid');
  if (file === undefined) throw new Error('The embedded PostgreSQL does not run.');
  return Number((await readFile(path.join(dataDirectory, file), 'utf8')).split('\n')[0]);
}
