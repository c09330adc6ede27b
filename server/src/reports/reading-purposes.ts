import type { Purpose, Report } from '@copydesk/contract';

/** The same values as in the contract, repeated here so that commands that print a report do not load its schemas. */
const all: readonly Purpose[] = ['assistant', 'coding', 'search', 'training', 'other'];

/** Returns the purposes for which AI read in the period or before. */
export function readingPurposes({ purposes }: Report['ai']): Purpose[] {
  return all.filter((purpose) => purposes[purpose].before + purposes[purpose].after > 0);
}
