import type { CommitCheck } from '../code-hosts/host-checks.ts';
import type { ChecksState } from '../jobs/checks.ts';

/** What checks are together: failed as soon as one has failed and none is running any more. */
export function stateOf(checks: readonly CommitCheck[]): ChecksState {
  if (checks.length === 0) return 'none';
  if (checks.some(({ state }) => state === 'running')) return 'running';
  return checks.some(({ state }) => state === 'failed') ? 'failed' : 'passed';
}

/** Whether a failed check is the change's own, by how the check of its name stands on the base. */
export type Blame = 'own' | 'base' | 'unknown';

/**
 * A check that the base fails too is none of the change's, and one that runs there yet may become such; one that the base
 * does not know is taken for the change's own.
 *
 * @param base the checks of the commits that the change is built upon, or is to go into.
 */
export function blame({ name }: CommitCheck, base: readonly CommitCheck[]): Blame {
  const same = base.filter((one) => plainName(one.name) === plainName(name));
  if (same.some(({ state }) => state === 'failed')) return 'base';
  return same.some(({ state }) => state === 'running') ? 'unknown' : 'own';
}

/**
 * Some name the event as well, which is another one on the base: Gitea's `CI / build (pull_request)` and `CI / build (push)`,
 * Woodpecker's `ci/woodpecker/pr/build` and `ci/woodpecker/push/build`, Drone's `continuous-integration/drone/pr`.
 */
function plainName(name: string): string {
  return name
    .trim()
    .replace(/ \((?:push|pull_request|pull_request_target|merge_group|schedule|workflow_dispatch)\)$/, '')
    .replace(/\/(?:push|pr|pull_request|pull-request)(?=\/|$)/, '');
}
