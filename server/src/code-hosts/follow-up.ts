import { CopydeskError } from '@copydesk/contract';
import type { CommentDraft, PullRequestDraft } from './code-host.ts';
import { followUpMark, markLine } from './marks.ts';

/** An open pull request, as a follow-up needs it. */
interface OpenPullRequest {
  number: number;
  /** With the marks that it has at every host. */
  description: string;
  /** Turns it into a draft, and keeps the title that people have given it. */
  holdBack: () => Promise<void>;
  comment: (draft: CommentDraft) => Promise<void>;
}

/**
 * Says on an open pull request what a push to its branch did. One that was opened with this very commit says so in its
 * description already.
 */
export async function followUp(draft: PullRequestDraft, open: OpenPullRequest): Promise<void> {
  const mark = followUpMark(draft.headCommit);
  if (open.description.includes(markLine(mark))) return;
  if (draft.asDraft === true) await open.holdBack();
  if (draft.isAnswered !== true) await open.comment({ number: open.number, body: draft.description, mark });
}

/**
 * Returns the error for a pull request that is not open any more.
 *
 * @param name such as `Pull request #1 of acme/docs`.
 * @param state in the host's words, such as `merged`; undefined when it is not there.
 */
export function notOpen(name: string, state: string | undefined): CopydeskError {
  return new CopydeskError('pull_request_not_open', `${name} is ${state ?? 'not there'}.`);
}
