import { randomBytes } from 'node:crypto';
import { isCopydeskError } from '@copydesk/contract';
import type { HostAccess } from '../../code-hosts/access.ts';
import { misplacedApi } from '../../code-hosts/detect.ts';
import { gitAuthorization, hostModule } from '../../code-hosts/hosted.ts';
import { isHosted } from '../../code-hosts/kinds.ts';
import type { ConnectionCheck } from '../../operator/project/connections.ts';
import { author } from '../../worker/deliver/author.ts';
import type { Repository, Source, Workspace } from '../../workspace/workspace.ts';

/** What a trial needs. */
export interface Trial {
  workspace: Workspace;
  access: HostAccess;
  gitUrl: string;
  /** The branch that pull requests go into; the repository's own default when undefined. */
  ref: string | undefined;
  now: () => Date;
}

type ReportCheck = (check: ConnectionCheck) => void;

/**
 * Tests what Copydesk needs at a code host by really doing it: through the API, it runs the host's own checks; with
 * git, it reads, and pushes a branch that is removed again.
 *
 * @returns whether everything that is needed worked.
 */
export async function tryConnection(trial: Trial, onCheck: ReportCheck): Promise<boolean> {
  let allWell = true;
  const report: ReportCheck = (check) => {
    allWell &&= isFine(check);
    onCheck(check);
  };
  if (isHosted(trial.access.host)) await tryApi(trial.access, report);
  await tryGit(trial, report);
  return allWell;
}

function isFine({ ok, isAdvice }: ConnectionCheck): boolean {
  return ok || isAdvice === true;
}

async function tryApi(access: HostAccess, report: ReportCheck): Promise<void> {
  let isWell = true;
  const noting: ReportCheck = (check) => {
    isWell &&= isFine(check);
    report(check);
  };
  await runStep('the API', noting, async () => {
    for (const check of await (await hostModule(access.host)).open(access).check()) noting(check);
  });
  const misplaced = isWell ? undefined : await misplacedApi(access, access.now);
  if (misplaced !== undefined) report({ name: 'address of the API', ok: false, detail: misplaced });
}

/** Works in its own clone, which is removed afterwards. */
async function tryGit({ workspace, access, gitUrl, ref, now }: Trial, report: ReportCheck): Promise<void> {
  const source: Source = {
    id: `check_${randomBytes(8).toString('hex')}`,
    kind: 'url',
    location: gitUrl,
    authorization: () => gitAuthorization(access),
  };
  try {
    const branch = await runStep('git: read the branches', report, async () => {
      const { defaultRef, refs } = await workspace.probe(source);
      report({ name: 'git: read the branches', ok: true, detail: `${refs.size} at ${gitUrl}` });
      return findBase(ref ?? defaultRef, refs, report);
    });
    if (branch === undefined) return;
    const repository = await runStep('git: fetch', report, async () => {
      const opened = await workspace.repository(source);
      report({ name: 'git: fetch', ok: true, detail: `the branch ${branch.name}` });
      return opened;
    });
    if (repository === undefined) return;
    await tryPush(repository, branch, now, report);
  } finally {
    await workspace.forget(source);
  }
}

interface Base {
  name: string;
  commit: string;
}

function findBase(ref: string | undefined, refs: Map<string, string>, report: ReportCheck): Base | undefined {
  const commit = refs.get(ref ?? '');
  if (ref !== undefined && commit !== undefined) return { name: ref, commit };
  const branches = [...refs.keys()].slice(0, 10).join(', ');
  const found = ref === undefined ? 'the repository names no default branch' : `there is no branch "${ref}"`;
  const detail = `${found}. Push it, or give one that is there with --ref: ${branches}`;
  report({ name: 'git: base branch', ok: false, detail });
  return undefined;
}

/** Pushes a commit that changes nothing, on a branch with a unique name. */
async function tryPush(repository: Repository, base: Base, now: () => Date, report: ReportCheck): Promise<void> {
  const branch = `copydesk/check-${randomBytes(6).toString('hex')}`;
  const tree = await repository.openTree(base.commit);
  const message = 'Check that Copydesk may push [skip ci]\n';
  const commit = await repository.commit({ tree, parents: [base.commit], message, author, at: now() });
  const pushed = await runStep('git: push a branch', report, async () => {
    await repository.push({ branch, commit, expected: null });
    report({ name: 'git: push a branch', ok: true, detail: branch });
    return true;
  });
  if (pushed === true) await takeAway(repository, { branch, commit }, report);
  // A push whose answer was lost on the way may have left it there.
  else await repository.removeBranch(branch, commit).catch(() => {});
}

async function takeAway(
  repository: Repository,
  { branch, commit }: { branch: string; commit: string },
  report: ReportCheck,
): Promise<void> {
  const name = 'git: take the branch away';
  try {
    await repository.removeBranch(branch, commit);
    report({ name, ok: true, detail: branch });
  } catch (error) {
    if (!isCopydeskError(error)) throw error;
    // Jobs remove no branch, so nothing that is needed is missing.
    report({ name, ok: true, detail: `could not be done; delete ${branch} yourself, please. ${error.message}` });
  }
}

/** Reports a failure as a check. An unforeseen error is a fault and is thrown on. */
async function runStep<T>(name: string, report: ReportCheck, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!isCopydeskError(error)) throw error;
    report({ name, ok: false, detail: error.message });
    return undefined;
  }
}
