import path from 'node:path';
import { freePort } from '../../server/src/wiring/free-port.ts';
import { helperName } from './hosts/remote-model.ts';
import type { Sabotage } from './options.ts';
import type { FromProcess, ToProcess } from './processes/messages.ts';
import { openRoster } from './processes/roster.ts';
import type { Roster } from './processes/roster.ts';
import type { ProcessUnderTest } from './processes/start.ts';
import type { World } from './world.ts';

/** So short that a stopped worker has lost its jobs soon. */
export const leaseSeconds = 3;

/** The product at work: its processes, and what a client needs to know. */
export interface Product {
  roster: Roster;
  url: string;
  token: string;
  projects: string[];
}

/** In half of the projects the model has a helper. */
const repositories = [
  { name: 'guide', helperModel: null },
  { name: 'reference', helperModel: null },
  { name: 'handbook', helperModel: helperName },
  { name: 'tutorial', helperModel: helperName },
];

/** Starts the product on an empty data directory, with projects on repositories of the git host. */
export async function startProduct(
  world: World,
  options: { workers: number; sabotage: Sabotage; environment: NodeJS.ProcessEnv },
  stack: AsyncDisposableStack,
): Promise<Product> {
  for (const { name } of repositories) await world.repositories.create(name);
  const port = await freePort('127.0.0.1', 0);
  const answers = new Map<FromProcess['kind'], (message: FromProcess) => void>();
  const roster = await openRoster({
    ...world,
    environment: {
      PATH: options.environment.PATH,
      CHAOS_SABOTAGE: options.sabotage,
      ...settings(world.dataDirectory, port),
      // Started hundreds of times, the sources are compiled once.
      NODE_COMPILE_CACHE: path.join(world.folder, 'compiled'),
    },
    workers: options.workers,
    hosts: { codeHost: world.codeHost.url, model: world.modelHost.url },
    onMessage(process, message) {
      hear(world, process, message);
      answers.get(message.kind)?.(message);
    },
    onEnd: (process) => world.runs.died(process.name),
  });
  stack.defer(() => roster.close());

  const ask = async <K extends 'project' | 'key'>(request: ToProcess & { kind: K }) => {
    const answer = new Promise<FromProcess>((resolve) => {
      answers.set(request.kind, resolve);
    });
    roster.server().send(request);
    return await answer;
  };
  const projects: string[] = [];
  for (const { name, helperModel } of repositories) {
    const made = await ask({ kind: 'project', name, repository: world.gitHost.urlOf(name), helperModel });
    if (made.kind !== 'project') continue;
    projects.push(made.id);
    world.repositoryOf.set(made.id, name);
  }
  const key = await ask({ kind: 'key' });
  const token = key.kind === 'key' ? key.token : '';
  return { roster, url: `http://127.0.0.1:${port}`, token, projects };
}

function settings(dataDirectory: string, port: number): Record<string, string> {
  return {
    COPYDESK_DATA_DIR: dataDirectory,
    COPYDESK_PORT: String(port),
    COPYDESK_MODEL: 'chaos/writer',
    COPYDESK_LEASE_SECONDS: String(leaseSeconds),
    COPYDESK_QUOTA_CREATE: '100000',
    COPYDESK_QUOTA_MESSAGE: '100000',
    COPYDESK_PROJECT_CONCURRENCY: '50',
    // Few, so that a kill strikes few: a job that is struck seven times at one step has to fail.
    COPYDESK_WORKER_CONCURRENCY: '4',
  };
}

function hear({ runs, points }: World, process: ProcessUnderTest, message: FromProcess): void {
  if (message.kind === 'lost') runs.lost(process.name, message.job);
  if (message.kind === 'lease') runs.leased(process.name, message.job, message.epoch);
  if (message.kind !== 'reach') return;
  runs.reached(process.name, message.point, message.job, message.epoch);
  points.reached(process, message);
}
