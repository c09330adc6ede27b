import { isCopydeskError } from '@copydesk/contract';
import { z } from 'zod';
import { errorMessageOf } from '../text/error-message.ts';
import { readAnswer } from '../requests/host-http.ts';
import type { HostAnswer } from '../requests/host-http.ts';
import { isOfPerson, lastRemark } from '../merge.ts';
import type { MergeOrder, MergeOutcome, MergeStanding, Remark } from '../merge.ts';
import { tokenOf } from './client.ts';
import type { GitLabClient } from './client.ts';
import { present } from './merge-requests.ts';
import { isBot } from './note-event.ts';
import { Discussion, MergeRequest, Note, User } from './shapes.ts';

/** https://docs.gitlab.com/api/merge_requests/#get-single-mr */
const MergeState = MergeRequest.extend({
  labels: z.array(z.string()).nullish(),
  has_conflicts: z.boolean().nullish(),
  /** https://docs.gitlab.com/api/merge_requests/#merge-status */
  detailed_merge_status: z.string().nullish(),
  merge_user: User.nullish(),
});

const ThreadNote = Note.extend({ resolvable: z.boolean().nullish(), resolved: z.boolean().nullish() });
const Thread = Discussion.extend({ notes: z.array(ThreadNote) });

const mostPages = 20;

/** States in which GitLab is still working out whether it can merge. */
const unsettledStates = new Set(['unchecked', 'checking', 'preparing', 'approvals_syncing']);
const unmergeable = new Set(['conflict', 'need_rebase', 'broken_status']);

/** Reads what decides about a merge: the merge request, and its threads. */
export async function mergeStanding(client: GitLabClient, number: number): Promise<MergeStanding | undefined> {
  const doing = 'read a merge request';
  const path = `${client.project}/merge_requests/${number}`;
  const answer = await client.attempt(doing, { path });
  if (answer.status === 404 && !/project/i.test(answer.text)) return undefined;
  if (answer.status >= 400) throw await client.refusal(answer, doing);
  const found = readAnswer(MergeState, answer, `GitLab at ${new URL(client.access.apiUrl).host}`);
  const threads = await threadsOf(client, path);
  const { detailed_merge_status: status = '' } = found;
  const isUnsettled = status === null || status === '' || unsettledStates.has(status);
  return {
    pullRequest: present(found),
    title: found.title ?? '',
    isDraft: found.draft === true,
    labels: found.labels ?? [],
    isMergeable: isUnsettled ? undefined : !unmergeable.has(status) && found.has_conflicts !== true,
    changesRequestedBy: status === 'requested_changes' ? ['a reviewer'] : [],
    openThreads: threads.filter((notes) => notes.some(isOpen)).length,
    lastCommentAt: lastRemark(threads.flat()),
    isOwnMerge: found.merge_user?.username === (await client.login()),
  };
}

type ThreadRemark = Remark & { isUnresolved: boolean };

async function threadsOf(client: GitLabClient, path: string): Promise<ThreadRemark[][]> {
  const threads: ThreadRemark[][] = [];
  const request = { path: `${path}/discussions`, most: mostPages };
  for await (const page of client.pages(Thread, 'read comments', request)) {
    threads.push(...page.map(({ notes }) => notes.filter(({ system }) => system !== true).map(remarkOf)));
  }
  return threads;
}

function remarkOf(note: z.infer<typeof ThreadNote>): ThreadRemark {
  const { created_at: at, body, author, resolvable, resolved } = note;
  return { at, body, isBot: isBot(author.username), isUnresolved: resolvable === true && resolved !== true };
}

/** A thread is resolved as a whole. One in which only programs wrote holds nothing up. */
function isOpen(remark: ThreadRemark): boolean {
  return remark.isUnresolved && isOfPerson(remark);
}

/**
 * Merges by the method of the project, if the head is still the given one:
 * https://docs.gitlab.com/api/merge_requests/#merge-a-merge-request
 */
export async function mergeMergeRequest(
  client: GitLabClient,
  { number, headCommit: sha }: MergeOrder,
): Promise<MergeOutcome> {
  const path = `${client.project}/merge_requests/${number}/merge`;
  const doing = 'merge a merge request';
  let answer: HostAnswer;
  try {
    answer = await client.attempt(doing, { method: 'PUT', path, body: { sha } });
  } catch (error) {
    // GitLab answers so when the account may not merge into this branch. A token that it does not know fails elsewhere.
    if (!isCopydeskError(error, 'code_host_unauthorized')) throw error;
    return { kind: 'refused', because: "the token's account may not merge into this branch" };
  }
  if (answer.status < 300) return { kind: 'merged' };
  if (answer.status === 409) return { kind: 'moved' };
  if (![403, 405, 406, 422].includes(answer.status)) throw await client.refusal(answer, doing);
  const message = errorMessageOf(answer.json, tokenOf(client.access));
  return { kind: 'refused', because: message === '' ? `GitLab answers ${answer.status}` : message };
}
