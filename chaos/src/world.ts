import path from 'node:path';
import { openAutomations } from './automations/automations.ts';
import type { Automations } from './automations/automations.ts';
import { openPoints } from './faults/points.ts';
import type { Points } from './faults/points.ts';
import { openTroubles } from './faults/troubles.ts';
import type { Troubles } from './faults/troubles.ts';
import { openHistory } from './history.ts';
import type { History } from './history.ts';
import { startCodeHost } from './hosts/code-host.ts';
import type { HostedCodeHost } from './hosts/code-host.ts';
import { openGitHost } from './hosts/git-host.ts';
import type { GitHost, Push } from './hosts/git-host.ts';
import type { Listening } from './hosts/listen.ts';
import { startModelHost } from './hosts/model-host.ts';
import { openRepositories } from './hosts/repositories.ts';
import type { Repositories } from './hosts/repositories.ts';
import { openLedger } from './ledger.ts';
import type { Ledger } from './ledger.ts';
import { databaseFolder, openMachines } from './machines/machine.ts';
import type { Machine } from './machines/machine.ts';
import { openWhereabouts } from './machines/whereabouts.ts';
import type { Whereabouts } from './machines/whereabouts.ts';
import { chanceOf } from './random.ts';
import { openRuns } from './runs.ts';
import type { Runs } from './runs.ts';
import { openPatience } from './patience.ts';
import type { Patience } from './patience.ts';
import { readDueAt } from './watch/facts.ts';
import { openObserver } from './watch/observer.ts';
import type { Observer } from './watch/observer.ts';
import { openViolations } from './violations.ts';
import type { Violation, Violations } from './violations.ts';

/** Everything that surrounds the product, in the rig's own process: it outlives whatever is killed. */
export interface World {
  folder: string;
  machines: readonly Machine[];
  observer: Observer;
  history: History;
  violations: Violations;
  ledger: Ledger;
  runs: Runs;
  troubles: Troubles;
  points: Points;
  repositories: Repositories;
  gitHost: GitHost;
  codeHost: HostedCodeHost;
  modelHost: Listening;
  /** The repository of each project, by the project's id. */
  repositoryOf: Map<string, string>;
  /** The machine that has the repository of a project on its disk; nothing for those at the git host. */
  machineOf: Map<string, Machine>;
  whereabouts: Whereabouts;
  automations: Automations;
  /** The machines that a fault affects at the moment. */
  affected: Set<Machine>;
  now: () => number;
  patience: Patience;
}

export interface WorldOptions {
  seed: number;
  folder: string;
  environment: NodeJS.ProcessEnv;
  /** Whether the code host accepts a second pull request of a branch while one is open. */
  lenient: boolean;
  /** How many machines the product runs on. */
  machines: number;
  onViolation: (violation: Violation) => void;
  now: () => number;
}

/** Opens the hosts. Closing the stack closes them. */
export async function openWorld(options: WorldOptions, stack: AsyncDisposableStack): Promise<World> {
  const { seed, folder, environment, lenient, onViolation, now } = options;
  const history = openHistory(folder, now);
  const violations = openViolations(history, onViolation);
  const ledger = openLedger();
  const machines = await openMachines(options, stack);
  const observer = openObserver(databaseFolder(options));
  stack.defer(() => observer.close());
  const dueAt = (job: string) => observer.read((db) => readDueAt(db, job));
  const runs = openRuns({ history, violations, dueAt, now });
  const troubles = openTroubles({ chance: chanceOf(seed, 'troubles'), history, now });
  const repositories = openRepositories(path.join(folder, 'git'), environment);
  const repositoryOf = new Map<string, string>();
  const codeHost = await startCodeHost({
    troubles,
    lenient,
    onWrite: ({ process, job, what }) => runs.wrote(process, job, what),
  });
  stack.defer(() => codeHost.close());
  const modelHost = await startModelHost({ ledger, troubles, chance: chanceOf(seed, 'model'), history, now });
  stack.defer(() => modelHost.close());
  const onPush = (push: Push): void => seePush({ runs, history, codeHost, repositoryOf }, push);
  return {
    folder,
    machines,
    history,
    violations,
    ledger,
    runs,
    troubles,
    points: openPoints(),
    repositories,
    gitHost: openGitHost({ repositories, troubles, onPush }),
    codeHost,
    modelHost,
    observer,
    repositoryOf,
    machineOf: new Map(),
    whereabouts: openWhereabouts(),
    automations: openAutomations(),
    affected: new Set(),
    now,
    patience: openPatience(now),
  };
}

/** A branch is `copydesk/<job>`, or `copydesk/<job>-<turn>` when an earlier branch has ended. */
function seePush(world: Pick<World, 'runs' | 'history' | 'codeHost' | 'repositoryOf'>, push: Push): void {
  const job = /^copydesk\/(job_[0-9a-z]{26})(-\d+)?$/.exec(push.branch)?.[1];
  if (job === undefined) return;
  const what = `pushed ${push.commit} to ${push.branch}`;
  if (!push.accepted) return world.history.note(job, `${push.process} was refused: ${what}`);
  world.runs.wrote(push.process, job, what);
  const project = [...world.repositoryOf].find(([, repository]) => repository === push.repository)?.[0];
  if (project !== undefined) world.codeHost.sawPush(project, push.branch, push.commit);
}
