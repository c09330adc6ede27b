import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Trouble } from '../faults/schedule.ts';
import type { Troubles } from '../faults/troubles.ts';
import { checksOf } from './checks.ts';
import { cutOff, listen, readJson, sendJson } from './listen.ts';
import type { Listening } from './listen.ts';

/** A pull request at the host. */
export interface HostedPullRequest {
  number: number;
  project: string;
  job: string;
  headRef: string;
  baseRef: string;
  state: 'open' | 'merged' | 'closed';
  title: string;
  headCommit: string;
  /** The head when it was opened. */
  openedWith: string;
  /** Its place in the order of everything that was opened and ended at the host. */
  openedAs: number;
  /** The same for its end; undefined while it is open. */
  endedAs?: number;
}

export interface HostedCodeHost extends Listening {
  pullRequests: readonly HostedPullRequest[];
  /** Reports that a branch has moved: hosts see pushes. */
  sawPush: (project: string, branch: string, commit: string) => void;
  /** Merges or closes one, as a person would. Returns false when it was no longer open. */
  end: (number: number, state: 'merged' | 'closed') => boolean;
}

export const Draft = z.object({
  project: z.string(),
  headRef: z.string(),
  baseRef: z.string(),
  headCommit: z.string(),
  title: z.string(),
});

/** Who writes, according to the client of the process. */
const Writer = z.object({ 'x-process': z.string(), 'x-job': z.string(), 'x-epoch': z.coerce.number() });

interface Host {
  pullRequests: HostedPullRequest[];
  /** Commits that anyone pushed to branches of jobs. */
  pushed: Set<string>;
  troubles: Troubles;
  /**
   * Accepts a second pull request while one is open, which no hosted code host does: to prove that the rig notices it.
   */
  lenient: boolean;
  onWrite: (write: { process: string; job: string; what: string }) => void;
}

interface Answer {
  status: number;
  body: unknown;
}

/**
 * Starts a code host over HTTP that behaves as hosted ones do: it creates a second pull request of a branch whose first
 * one was closed, and answers with a conflict while one is open. Its memory is the rig's, so it outlives every process
 * of the product.
 */
export async function startCodeHost(options: Omit<Host, 'pullRequests' | 'pushed'>): Promise<HostedCodeHost> {
  const host: Host = { ...options, pullRequests: [], pushed: new Set() };
  const listening = await listen((request, response) => answer(host, request, response));
  return {
    ...listening,
    pullRequests: host.pullRequests,
    sawPush(project, branch, commit) {
      host.pushed.add(commit);
      const found = openOne(host, project, branch);
      if (found !== undefined) found.headCommit = commit;
    },
    end(number, state) {
      const found = host.pullRequests.find((entry) => entry.number === number && entry.state === 'open');
      if (found === undefined) return false;
      found.state = state;
      found.endedAs = nextPlace(host);
      return true;
    },
  };
}

async function answer(host: Host, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const write = request.method !== 'GET';
  const body = write ? await readJson(request) : undefined;
  const trouble = host.troubles.take('code-host', { write });
  if (trouble === 'errors') return sendJson(response, 500, { message: 'trouble' });
  let result = work(host, request, body);
  // The network has doubled the request: the process has written only once.
  if (trouble === 'twice') result = work({ ...host, onWrite: () => {} }, request, body);
  finish(response, result, trouble);
}

function finish(response: ServerResponse, { status, body }: Answer, trouble: Trouble | undefined): void {
  if (trouble === 'lost-answer') return void response.destroy();
  if (trouble === 'cut') return cutOff(response, JSON.stringify(body));
  sendJson(response, status, body);
}

function work(host: Host, request: IncomingMessage, body: unknown): Answer {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host');
  const asked = /^\/checks\/([0-9a-f]{40})$/.exec(pathname)?.[1];
  if (asked !== undefined) return { status: 200, body: checksOf(asked, host.pushed.has(asked)) };
  const number = Number(/^\/pulls\/(\d+)$/.exec(pathname)?.[1]);
  const found = host.pullRequests.find((entry) => entry.number === number);
  if (request.method === 'GET' && pathname === '/pulls') {
    const ofBranch = (entry: HostedPullRequest) =>
      entry.project === searchParams.get('project') && entry.headRef === searchParams.get('head');
    return { status: 200, body: { pullRequest: host.pullRequests.findLast(ofBranch) ?? null } };
  }
  if (request.method === 'GET') return { status: 200, body: { pullRequest: found ?? null } };
  const writer = Writer.parse(request.headers);
  const draft = Draft.parse(body);
  const report = (what: string) => host.onWrite({ process: writer['x-process'], job: writer['x-job'], what });
  if (request.method === 'POST') return open(host, { ...draft, job: writer['x-job'] }, report);
  if (found === undefined) return { status: 404, body: { message: 'no such pull request' } };
  if (found.state !== 'open') return { status: 409, body: { message: `the pull request is ${found.state}` } };
  found.headCommit = draft.headCommit;
  report(`updated pull request ${number} to ${draft.headCommit}`);
  return { status: 200, body: { pullRequest: found } };
}

function open(host: Host, draft: z.infer<typeof Draft> & { job: string }, report: (what: string) => void): Answer {
  const isOpen = openOne(host, draft.project, draft.headRef) !== undefined;
  if (isOpen && !host.lenient) return { status: 409, body: { message: 'a pull request of this branch is open' } };
  const number = host.pullRequests.length + 1;
  const openedAs = nextPlace(host);
  const pullRequest = { ...draft, number, state: 'open' as const, openedWith: draft.headCommit, openedAs };
  host.pullRequests.push(pullRequest);
  report(`opened pull request ${pullRequest.number} of ${draft.headRef}`);
  return { status: 201, body: { pullRequest } };
}

function openOne(host: Host, project: string, branch: string): HostedPullRequest | undefined {
  return host.pullRequests.find(
    (entry) => entry.project === project && entry.headRef === branch && entry.state === 'open',
  );
}

/** Returns the place of what happens next in the order of all that was opened and ended. */
function nextPlace({ pullRequests }: Host): number {
  return pullRequests.length + pullRequests.filter(({ endedAs }) => endedAs !== undefined).length + 1;
}
