import { setTimeout } from 'node:timers/promises';
import { carryOut } from './faults/carry-out.ts';
import type { Culprit } from './faults/carry-out.ts';
import { kindsOf, schedule } from './faults/schedule.ts';
import { openClient } from './load/client.ts';
import { startLoad } from './load/lives.ts';
import { openPeople } from './load/people.ts';
import type { ChaosOptions } from './options.ts';
import { leaseSeconds, startProduct } from './product.ts';
import type { Product } from './product.ts';
import { chanceOf } from './random.ts';
import type { Outcome } from './report.ts';
import type { Violation } from './violations.ts';
import { readFacts } from './watch/facts.ts';
import { openObserver } from './watch/observer.ts';
import type { Observer } from './watch/observer.ts';
import { checkSettled, waitUntilSettled } from './watch/settled.ts';
import { startWatcher } from './watch/watcher.ts';
import type { Watcher } from './watch/watcher.ts';
import { openWorld } from './world.ts';
import type { World } from './world.ts';

export interface RigOptions extends ChaosOptions {
  /** Takes logs, data and repositories; there already. */
  folder: string;
  environment: NodeJS.ProcessEnv;
  onViolation: (violation: Violation) => void;
  onProgress: (line: string) => void;
  now: () => number;
}

/** How many jobs are under way at once. */
const width = 12;
/** After the last fault: a model that was cut off is asked again ten seconds later, and pauses grow. */
const settleMilliseconds = 120_000;

/** Starts the product, does everything of the schedule to it while clients use it, and looks what holds. */
export async function runChaos(options: RigOptions): Promise<Outcome> {
  const { seed, folder, now } = options;
  const startedAt = now();
  await using stack = new AsyncDisposableStack();
  const world = await openWorld({ ...options, lenient: options.sabotage === 'look' }, stack);
  const product = await startProduct(world, options, stack);
  const observer = openObserver(product.dataDirectory);
  stack.defer(() => observer.close());
  const watcher = startWatcher({ ...world, observer });
  stack.defer(() => watcher.stop());
  const evidence = { ...world, observer, watcher, repositoryOf: repositoryIn(world) };
  const load = startLoad({ ...options, ...world, ...product, ...clients(options, world, product, watcher), width });

  const faults = await doFaults(options, world, product, observer, watcher);
  world.history.note(undefined, 'the last fault is done');
  world.troubles.end();
  await load.finish();
  await waitUntilSettled(evidence, settleMilliseconds);
  await checkSettled(evidence);
  const rows = [...watcher.rows().values()];
  return {
    ...world,
    seed,
    folder,
    seconds: (now() - startedAt) / 1000,
    killsAsked: options.kills,
    ...faults,
    rows,
    storedSteps: await countSteps(observer, rows),
    pullRequests: world.codeHost.pullRequests.length,
    violations: world.violations.list(),
  };
}

function clients(options: RigOptions, world: World, product: Product, watcher: Watcher) {
  const client = openClient({
    ...world,
    ...product,
    chance: chanceOf(options.seed, 'clients'),
    onJob: (story, job) => watcher.sawJob(story, job),
  });
  return { client, people: openPeople({ ...world, repositoryOf: repositoryIn(world) }) };
}

function repositoryIn({ repositoryOf }: World): (project: string) => string {
  return (project) => repositoryOf.get(project) ?? '';
}

type Done = Pick<Outcome, 'kills' | 'faults' | 'missing' | 'points'>;

/** One fault after another, until enough was killed or the time is over. */
async function doFaults(
  options: RigOptions,
  world: World,
  product: Product,
  observer: Observer,
  watcher: Watcher,
): Promise<Done> {
  const { seed, kills: wanted, minutes, now } = options;
  const chance = chanceOf(seed, 'faults');
  const pauses = chanceOf(seed, 'pauses');
  const culprit: Culprit = {
    ...world,
    ...product,
    chance: chanceOf(seed, 'victims'),
    databaseProcess: () => observer.processId(),
    leaseSeconds,
  };
  const deadline = now() + minutes * 60_000;
  const counts = new Map<string, number>();
  const points = new Map<string, number>();
  let kills = 0;
  for (const fault of schedule(chance)) {
    if (kills >= wanted || now() > deadline) break;
    const deed = await carryOut(culprit, fault);
    if (deed !== undefined) {
      kills += deed.kills;
      counts.set(deed.name, (counts.get(deed.name) ?? 0) + 1);
      if (deed.point !== undefined) points.set(deed.point, (points.get(deed.point) ?? 0) + 1);
      options.onProgress(progress(world, watcher, kills, wanted));
      await setTimeout(pauses.integer(50, 500));
    }
  }
  const faults = new Map([...counts, ...world.troubles.counts]);
  const missing = kindsOf(chanceOf(seed, 'faults')).filter((kind) => !faults.has(kind));
  return { kills, faults, missing, points };
}

function progress({ violations }: World, watcher: Watcher, kills: number, wanted: number): string {
  const rows = [...watcher.rows().values()];
  const settled = rows.filter(({ status }) => status !== 'active').length;
  return `${kills} of ${wanted} killed, ${settled} of ${rows.length} jobs settled, ${violations.list().length} violations`;
}

async function countSteps(observer: Observer, rows: readonly { id: string }[]): Promise<number> {
  let steps = 0;
  for (const { id } of rows) {
    const facts = await observer.look((db) => readFacts(db, id));
    steps += facts?.steps.filter(({ call }) => call !== undefined).length ?? 0;
  }
  return steps;
}
