import type { CommitCheck, CommitChecks } from '../../code-hosts/host-checks.ts';
import type { ChecksState } from '../../jobs/hosts/checks.ts';

export type ReadChecks = Pick<CommitChecks, 'isWhole'> & { checks: readonly CommitCheck[] };

/**
 * Returns the combined state of checks: failed as soon as one has failed and none is still running. A check that was
 * not read is neither passed nor failed, because it may be running.
 */
export function stateOf({ checks, isWhole }: ReadChecks): ChecksState {
  if (checks.some(({ state }) => state === 'running')) return 'running';
  if (checks.some(({ state }) => state === 'failed')) return 'failed';
  if (!isWhole) return 'running';
  return checks.length === 0 ? 'none' : 'passed';
}

/** Whether the change caused a failed check, judged by the check of the same name on the base. */
export type Blame = 'own' | 'base' | 'unknown';

/**
 * A check that the base fails too is not the change's fault. One that is still running there, or was not read there,
 * may turn out the same. One that the base does not have is taken as the change's own.
 *
 * @param base the checks of the commits that the change is built upon or will go into.
 */
export function blame({ name }: CommitCheck, base: ReadChecks): Blame {
  const same = base.checks.filter((one) => plainName(one.name) === plainName(name));
  if (same.some(({ state }) => state === 'failed')) return 'base';
  if (same.length === 0 && !base.isWhole) return 'unknown';
  return same.some(({ state }) => state === 'running') ? 'unknown' : 'own';
}

/**
 * Removes the event from a check's name, because the event differs on the base: Gitea's `CI / build (pull_request)` and
 * `CI / build (push)`, Woodpecker's `ci/woodpecker/pr/build` and `ci/woodpecker/push/build`, Drone's
 * `continuous-integration/drone/pr`.
 */
function plainName(name: string): string {
  return name
    .trim()
    .replace(/ \((?:push|pull_request|pull_request_target|merge_group|schedule|workflow_dispatch)\)$/, '')
    .replace(/\/(?:push|pr|pull_request|pull-request)(?=\/|$)/, '');
}
