import type { JobWaiting } from '@copydesk/contract';

/** Describes why no worker works on a job. */
export function describeWaiting({ reason, detail, until }: JobWaiting): string {
  if (until === null) return detail;
  return `${detail} ${reason === 'shared_files' ? 'That is' : 'It is tried again'} at ${until.slice(0, 19)}Z.`;
}
