import type { JobWaiting } from '@copydesk/contract';

/** Why a job is not worked on, in words. */
export function inWords({ detail, until }: JobWaiting): string {
  return until === null ? detail : `${detail} It is tried again at ${until.slice(0, 19)}Z.`;
}
