import type { FaultPoint } from '../../../server/src/worker/fault-points.ts';
import type { ProcessUnderTest } from '../processes/start.ts';

/** A turn that waits at a named place until the rig lets it continue. */
export interface Parked {
  process: ProcessUnderTest;
  job: string;
  go: () => void;
}

/** The named places of all turns. */
export interface Points {
  /** Reports that a turn has passed a place. It continues at once unless somebody waits for one there. */
  reached: (process: ProcessUnderTest, reach: { number: number; point: FaultPoint; job: string }) => void;
  /** Returns the next turn that passes, and that nobody else waits for; undefined when none does in time. */
  next: (point: FaultPoint, patienceMilliseconds: number) => Promise<Parked | undefined>;
}

export function openPoints(): Points {
  interface Trap {
    point: FaultPoint;
    caught: (parked: Parked) => void;
  }
  const traps = new Set<Trap>();
  return {
    reached(process, { number, point, job }) {
      const go = (): void => process.send({ kind: 'go', number });
      const trap = [...traps].find((entry) => entry.point === point);
      if (trap === undefined) return go();
      traps.delete(trap);
      trap.caught({ process, job, go });
    },
    next(point, patienceMilliseconds) {
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          traps.delete(trap);
          resolve(undefined);
        }, patienceMilliseconds);
        const trap: Trap = {
          point,
          caught(parked) {
            clearTimeout(timer);
            resolve(parked);
          },
        };
        traps.add(trap);
      });
    },
  };
}
