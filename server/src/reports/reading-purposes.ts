import type { Purpose, Report } from '@copydesk/contract';

/** As the contract has them: commands that print a report are not to load its shapes. */
const all: readonly Purpose[] = ['assistant', 'coding', 'search', 'training', 'other'];

/** What AI read for in a period or before. */
export function readingPurposes({ purposes }: Report['ai']): Purpose[] {
  return all.filter((purpose) => purposes[purpose].before + purposes[purpose].after > 0);
}
