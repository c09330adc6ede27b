import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { startWebhooks } from '../hosts/webhooks.ts';
import { killMachine, untilJobsReportWaiting } from '../faults/machine-faults.ts';
import { openClient } from '../load/client.ts';
import type { Story } from '../ledger.ts';
import type { Machine } from '../machines/machine.ts';
import { leaseSeconds, startProduct } from '../product.ts';
import type { Product } from '../product.ts';
import { chanceOf } from '../random.ts';
import type { Violation } from '../violations.ts';
import type { JobRow } from '../watch/facts.ts';
import { checkSettled } from '../watch/settled.ts';
import { openWorld } from '../world.ts';
import type { World } from '../world.ts';
import { postBatch, rowsOf, tally, untilSettled } from './batch.ts';
import { mirrorPlace, restoreOn, untilMirrored } from './take-over.ts';

export interface LossOptions {
  /**
   * The size of the first batch. Right before the loss and after it, an eighth as many are started, and at least one
   * for each project.
   */
  jobs: number;
  /** Workers of each machine. */
  workers: number;
  seed: number;
  /** The folder for logs, data and repositories; it already exists. */
  folder: string;
  environment: NodeJS.ProcessEnv;
  onViolation: (violation: Violation) => void;
  onProgress: (line: string) => void;
  now: () => number;
}

/** The results, stage by stage: how many jobs have which status. */
export interface LossOutcome {
  seconds: number;
  /** While all machines work. */
  together: Record<string, number>;
  /** While one is lost: the jobs that do not need it, and those that do. */
  others: Record<string, number>;
  waiting: Record<string, number>;
  /**
   * After the other has taken over the kept repository of the lost one: the jobs of that repository, and those of the
   * lost disk.
   */
  takenOver: Record<string, number>;
  stillWaiting: Record<string, number>;
  /** After the lost machine is back. */
  back: Record<string, number>;
  violations: Violation[];
}

interface Run extends LossOptions {
  world: World;
  product: Product;
  client: ReturnType<typeof openClient>;
  lost: Machine;
  other: Machine;
}

/**
 * Lets two machines work on all kinds of repositories, takes one away permanently, and checks whether the other can
 * continue.
 */
export async function runLoss(options: LossOptions): Promise<LossOutcome> {
  const startedAt = options.now();
  await using stack = new AsyncDisposableStack();
  const run = await open(options, stack);
  const { world, product } = run;
  const together = await workTogether(run);
  const few = Math.max(product.projects.length, Math.ceil(options.jobs / 8));
  const before = await begin(run, { name: 'b', jobs: few });
  const { release } = await killMachine(faultContextOf(run), run.lost);
  const early = settledOf(await rowsOf(world.observer, before));
  options.onProgress(`${run.lost.name} is gone`);
  const stories = [...before, ...(await begin(run, { name: 'c', jobs: few }))];
  const seen = await goOnWithout(run, stories, early);
  release();
  options.onProgress(`${run.lost.name} is back`);
  const all = [...stories, ...(await begin(run, { name: 'd', jobs: product.projects.length }))];
  await settle(run, all);
  await check(
    run,
    all.filter(({ id }) => id !== undefined && !early.has(id)),
  );
  const back = tally(await rowsOf(world.observer, all));
  const seconds = (options.now() - startedAt) / 1000;
  return { seconds, together, ...seen, back, violations: world.violations.list() };
}

async function open(options: LossOptions, stack: AsyncDisposableStack): Promise<Run> {
  const world = await openWorld({ ...options, lenient: false, machines: 2 }, stack);
  await mkdir(path.dirname(mirrorPlace(options.folder)));
  const settings = { COPYDESK_MIRROR: mirrorPlace(options.folder) };
  const product = await startProduct(world, { ...options, sabotage: 'none', settings }, stack);
  const [other, lost] = world.machines;
  if (other === undefined || lost === undefined) throw new Error('It takes two machines.');
  const chance = chanceOf(options.seed, 'clients');
  const client = openClient({ ...world, ...product, chance, onJob: () => {} });
  // Without them, checks that have passed are read a second time after minutes.
  const webhooks = startWebhooks(world);
  stack.defer(() => webhooks.stop());
  return { ...options, world, product, client, lost, other };
}

async function begin({ world, product, client }: Run, batch: { name: string; jobs: number }): Promise<Story[]> {
  return await postBatch({ ...world, client }, { ...batch, projects: product.projects });
}

async function workTogether(run: Run): Promise<Record<string, number>> {
  const { world, jobs } = run;
  const stories = await begin(run, { name: 'a', jobs });
  await settle(run, stories);
  await check(run, stories);
  for (const { name, project } of keptOn(run)) {
    if (await untilMirrored(run.world, { name, project })) continue;
    world.violations.add('what is kept is mirrored', undefined, `the mirror of ${name} is behind after two minutes`);
  }
  const done = tally(await rowsOf(world.observer, stories));
  run.onProgress(`together: ${JSON.stringify(done)}`);
  return done;
}

async function goOnWithout(run: Run, stories: readonly Story[], early: ReadonlySet<string>) {
  const { world, lost, other, client, onProgress } = run;
  const needs = (story: Story) => world.machineOf.get(story.project) === lost;
  const left = stories.filter(({ id }) => id !== undefined && !early.has(id));
  const needing = left.filter(needs);
  await settle(
    run,
    left.filter((story) => !needs(story)),
  );
  const others = tally(
    await rowsOf(
      world.observer,
      left.filter((story) => !needs(story)),
    ),
  );
  await untilJobsReportWaiting(faultContextOf(run), lost);
  const waiting = tally(await rowsOf(world.observer, needing));
  onProgress(`without it: ${JSON.stringify({ others, waiting })}`);

  const kept = new Set(keptOn(run).map(({ project }) => project));
  const isKept = (story: Story) => kept.has(story.project);
  for (const { name, project } of keptOn(run)) {
    // What the lost machine did before was allowed then.
    for (const story of needing) if (story.project === project) world.whereabouts.forget(story.id ?? '');
    world.repositories.place(name, await restoreOn(other, { project, environment: run.product.environment }));
    world.machineOf.set(project, other);
  }
  await settle(run, needing.filter(isKept));
  const takenOver = tally(await rowsOf(world.observer, needing.filter(isKept)));
  await untilJobsReportWaiting({ ...faultContextOf(run), client }, lost);
  const stillWaiting = tally(
    await rowsOf(
      world.observer,
      needing.filter((story) => !isKept(story)),
    ),
  );
  onProgress(`taken over: ${JSON.stringify({ takenOver, stillWaiting })}`);
  return { others, waiting, takenOver, stillWaiting };
}

/** Returns the projects of the lost machine whose repositories it keeps itself. */
function keptOn({ world, lost }: Run): { name: string; project: string }[] {
  return [...world.repositoryOf]
    .filter(([, name]) => name === `${lost.name}-kept`)
    .map(([project, name]) => ({ name, project }));
}

function settledOf(rows: readonly JobRow[]): Set<string> {
  return new Set(rows.filter(({ status }) => status !== 'active').map(({ id }) => id));
}

async function settle({ world }: Run, stories: readonly Story[]): Promise<void> {
  for (const row of await untilSettled(world, stories)) {
    world.violations.add('no job is stuck', row.id, `nothing moved for three minutes: ${JSON.stringify(row)}`);
  }
  for (const { id, status, error } of await rowsOf(world.observer, stories)) {
    if (status === 'completed' || status === 'active') continue;
    world.violations.add('every job is completed', id, `it is ${status}: ${error?.code}: ${error?.detail}`);
  }
}

async function check({ world }: Run, stories: readonly Story[]): Promise<void> {
  const ledger = { ...world.ledger, stories: new Map(stories.map((story) => [story.key, story])) };
  await checkSettled({ ...world, ledger, repositoryOf: (project) => world.repositoryOf.get(project) ?? '' });
}

function faultContextOf({ world, product, client, seed }: Run) {
  return { ...world, ...product, client, leaseSeconds, chance: chanceOf(seed, 'victims') };
}
