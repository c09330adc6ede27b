import { isDeepStrictEqual } from 'node:util';
import { demand } from '../violation.ts';
import type { ExpectedJob } from '../world/expected-job.ts';
import type { JobHistory } from '../world/observation.ts';

/**
 * Checks that each paid answer of the helper is stored once, with its step, where it is priced, and is reported with
 * that step; except the one in flight when a run was disturbed.
 */
export function checkHelp(
  job: Pick<ExpectedJob, 'number' | 'helperAnswers' | 'disturbedRuns'>,
  { steps, events }: Pick<JobHistory, 'steps' | 'events'>,
): void {
  const calls = steps.flatMap(({ helper_calls: stored }) => stored ?? []);
  const numbers = calls.map(({ usage }) => usage.inputTokens ?? 0);
  demand(
    new Set(numbers).size === numbers.length && Math.max(0, ...numbers) <= job.helperAnswers,
    () => `job ${job.number} stores the answers ${numbers.join(', ')} of its helper, which gave ${job.helperAnswers}`,
  );
  const shown = events.flatMap(({ type, data }) => (type === 'step' ? (data['helperCalls'] ?? []) : []));
  demand(
    isDeepStrictEqual(shown, calls),
    () => `the transcript of job ${job.number} shows ${JSON.stringify(shown)} of its helper`,
  );
  const lost = job.helperAnswers - numbers.length;
  demand(
    lost <= job.disturbedRuns,
    () => `job ${job.number} lost ${lost} answers of its helper, with ${job.disturbedRuns} disturbed runs`,
  );
}
