import type { JobWaiting } from '@copydesk/contract';

/** Why a job is not worked on, in words. */
export function inWords({ reason, detail, until }: JobWaiting): string {
  if (until === null) return detail;
  return `${detail} ${reason === 'shared_files' ? 'That is' : 'It is tried again'} at ${until.slice(0, 19)}Z.`;
}
