import { makeAutomations } from './automations/make.ts';
import { startStorms } from './automations/storms.ts';
import { injectFaults } from './faults/inject-faults.ts';
import { startWebhooks } from './hosts/webhooks.ts';
import { openClient } from './load/client.ts';
import { startLoad } from './load/lives.ts';
import { openPeople } from './load/people.ts';
import type { ChaosOptions } from './options.ts';
import { sabotage } from './sabotage.ts';
import { leaseSeconds, startProduct } from './product.ts';
import type { Product } from './product.ts';
import { chanceOf } from './random.ts';
import type { Outcome } from './report.ts';
import type { Violation } from './violations.ts';
import { countDecisions } from './watch/automation-facts.ts';
import { readFacts } from './watch/facts.ts';
import { countOwnPullRequests } from './watch/own-pull-requests.ts';
import type { Observer } from './watch/observer.ts';
import { checkSettled, waitUntilSettled } from './watch/settled.ts';
import { startWatcher } from './watch/watcher.ts';
import type { Watcher } from './watch/watcher.ts';
import { openWorld } from './world.ts';
import type { World } from './world.ts';

export interface RigOptions extends ChaosOptions {
  /** The folder for logs, data and repositories; it already exists. */
  folder: string;
  environment: NodeJS.ProcessEnv;
  onViolation: (violation: Violation) => void;
  onProgress: (line: string) => void;
  now: () => number;
  /** Ends the run early, with everything that it has started. */
  signal?: AbortSignal;
  /** How many jobs are in progress at once. */
  width?: number;
}

/**
 * How long to wait after the last fault: postponed jobs wait for up to 72 seconds, and checks are read at least every
 * five minutes.
 */
const settleMilliseconds = 330_000;
/** What is broken on purpose may never settle. */
const brokenMilliseconds = 60_000;

/** Starts the product, does everything in the schedule to it while clients use it, and checks which rules hold. */
export async function runChaos(options: RigOptions): Promise<Outcome> {
  await using stack = new AsyncDisposableStack();
  return await Promise.race([run(options, stack), rejectedOnAbort(options.signal)]);
}

/** @throws what the signal was aborted with. */
async function rejectedOnAbort(signal: AbortSignal | undefined): Promise<never> {
  return await new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

async function run(options: RigOptions, stack: AsyncDisposableStack): Promise<Outcome> {
  const { seed, folder, now, width = 12 } = options;
  const startedAt = now();
  const world = await openWorld({ ...options, lenient: options.sabotage === 'look' }, stack);
  const product = await startProduct(world, options, stack);
  await sabotage(world.observer, options.sabotage);
  const watcher = startWatcher(world);
  stack.defer(() => watcher.stop());
  const sender = { ...world, ...product, chance: chanceOf(seed, 'automations') };
  const sources = await makeAutomations(world, product, sender);
  const webhooks = startWebhooks(world);
  stack.defer(() => webhooks.stop());
  const users = clients(options, world, product, watcher);
  const evidence = { ...world, watcher, repositoryOf: repositoryIn(world) };
  const active = () => [...watcher.rows().values()].filter(({ status }) => status === 'active').length;
  const load = startLoad({ ...options, ...world, ...product, ...users, width, active });
  const storms = startStorms({ world, sources, sender, token: product.token });

  const faults = await injectFaults({
    ...options,
    context: { ...world, ...product, ...users, leaseSeconds, chance: chanceOf(seed, 'victims') },
    onFault: (kills) => options.onProgress(progress(world, watcher, kills, options.kills)),
  });
  world.history.note(undefined, 'the last fault is done');
  world.troubles.end();
  await Promise.all([load.finish(), storms.finish()]);
  await waitUntilSettled(evidence, options.sabotage === 'none' ? settleMilliseconds : brokenMilliseconds);
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
    ...(await countStored(world.observer, rows)),
    events: world.automations.stories.flatMap(({ events }) => events),
    decisions: (await world.observer.read(countDecisions)) ?? [],
    pullRequests: await countPullRequests(world),
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
  return { client, people: openPeople({ ...world, client, repositoryOf: repositoryIn(world) }) };
}

function repositoryIn({ repositoryOf }: World): (project: string) => string {
  return (project) => repositoryOf.get(project) ?? '';
}

function progress({ violations }: World, watcher: Watcher, kills: number, wanted: number): string {
  const rows = [...watcher.rows().values()];
  const settled = rows.filter(({ status }) => status !== 'active').length;
  return `${kills} of ${wanted} killed, ${settled} of ${rows.length} jobs settled, ${violations.list().length} violations`;
}

/** Counts those at the code host, and those in the product itself. */
async function countPullRequests({ codeHost, observer }: World): Promise<number> {
  const own = await observer.read(countOwnPullRequests);
  return codeHost.pullRequests.length + (own ?? 0);
}

async function countStored(observer: Observer, rows: readonly { id: string }[]) {
  const counted = { storedSteps: 0, storedHelp: 0, rounds: 0 };
  for (const { id } of rows) {
    const facts = await observer.read((db) => readFacts(db, id));
    counted.storedSteps += facts?.steps.filter(({ call }) => call !== undefined).length ?? 0;
    counted.storedHelp += facts?.steps.flatMap(({ helped }) => helped).length ?? 0;
    counted.rounds += facts?.messages.filter(({ round }) => round !== null).length ?? 0;
  }
  return counted;
}
