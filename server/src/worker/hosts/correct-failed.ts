import { checksPrompt } from '../../agent/notes/checks-note.ts';
import type { FailedCheck } from '../../agent/notes/checks-note.ts';
import type { CommitCheck } from '../../code-hosts/host-checks.ts';
import { logExcerpt } from '../../code-hosts/text/log-excerpt.ts';
import { masked } from '../../code-hosts/text/masked.ts';
import { endFollowing } from '../../jobs/hosts/checks.ts';
import type { FollowedCommit } from '../../jobs/hosts/checks.ts';
import { beginRound } from '../../jobs/hosts/round.ts';
import { isDatabaseUnavailable } from '../../postgres/database.ts';
import { blame } from './checks-verdict.ts';
import type { ReadChecks } from './checks-verdict.ts';
import { isUnavailable } from './host-unavailable.ts';
import type { HostWork } from './host-work.ts';

/** A commit some of whose checks have failed. */
interface FailedCommit extends FollowedCommit {
  /** Whether the wait for checks is over. */
  isOver: boolean;
  /** The link of the pull request. */
  link: string;
}

/**
 * Begins a further turn of the job in which its model corrects what made checks fail, when the change and not the base
 * is the cause. Waits for checks of the base that are still running.
 */
export async function correctFailed(
  work: HostWork,
  followed: FailedCommit,
  failed: readonly CommitCheck[],
): Promise<void> {
  const { services, project } = work;
  // A turn in progress may bring another commit. What must be corrected in this one comes afterwards.
  if (followed.jobStatus === 'active') return;
  const rounds = project.ciRounds;
  const end = async (outcome: string, noted?: string): Promise<void> => {
    await services.db.transaction().execute((transaction) => endFollowing(transaction, followed, outcome, noted));
  };
  if (rounds === 0) return await end('no turn is to be begun');
  const base = await checksOfBase(work, followed);
  const judged = failed.map((check) => ({ check, blame: blame(check, base) }));
  const own = judged.filter((one) => one.blame === 'own').map(({ check }) => check);
  if (judged.some((one) => one.blame === 'unknown') && !followed.isOver) return;
  if (own.length === 0) {
    const isKnown = judged.every((one) => one.blame === 'base');
    return await end('the base fails them too', notOurs(followed, failed, isKnown));
  }
  const [prompt = ''] = await work.mask([await promptOf(work, followed, own)]);
  const link = own[0]?.link ?? followed.link;
  const round = { projectId: project.id, prompt, link, most: rounds, now: services.now() };
  await beginRound(services.db, followed, round);
}

/**
 * Reads the checks of the commit that the branch began at and of the base branch's present head: hosts test the change
 * merged with that head.
 */
async function checksOfBase(work: HostWork, { branchBase, baseRef }: FollowedCommit): Promise<ReadChecks> {
  const { services, project, host } = work;
  const { refs } = await services.workspace.probe(services.source(project));
  const head = refs.get(baseRef);
  const parting = branchBase ?? head;
  const atParting = parting === undefined ? { checks: [], isWhole: true } : await host.checksOf(parting);
  if (head === undefined || head === parting) return atParting;
  // Checks running there say nothing about the commit that the change was tested with.
  const { checks, isWhole } = await host.checksOf(head);
  const failed = checks.filter(({ state }) => state === 'failed');
  return { checks: [...atParting.checks, ...failed], isWhole: atParting.isWhole && isWhole };
}

function notOurs({ number, baseRef }: FailedCommit, failed: readonly CommitCheck[], isKnown: boolean): string {
  const names = failed.slice(0, 3).map(({ name }) => name);
  const more = failed.length > 3 ? ` and ${failed.length - 3} more` : '';
  const because = isKnown
    ? `they fail on ${baseRef} too`
    : `it is unknown for some whether they also fail on ${baseRef}`;
  return `Checks of pull request #${number} fail, and the job does not correct them, because ${because}: ${names.join(', ')}${more}.`;
}

/** How many bytes of each log are read, from its end. */
const logBytes = 262_144;

const bounds = { checks: 3, characters: 8_000, summary: 500, name: 200 };

async function promptOf(work: HostWork, { commit }: FailedCommit, failed: readonly CommitCheck[]): Promise<string> {
  const listed = failed.slice(0, bounds.checks);
  const each = Math.floor(bounds.characters / listed.length) - bounds.summary - bounds.name;
  const checks: FailedCheck[] = [];
  for (const { key, name, summary } of listed) {
    const log = await logOf(work, commit, key);
    checks.push({
      name: masked(name.slice(0, bounds.name)),
      summary: summary === undefined ? undefined : masked(summary.slice(0, bounds.summary)),
      log: log === undefined ? undefined : logExcerpt(log, each),
    });
  }
  return checksPrompt(commit, checks, failed.length - listed.length);
}

/** A host that does not show a log still reports which check has failed. */
async function logOf({ host, services }: HostWork, commit: string, key: string): Promise<string | undefined> {
  try {
    return (await host.logOf(commit, key, logBytes))?.slice(-logBytes);
  } catch (error) {
    if (isUnavailable(error) || isDatabaseUnavailable(error)) throw error;
    services.log.warn({ commit, key, err: error }, 'the log of a check could not be read');
    return undefined;
  }
}
