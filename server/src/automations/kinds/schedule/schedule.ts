import type { ScheduleTrigger } from '@copydesk/contract';
import type { Kind } from '../kind.ts';
import { describeTime, timed, timesWithin } from '../timed.ts';

/** Begins at fixed times, whatever has happened. Times that were missed while no worker ran lead to one run. */
export function schedule(trigger: ScheduleTrigger): Kind {
  return {
    ...timed(trigger),
    async check(input) {
      const why = describeTime(trigger, input);
      return { work: [{ lane: '', why, links: [], material: [] }], why };
    },
    async simulate(within) {
      const checks = timesWithin(trigger, within).map((at) => ({ at, works: 1, why: 'It would have been due.' }));
      return { checks, notes: [] };
    },
  };
}
