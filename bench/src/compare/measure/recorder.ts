import { laneNames } from '../states/lane.ts';
import type { Lane, LaneName } from '../states/lane.ts';
import type { Samples } from './judge.ts';

/** What one lane measured in one round. */
export type Measured<K extends string> = Partial<Record<K, readonly number[]>>;

/** Collects what a bench measures. */
export interface Recorder<K extends string> {
  add: (lane: Lane, measured: Measured<K>) => void;
  /** Says why figures cannot be compared. */
  leaveOut: (keys: readonly K[], because: string) => void;
  resultOf: (key: K) => { kind: 'measured'; samples: Samples } | { kind: 'left out'; because: string };
}

export function openRecorder<K extends string>(): Recorder<K> {
  const samples = new Map<K, Record<LaneName, (readonly number[])[]>>();
  const leftOut = new Map<K, string>();
  const samplesOf = (key: K): Record<LaneName, (readonly number[])[]> => {
    const known = samples.get(key) ?? { 'before 1': [], 'now 1': [], 'before 2': [], 'now 2': [] };
    samples.set(key, known);
    return known;
  };
  return {
    add(lane, measured) {
      for (const key in measured) {
        const values = measured[key];
        if (values !== undefined && values.length > 0) samplesOf(key)[lane.name].push(values);
      }
    },
    leaveOut(keys, because) {
      for (const key of keys) leftOut.set(key, because);
    },
    resultOf(key) {
      const because = leftOut.get(key);
      if (because !== undefined) return { kind: 'left out', because };
      const known = samplesOf(key);
      const missing = laneNames.filter((name) => known[name].length === 0);
      if (missing.length > 0) return { kind: 'left out', because: `nothing was measured in ${missing.join(', ')}` };
      const unread = laneNames.filter((name) => !known[name].flat().every(Number.isFinite));
      if (unread.length > 0) return { kind: 'left out', because: `a value is no number in ${unread.join(', ')}` };
      return { kind: 'measured', samples: known };
    },
  };
}
