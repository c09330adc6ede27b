import type { AutomationServices } from '../../../../server/src/automations/ports.ts';
import { plainModel } from '../../../../server/src/agent/model.ts';
import { defaultLimits } from '../../../../server/src/agent/turn.ts';
import type { HostedCodeHost } from '../../../../server/src/code-hosts/code-host.ts';
import type { Project } from '../../../../server/src/projects/project.ts';
import { localHostOf } from '../../../../server/src/wiring/hosts/repositories.ts';
import type { WorkerServices } from '../../../../server/src/worker/services.ts';
import { absentServices } from '../../../../server/test/worker/absent-services.ts';
import type { Workspace } from '../../../../server/src/workspace/workspace.ts';
import { SimulatedClone } from '../stand-ins/clone.ts';
import type { Tracked } from '../stand-ins/clone.ts';
import { hostedOverNetwork, overNetwork } from '../stand-ins/code-host.ts';
import { simulatedDocs } from '../stand-ins/docs.ts';
import { helperName, scriptedHelper } from '../stand-ins/helper.ts';
import type { HelperTask } from '../stand-ins/helper.ts';
import { scriptedModel } from '../stand-ins/model.ts';
import type { ExpectedJob } from './expected-job.ts';
import type { Stage, Task } from './stage.ts';

/** Returns what a run works with: the product's own parts, on stand-ins that stop at every call. */
export function workerServices(
  stage: Stage,
  tracked: Tracked,
  task: Task,
  job: ExpectedJob | undefined,
): WorkerServices {
  const { strand, database } = task;
  return {
    ...absentServices,
    db: database.db,
    workspace: simulatedWorkspace(stage, tracked, task),
    docs: simulatedDocs(),
    source: ({ id }) => ({ id, kind: 'path', location: '/simulated' }),
    codeHost: (project, lease) => overNetwork(localHostOf({ db: database.db, url }, project, lease), strand),
    resolveModel(name) {
      if (name === helperName)
        return plainModel(
          name,
          scriptedHelper(strand, (asked) => countHelp(stage, job, asked)),
        );
      const model = scriptedModel(strand, () => {
        if (job !== undefined) job.answers += 1;
      });
      return { ...plainModel('simulated/writer', model), describesChanges: true };
    },
    limits: defaultLimits,
    budgets: { budget, prices: () => undefined },
    patience: { minutes: 60, random: () => 0.5 },
    viewsRetentionMonths: 25,
    log: {
      info: () => {},
      warn: () => {},
      // The product logs as an error what it did not foresee. What a killed process logs does not count.
      error: (data) => {
        if (!strand.dead) stage.bugs.push(data);
      },
    },
    now: () => stage.clock.now(),
    onFaultPoint: async (point) => void (await strand.gate({ kind: 'point', point })),
  };
}

/** Returns the same code host as the handling of code hosts sees it. Nothing is written there. */
export function hostedCodeHost(stage: Stage, { strand, database }: Task, project: Project): HostedCodeHost {
  const host = localHostOf({ db: database.db, url }, project, { jobId: '', epoch: 0 });
  return hostedOverNetwork(host, stage, strand);
}

/** Returns what the check of an automation works with. One that waits for events reads nothing but them. */
export function automationServices(stage: Stage, { strand, database }: Task): AutomationServices {
  return {
    db: database.db,
    log: {
      info: () => {},
      // A check that fails for a reason that its author could remove is logged too, and there is none here.
      warn: (data) => {
        if (!strand.dead) stage.bugs.push(data);
      },
    },
    jobDefaults: () => ({
      model: 'simulated/scripted',
      sourceRepository: 'https://git.test/docs.git',
      baseRef: 'main',
    }),
    followsPrompt: async () => true,
    prices: () => undefined,
    sources: {
      missed: notRead,
      reportedPages: notRead,
      reports: notRead,
      contextRepositories: notRead,
      changes: notRead,
      changesWithin: notRead,
      pages: notRead,
      productTouches: notRead,
      ask: notRead,
    },
    onRun: (_, decision) => stage.note(`automation: ${decision}`),
  };
}

function notRead(): Promise<never> {
  return Promise.reject(new Error('an automation that waits for events reads nothing else'));
}

function countHelp(stage: Stage, job: ExpectedJob | undefined, asked: HelperTask): number {
  stage.note(`helper: ${asked}`);
  if (job === undefined) throw new Error('nobody works on a job, and a helper is asked');
  job.helperAnswers += 1;
  return job.helperAnswers;
}

/** Enough for one message of any kind, and not for many that come at once. */
const budget = { steps: 8, tokens: null, usd: null, minutes: null };

const url = 'http://desk.test';

function simulatedWorkspace(stage: Stage, tracked: Tracked, { strand }: Task): Workspace {
  const { origin } = stage;
  return {
    probe: () => Promise.resolve({ defaultRef: 'main', refs: new Map(origin.branches) }),
    repository: (_, { signal } = {}) => Promise.resolve(new SimulatedClone({ origin, tracked, strand, signal })),
    isCloned: () => Promise.resolve(true),
    forget: () => Promise.resolve(),
    maintain: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}
