import type { FaultPoint } from '../../../server/src/worker/fault-points.ts';
import type { ProcessUnderTest } from '../processes/start.ts';

/** A turn that waits at a named place until the rig lets it go on. */
export interface Parked {
  process: ProcessUnderTest;
  job: string;
  go: () => void;
}

/** The named places of all turns. */
export interface Points {
  /** A turn has come by; it goes on at once unless somebody waits for one there. */
  reached: (process: ProcessUnderTest, reach: { number: number; point: FaultPoint; job: string }) => void;
  /** The next turn that comes by; undefined when none does in time. */
  next: (point: FaultPoint, patienceMilliseconds: number) => Promise<Parked | undefined>;
}

export function openPoints(): Points {
  let trap: { point: FaultPoint; caught: (parked: Parked) => void } | undefined;
  return {
    reached(process, { number, point, job }) {
      const go = (): void => process.send({ kind: 'go', number });
      if (trap?.point !== point) return go();
      const { caught } = trap;
      trap = undefined;
      caught({ process, job, go });
    },
    next(point, patienceMilliseconds) {
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          trap = undefined;
          resolve(undefined);
        }, patienceMilliseconds);
        trap = {
          point,
          caught(parked) {
            clearTimeout(timer);
            resolve(parked);
          },
        };
      });
    },
  };
}
