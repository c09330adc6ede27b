import { setTimeout } from 'node:timers/promises';
import type { Automations, AutomationStory } from '../automations/automations.ts';
import { checkSeconds, letTimePass } from '../automations/time.ts';
import type { Database } from '../../../server/src/postgres/database.ts';
import type { HostedCodeHost } from '../hosts/code-host.ts';
import type { Patience } from '../patience.ts';
import { brokenEvents, repeatedEvents } from '../rules/accounted-events.ts';
import { brokenDailyLimit } from '../rules/daily-limit.ts';
import { brokenDecisions } from '../rules/decided-runs.ts';
import { brokenOpenPullRequests } from '../rules/open-pull-requests.ts';
import { brokenReports } from '../rules/followed-reports.ts';
import { brokenLoops } from '../rules/own-merges.ts';
import type { Violations } from '../violations.ts';
import { readAutomationMessages, readAutomationRows, readReports, readRuns } from './automation-facts.ts';
import type { AutomationMessage, AutomationRow, RunRow } from './automation-facts.ts';
import type { Observer } from './observer.ts';

export interface AutomationEvidence {
  automations: Automations;
  observer: Pick<Observer, 'read'>;
  codeHost: Pick<HostedCodeHost, 'pullRequests'>;
  violations: Violations;
  patience: Pick<Patience, 'now' | 'factor'>;
}

/** An automation with everything that the database knows about it. */
export interface AutomationFacts {
  story: AutomationStory;
  row: AutomationRow;
  runs: RunRow[];
  messages: AutomationMessage[];
}

/** How often time passes once all events are caused. */
const everyMilliseconds = 3_000;

/**
 * Returns a function that says whether all automations have come to rest, and what moves; it lets their time pass until
 * they have. Undefined while the database is unavailable.
 */
export function automationsAtRest({ automations, observer, patience }: AutomationEvidence) {
  let passedAt = -Infinity;
  return async (): Promise<{ isOver: boolean; moving: unknown } | undefined> => {
    const facts = await observer.read((db) => readAllFacts(db, automations.stories));
    if (facts === undefined) return undefined;
    const isOver = facts.every((one) => undecidedIn(one).length === 0);
    if (!isOver && patience.now() - passedAt >= everyMilliseconds) {
      passedAt = patience.now();
      const heldSeconds = checkSeconds * patience.factor();
      await observer.read((db) => letTimePass(db, { heldSeconds, polls: true }));
    }
    return { isOver, moving: facts.map(({ row, runs }) => [row.waiting, runs.length]) };
  };
}

function undecidedIn({ story, row, runs, messages }: AutomationFacts): string[] {
  return [...brokenDecisions(row, runs, story.jobsPerDay), ...brokenEvents(story, runs, messages)];
}

/** What breaks a rule for one event of a storm does so for all of them. */
const mostShown = 3;

type Checked = Omit<AutomationEvidence, 'patience'>;

/** Checks the rules that hold at every moment, with what is known now. */
export async function checkAutomationsNow(checked: Checked): Promise<void> {
  const { observer, automations } = checked;
  const facts = await observer.read((db) => readAllFacts(db, automations.stories));
  for (const one of facts ?? []) checkOne(checked, one);
}

/** Compares everything that is known of the automations, once nothing changes any more. */
export async function checkAutomations(checked: Checked): Promise<void> {
  const { stories } = checked.automations;
  const facts = (await readForSure(checked.observer, async (db) => await readAllFacts(db, stories))) ?? [];
  for (const one of facts) {
    const { story, row, runs, messages } = one;
    checkOne(checked, one);
    const report = (rule: string, wrong: readonly string[]) => addOne(checked, story, rule, wrong);
    report('each event of an automation is accounted for once', brokenEvents(story, runs, messages));
    report('each run of an automation is decided', brokenDecisions(row, runs, story.jobsPerDay));
  }
  const readers = stories.find(({ kind }) => kind === 'feedback');
  const reports = (await readForSure(checked.observer, readReports)) ?? [];
  const wrong = brokenReports(reports, checked.codeHost.pullRequests);
  if (readers !== undefined) addOne(checked, readers, 'what readers report follows the job that got it', wrong);
}

function checkOne(checked: Checked, { story, runs, messages }: AutomationFacts): void {
  const jobs = new Set(runs.flatMap(({ job }) => job ?? []));
  const pullRequests = checked.codeHost.pullRequests.filter(({ job }) => jobs.has(job));
  const report = (rule: string, wrong: readonly string[]) => addOne(checked, story, rule, wrong);
  report('each event of an automation is accounted for once', repeatedEvents(story, messages));
  report('an automation has one open pull request', brokenOpenPullRequests(pullRequests));
  report('an automation keeps its daily limit', brokenDailyLimit(runs, story.jobsPerDay));
  report('no automation is begun by the work of a job', brokenLoops(story.events, messages));
}

function addOne({ violations }: Checked, { id, kind }: AutomationStory, rule: string, wrong: readonly string[]): void {
  if (wrong.length === 0) return;
  const more = wrong.length > mostShown ? `; and ${wrong.length - mostShown} more` : '';
  violations.add(rule, id, `${kind}: ${wrong.slice(0, mostShown).join('; ')}${more}`);
}

/** The database may still be restarting. */
async function readForSure<Found>(
  observer: Pick<Observer, 'read'>,
  read: (db: Database) => Promise<Found>,
): Promise<Found | undefined> {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const found = await observer.read(read);
    if (found !== undefined) return found;
    await setTimeout(250);
  }
  return undefined;
}

/** Reads one snapshot: a decision stores its run and its message together. */
async function readAllFacts(db: Database, stories: readonly AutomationStory[]): Promise<AutomationFacts[]> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const rows = await readAutomationRows(transaction);
      const facts: AutomationFacts[] = [];
      for (const story of stories) {
        const row = rows.find(({ id }) => id === story.id);
        if (row === undefined) throw new Error(`The automation ${story.id} is gone.`);
        const runs = await readRuns(transaction, story.id);
        facts.push({ story, row, runs, messages: await readAutomationMessages(transaction, story.prompt) });
      }
      return facts;
    });
}
