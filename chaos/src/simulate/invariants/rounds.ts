import { ownCheck } from '../stand-ins/host-checks.ts';
import type { HostChecks } from '../stand-ins/host-checks.ts';
import { demand } from '../violation.ts';
import type { ExpectedJob } from '../world/expected-job.ts';
import type { JobHistory, Observation } from '../world/observation.ts';

/**
 * Checks that the checks are followed to an end. They cause a turn when the change fails them and the base does not,
 * and only one per commit.
 */
export function checkRounds(
  { failed }: Pick<HostChecks, 'failed'>,
  {
    job,
    history,
    observation,
  }: { job: ExpectedJob; history: Pick<JobHistory, 'messages'>; observation: Pick<Observation, 'followings'> },
): void {
  const rounds = history.messages.filter(({ round }) => round !== null);
  demand(
    rounds.length === 0 || failed.has(job.id),
    () => `checks of job ${job.number} have led to a turn, and its change has failed none`,
  );
  for (const { prompt } of rounds) {
    const [...names] = prompt.matchAll(/^> Check: (.*)$/gm);
    demand(
      names.length === 1 && names[0]?.[1] === ownCheck,
      () => `job ${job.number} is to correct what is none of its change: ${names.map(([, name]) => name).join(', ')}`,
    );
  }
  const begun = rounds.map(({ round }) => round);
  demand(new Set(begun).size === begun.length, () => `a commit of job ${job.number} has led to two turns`);
  for (const { commit, outcome } of observation.followings.filter((one) => one.job_id === job.id)) {
    demand(outcome !== null, () => `the checks of ${commit} of job ${job.number} are followed without an end`);
    demand(
      outcome !== 'a turn was begun' || begun.includes(`checks-${commit}`),
      () => `the checks of ${commit} of job ${job.number} were to lead to a turn, and there is none`,
    );
  }
}
