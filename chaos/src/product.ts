import path from 'node:path';
import type { Machine } from './machines/machine.ts';
import { makeProjects } from './machines/projects.ts';
import type { Sabotage } from './options.ts';
import type { FromProcess, ToProcess } from './processes/messages.ts';
import { openRoster } from './processes/roster.ts';
import type { Roster } from './processes/roster.ts';
import type { ProcessUnderTest } from './processes/start.ts';
import type { World } from './world.ts';

/** So short that a stopped worker soon loses its jobs. */
export const leaseSeconds = 3;

/** The running product: its processes, and what a client needs to know. */
export interface Product {
  roster: Roster;
  /** The address of the API on each machine. */
  urls: readonly string[];
  token: string;
  projects: string[];
  /** Lets the jobs of a project read another repository, and its automations watch it. */
  addContext: (context: { project: string; name: string; repository: string }) => Promise<void>;
  /** Its settings, except those of a machine. */
  environment: Record<string, string | undefined>;
}

/** Starts the product on empty data directories, with projects on repositories of the git host and on disks. */
export async function startProduct(
  world: World,
  options: {
    workers: number;
    sabotage: Sabotage;
    environment: NodeJS.ProcessEnv;
    /** More settings than those of every run. */
    settings?: Record<string, string>;
  },
  stack: AsyncDisposableStack,
): Promise<Product> {
  const answers = new Map<FromProcess['kind'], (message: FromProcess) => void>();
  const environment = {
    PATH: options.environment.PATH,
    CHAOS_SABOTAGE: options.sabotage,
    ...settings,
    ...options.settings,
    // Processes start hundreds of times, so the sources are compiled only once.
    NODE_COMPILE_CACHE: options.environment.NODE_COMPILE_CACHE ?? path.join(world.folder, 'compiled'),
  };
  const roster = await openRoster({
    ...world,
    environment,
    workers: options.workers,
    hosts: { codeHost: world.codeHost.url, model: world.modelHost.url },
    onMessage(process, message) {
      handleMessage(world, process, message);
      if (message.kind === 'reach') world.whereabouts.worked(message.job, roster.machineOf(process).name);
      answers.get(message.kind)?.(message);
    },
    onEnd: (process) => world.runs.died(process.name),
  });
  stack.defer(() => roster.close());

  const ask = async (machine: Machine, request: Exclude<ToProcess, { kind: 'go' }>): Promise<FromProcess> => {
    const answer = new Promise<FromProcess>((resolve) => {
      answers.set(request.kind === 'disk-project' ? 'project' : request.kind, resolve);
    });
    roster.server(machine).send(request);
    return await answer;
  };
  const projects = await makeProjects(world, ask);
  const [first] = world.machines;
  const key = first && (await ask(first, { kind: 'key' }));
  const token = key?.kind === 'key' ? key.token : '';
  const addContext: Product['addContext'] = async (context) => {
    if (first !== undefined) await ask(first, { kind: 'context', ...context });
  };
  return { roster, urls: world.machines.map(({ url }) => url), token, projects, addContext, environment };
}

const settings = {
  COPYDESK_MODEL: 'chaos/writer',
  COPYDESK_LEASE_SECONDS: String(leaseSeconds),
  COPYDESK_QUOTA_CREATE: '100000',
  COPYDESK_QUOTA_MESSAGE: '100000',
  COPYDESK_PROJECT_CONCURRENCY: '50',
  // Few, so that a kill hits few jobs: a job that is hit seven times at one step has to fail.
  COPYDESK_WORKER_CONCURRENCY: '4',
};

function handleMessage({ runs, points }: World, process: ProcessUnderTest, message: FromProcess): void {
  if (message.kind === 'lost') runs.lost(process.name, message.job);
  if (message.kind === 'lease') runs.leased(process.name, message.job, message.epoch);
  if (message.kind !== 'reach') return;
  runs.reached(process.name, message.point, message.job, message.epoch);
  points.reached(process, message);
}
