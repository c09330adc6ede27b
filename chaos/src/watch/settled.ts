import { setTimeout } from 'node:timers/promises';
import type { HostedCodeHost } from '../hosts/code-host.ts';
import { linkOf } from '../hosts/code-host-client.ts';
import type { Repositories } from '../hosts/repositories.ts';
import type { Call, Ledger, Story } from '../ledger.ts';
import type { Machine } from '../machines/machine.ts';
import type { Whereabouts } from '../machines/whereabouts.ts';
import type { Patience } from '../patience.ts';
import { brokenMessages, brokenSteps } from '../rules/conversation.ts';
import { brokenDelivery, brokenOutside } from '../rules/delivery.ts';
import type { Outside } from '../rules/delivery.ts';
import { brokenFailure } from '../rules/failure.ts';
import { brokenHelp } from '../rules/help.ts';
import { brokenRounds } from '../rules/rounds.ts';
import { brokenWhereabouts } from '../rules/whereabouts.ts';
import type { Runs } from '../runs.ts';
import type { Violations } from '../violations.ts';
import { automationsAtRest, checkAutomations } from './automations-settled.ts';
import type { AutomationEvidence } from './automations-settled.ts';
import { readJobsOf } from './automation-facts.ts';
import { jobOfKey, jobsOfPrompt, readFacts, readUnsettled } from './facts.ts';
import type { JobFacts } from './facts.ts';
import type { Observer } from './observer.ts';
import { ownLink, readOwnPullRequests } from './own-pull-requests.ts';
import { untilOver } from './until-over.ts';
import type { Watcher } from './watcher.ts';

export interface Evidence extends AutomationEvidence {
  observer: Observer;
  watcher: Watcher;
  ledger: Ledger;
  runs: Runs;
  violations: Violations;
  codeHost: HostedCodeHost;
  repositories: Repositories;
  repositoryOf: (project: string) => string;
  machineOf: ReadonlyMap<string, Machine>;
  whereabouts: Whereabouts;
  patience: Pick<Patience, 'now' | 'factor'>;
}

/** What is checked once nothing changes any more. */
type Settled = Omit<Evidence, 'watcher' | 'patience'>;

/**
 * Waits until no checks are followed and no job is active. What is still active when nothing has changed for so long is
 * stuck. A long run leaves about a hundred commits whose checks are read at longer and longer intervals, each of which
 * may cause a turn.
 */
export async function waitUntilSettled(evidence: Evidence, patienceMilliseconds: number): Promise<void> {
  const { observer, watcher, violations, patience } = evidence;
  const readAutomations = automationsAtRest(evidence);
  const rows = () => [...watcher.rows().values()];
  const active = () => rows().filter(({ status }) => status === 'active');
  const checkOnce = async () => {
    // Before the jobs: an automation that is at rest begins none, and what is no longer followed causes no further turn.
    const automations = await readAutomations();
    const unsettled = await observer.read(readUnsettled);
    const current = await watcher.check();
    const isOver = current && active().length === 0 && unsettled?.length === 0 && automations?.isOver === true;
    return { isOver, moving: [automations, unsettled, rows().map(({ epoch, events }) => [epoch, events])] };
  };
  if (await untilOver(checkOnce, { now: patience.now, patienceMilliseconds, mostMilliseconds })) return;
  for (const row of active()) {
    violations.add('no job is stuck', row.id, `it is active long after the last fault: ${JSON.stringify(row)}`);
  }
}

/** Within this time, even the slowest of a thousand jobs has ended. */
const mostMilliseconds = 1_800_000;

/** Compares everything that is known, once nothing changes any more. */
export async function checkSettled(evidence: Settled): Promise<void> {
  for (const story of evidence.ledger.stories.values()) await checkStory(evidence, story);
  await checkAutomations(evidence);
  const jobs = await readPatiently(evidence.observer, readJobsOf);
  for (const { job, automation } of jobs ?? []) await checkJobOfAutomation(evidence, job, automation);
}

/** Its messages and its calls are checked with its automation: nobody has sent them. */
async function checkJobOfAutomation(evidence: Settled, id: string, automation: string): Promise<void> {
  const { observer, violations, automations, runs } = evidence;
  const of = automations.stories.find((one) => one.id === automation);
  const facts = await readPatiently(observer, (db) => readFacts(db, id));
  if (facts === undefined || of === undefined) return;
  const add = (rule: string, wrong: readonly string[]): void => {
    for (const detail of wrong) violations.add(rule, id, detail, [automation]);
  };
  add('checks lead to a turn where the change breaks them', brokenRounds(facts));
  const been = { hits: runs.hitsAtStep(id), peopleActed: automations.ended.has(id) };
  add('a job fails for a reason', brokenFailure(facts.row, been));
  const outside = await readOutside(evidence, of, facts);
  add('one pull request and one branch', brokenOutside(facts, outside));
  add('completed means delivered', await brokenDelivery(facts, of.key, outside));
}

async function checkStory(evidence: Settled, story: Story): Promise<void> {
  const { observer, violations } = evidence;
  const add = (rule: string, wrong: readonly string[]): void => {
    for (const detail of wrong) violations.add(rule, story.id, detail, [story.key]);
  };
  await checkKeys(evidence, story);
  if (story.id === undefined) return;
  const { id } = story;
  const facts = await readPatiently(observer, (db) => readFacts(db, id));
  if (facts === undefined) return add('no accepted job is lost', ['the database does not know it']);
  const hits = evidence.runs.hitsOf(id);
  // Archiving stops a job in the middle of a step.
  const disturbed = hits.length + (facts.row.status === 'archived' ? 1 : 0);
  const excuses = disturbed + cutOff(story.calls);
  add('messages come once each, in the order of acceptance', brokenMessages(facts, story.requests, story.calls));
  add('nothing is repeated but one step a fault', brokenSteps(facts, story.calls, excuses));
  add(
    'each call of the helper is stored and priced once',
    brokenHelp(facts, story.helperCalls, disturbed + cutOff(story.helperCalls)),
  );
  add('checks lead to a turn where the change breaks them', brokenRounds(facts));
  add(
    'a job fails for a reason',
    brokenFailure(facts.row, { hits: evidence.runs.hitsAtStep(id), peopleActed: story.peopleActed }),
  );
  add(
    'a repository on a disk is worked on by its own machine',
    brokenWhereabouts(evidence.machineOf.get(story.project)?.name, evidence.whereabouts.of(id)),
  );
  const outside = await readOutside(evidence, story, facts);
  add('one pull request and one branch', brokenOutside(facts, outside));
  add('completed means delivered', await brokenDelivery(facts, story.key, outside));
}

function cutOff(calls: readonly Pick<Call, 'outcome'>[]): number {
  return calls.filter(({ outcome }) => outcome === 'cut').length;
}

async function checkKeys({ observer, violations }: Settled, story: Story): Promise<void> {
  const [first] = story.requests;
  const jobs = first && (await readPatiently(observer, (db) => jobsOfPrompt(db, first.prompt)));
  if (jobs !== undefined && jobs.length > 1) {
    violations.add('an accepted key is exactly one job', story.id, `its prompt made ${jobs.join(', ')}`, [story.key]);
  }
  for (const request of story.requests) {
    if (request.acceptedAt === undefined) continue;
    const job = await readPatiently(observer, async (db) => ({ id: await jobOfKey(db, request.key) }));
    if (job === undefined || job.id === story.id) continue;
    const detail = `${request.key} was accepted as ${story.id}, and the database has ${job.id ?? 'nothing'}`;
    violations.add('an accepted key is exactly one job', story.id, detail, [story.key]);
  }
}

/** The database may still be restarting. */
async function readPatiently<T>(
  observer: Observer,
  read: Parameters<typeof observer.read<T>>[0],
): Promise<T | undefined> {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const found = await observer.read(read);
    if (found !== undefined) return found;
    await setTimeout(250);
  }
  return undefined;
}

async function readOutside(evidence: Settled, story: Pick<Story, 'project'>, { row }: JobFacts): Promise<Outside> {
  const { codeHost, repositories, observer } = evidence;
  const machine = evidence.machineOf.get(story.project);
  const repository = evidence.repositoryOf(story.project);
  const all = await repositories.branches(repository);
  const own = [...all].filter(
    ([branch]) => branch === `copydesk/${row.id}` || branch.startsWith(`copydesk/${row.id}-`),
  );
  const branches = new Map(own);
  const kept = machine && (await readPatiently(observer, (db) => readOwnPullRequests(db, row.id)));
  return {
    pullRequests: kept ?? codeHost.pullRequests.filter(({ job }) => job === row.id),
    linkOf: machine === undefined ? linkOf : (number) => ownLink(machine, story.project, number),
    branches,
    async contains(branch, commit) {
      const head = branches.get(branch);
      return head !== undefined && (await repositories.isAncestor(repository, commit, head));
    },
    file: (commit, path) => repositories.file(repository, commit, path),
  };
}
