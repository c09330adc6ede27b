import type { CommitCheck, CommitChecks } from '../../../../server/src/code-hosts/host-checks.ts';
import type { ExpectedJob } from '../world/expected-job.ts';
import type { Origin } from './origin.ts';

/** The results of a job's checks from now on. */
export const verdicts = ['run', 'pass', 'fail', 'fail as the base does', 'fail while the base runs'] as const;

export type Verdict = (typeof verdicts)[number];

/** How many turns in a row checks may cause, as the project is set. */
export const mostRounds = 2;

/** The check that is the change's own. The base passes it. */
export const ownCheck = 'build';

/** The results of the base itself: a commit that fails only one of these has not broken it. */
const ofBase = [checkNamed(ownCheck, 'passed'), checkNamed('links', 'failed'), checkNamed('deploy', 'running')];

const ofJob: Record<Verdict, CommitCheck[]> = {
  run: [checkNamed(ownCheck, 'running')],
  pass: [checkNamed(ownCheck, 'passed')],
  fail: [checkNamed(ownCheck, 'failed'), checkNamed('links', 'failed')],
  'fail as the base does': [checkNamed(ownCheck, 'passed'), checkNamed('links', 'failed')],
  'fail while the base runs': [checkNamed(ownCheck, 'passed'), checkNamed('deploy', 'failed')],
};

function checkNamed(name: string, state: CommitCheck['state']): CommitCheck {
  return { key: `job ${name}`, name, state, link: undefined, summary: undefined };
}

/** The checks that the code host runs: their results are the same for all commits of a job, until they are changed. */
export class HostChecks {
  readonly #origin: Origin;
  readonly #said = new Map<string, Verdict>();
  /** Jobs whose own check has failed at some time. */
  readonly failed = new Set<string>();

  constructor(origin: Origin) {
    this.#origin = origin;
  }

  say({ id }: ExpectedJob, verdict: Verdict): void {
    this.#said.set(id, verdict);
    if (verdict === 'fail') this.failed.add(id);
  }

  checksOf(commit: string): CommitChecks {
    return { checks: this.#of(commit), previews: [], isWhole: true };
  }

  #of(commit: string): CommitCheck[] {
    const { branches } = this.#origin;
    if (this.#isOn(commit, branches.get('main'))) return ofBase;
    for (const [id, verdict] of this.#said) {
      const own = [...branches].filter(([branch]) => branch.startsWith(`copydesk/${id}`));
      if (own.some(([, head]) => this.#isOn(commit, head))) return ofJob[verdict];
    }
    return [];
  }

  #isOn(commit: string, head: string | undefined): boolean {
    return head !== undefined && this.#origin.isAncestor(commit, head);
  }
}
