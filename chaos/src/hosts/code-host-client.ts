import { CopydeskError } from '@copydesk/contract';
import { z } from 'zod';
import type { CodeHost, PullRequest, PullRequestDraft } from '../../../server/src/code-hosts/code-host.ts';
import type { Surroundings } from '../processes/messages.ts';

const Answer = z.object({
  pullRequest: z
    .object({
      number: z.number(),
      state: z.enum(['open', 'merged', 'closed']),
      headRef: z.string(),
      baseRef: z.string(),
      headCommit: z.string(),
    })
    .nullable(),
});

/** Longer than the rig's slowest response. */
const timeoutMilliseconds = 10_000;

/** Returns the address of a pull request at the rig's code host, as people would open it. */
export function linkOf(number: number): string {
  return `https://code.chaos.test/pulls/${number}`;
}

/** Returns the code host of the rig as a worker sees it, on behalf of one job under one lease. */
export function remoteCodeHost(
  surroundings: Pick<Surroundings, 'process' | 'codeHost'>,
  on: { project: string; jobId: string; epoch: number },
): CodeHost {
  const headers = {
    'content-type': 'application/json',
    'x-process': surroundings.process,
    'x-job': on.jobId,
    'x-epoch': String(on.epoch),
  };
  const ask = async (method: string, path: string, draft?: PullRequestDraft) => {
    const body = draft && JSON.stringify({ ...draft, project: on.project });
    return await request(`${surroundings.codeHost}${path}`, { method, headers, body });
  };
  const find = async (headRef: string): Promise<PullRequest | undefined> => {
    const query = new URLSearchParams({ project: on.project, head: headRef });
    return (await ask('GET', `/pulls?${query.toString()}`)).pullRequest;
  };
  return {
    find,
    read: async (number) => (await ask('GET', `/pulls/${number}`)).pullRequest,
    async open(draft) {
      // A pull request that was opened, and ended before its response came back, is not opened again.
      const before = await find(draft.headRef);
      if (before?.headCommit === draft.headCommit) return before;
      const { status, pullRequest } = await ask('POST', '/pulls', draft);
      // Somebody was faster, or a response was lost: the existing one is used.
      const reached = status === 409 ? await find(draft.headRef) : pullRequest;
      if (reached !== undefined) return reached;
      throw requestFailed('it says that there is a pull request, and shows none');
    },
    async update(number, draft) {
      const { status, pullRequest } = await ask('PATCH', `/pulls/${number}`, draft);
      if (pullRequest !== undefined) return pullRequest;
      if (status !== 409) throw requestFailed(`it knows no pull request ${number}`);
      throw new CopydeskError('pull_request_not_open', `Pull request #${number} was merged or closed already.`);
    },
  };
}

async function request(
  url: string,
  options: RequestInit,
): Promise<{ status: number; pullRequest: PullRequest | undefined }> {
  try {
    const response = await fetch(url, { ...options, signal: AbortSignal.timeout(timeoutMilliseconds) });
    if (response.status >= 500) throw requestFailed(`it answered with status ${response.status}`);
    const answer = await response.json();
    if (!response.ok) return { status: response.status, pullRequest: undefined };
    const { pullRequest } = Answer.parse(answer);
    return { status: response.status, pullRequest: pullRequest ? present(pullRequest) : undefined };
  } catch (error) {
    if (error instanceof CopydeskError) throw error;
    throw requestFailed('the connection broke', error);
  }
}

function present(found: Omit<PullRequest, 'link'>): PullRequest {
  return { ...found, link: linkOf(found.number) };
}

function requestFailed(why: string, cause?: unknown): CopydeskError {
  return new CopydeskError('pull_request_failed', `The code host could not be asked: ${why}. Try again later.`, {
    cause,
  });
}
