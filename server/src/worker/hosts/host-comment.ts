import { Prompt, isCopydeskError } from '@copydesk/contract';
import { withContext } from '../../agent/notes/context-note.ts';
import type { HostComment } from '../../code-hosts/host-event.ts';
import { endHostEvent } from '../../jobs/hosts/host-events.ts';
import type { StoredHostEvent } from '../../jobs/hosts/host-events.ts';
import { acceptMessage } from '../../jobs/request/message.ts';
import { safeMarkdown } from '../../code-hosts/safe-text.ts';
import { askedByReview, isReviewComing } from './host-review.ts';
import type { HostWork } from './host-work.ts';
import { isOwnComment, requestOf } from './mention.ts';
import { jobOfPullRequest } from './own-pull-request.ts';

/**
 * Takes a comment that addresses Copydesk as a follow-up message to the job whose pull request it is on. A comment by
 * somebody who may not push to the repository gets no work and no answer: an answer would let anybody make Copydesk
 * write.
 */
export async function takeComment(work: HostWork, stored: StoredHostEvent, comment: HostComment): Promise<void> {
  const { services, connection } = work;
  const { db } = services;
  const pass = async (outcome: string): Promise<void> => void (await endHostEvent(db, stored, outcome));
  if (await isReviewComing(db, stored, comment)) return;
  const request = requestOf(comment.body, connection.mention) ?? (await askedByReview(work, comment));
  if (request === undefined) return await pass('addresses somebody else');
  // Recognised by the mark and not by the account: when the token is a person's, that person writes to Copydesk as
  // well.
  if (comment.isBot || isOwnComment(comment.body)) {
    return await pass('written by a program');
  }
  const own = await jobOfPullRequest(work, comment.number);
  if (own === undefined) return await pass('no job has this pull request');
  if (!(await work.mayWrite(comment.author))) return await pass(`${comment.author} may not push to the repository`);
  // A comment without words gives no work, wherever it stands.
  const prompt = comment.place === null || request === '' ? request : withContext(request, comment.place);
  const refusal = await giveMessage(work, stored, { jobId: own.jobId, comment, prompt });
  if (refusal === undefined) return;
  await reply(work, comment, refusal);
  await pass(refusal);
}

/** @returns why the message was not accepted, for the author of the comment. */
async function giveMessage(
  { services, project, connection }: HostWork,
  stored: StoredHostEvent,
  message: { jobId: string; comment: HostComment; prompt: string },
): Promise<string | undefined> {
  const { jobId, comment, prompt } = message;
  const { success, error } = Prompt.safeParse(prompt);
  if (!success) {
    const [issue] = error.issues;
    return `Copydesk did not accept this as a message: it ${issue?.message ?? 'cannot be read'}.`;
  }
  const { id: commentId, author, link, number, thread } = comment;
  const origin = { commentId, author, link, number, thread };
  try {
    await services.db.transaction().execute(async (transaction) => {
      // Whoever notes the event first stores the message.
      if (!(await endHostEvent(transaction, stored, `message to ${jobId}`))) return;
      await acceptMessage(transaction, { projectId: project.id, jobId, prompt, origin, now: services.now() });
    });
    return undefined;
  } catch (cause) {
    if (isCopydeskError(cause, 'job_archived')) {
      return 'The job of this pull request is archived and accepts no more messages. Create a new job for the remaining work.';
    }
    if (isCopydeskError(cause, 'too_many_messages')) {
      return `The maximum number of messages already waits for this job. Write to @${connection.mention} again when some have been answered.`;
    }
    throw cause;
  }
}

async function reply({ host }: HostWork, comment: HostComment, text: string): Promise<void> {
  const { number, thread, id, link } = comment;
  const about = thread === null ? `To ${toComment(link)}: ` : '';
  const mark = `reply-${id.toLowerCase().replaceAll(/[^a-z0-9-]/g, '-')}`;
  await host.comment({ number, body: `${about}${safeMarkdown(text)}`, mark, ...(thread !== null && { thread }) });
}

/** Names a comment in Markdown: with a link, when Markdown accepts its address unchanged. */
export function toComment(link: string): string {
  return /^https?:\/\/[^\s()<>[\]]+$/.test(link) ? `[this comment](${link})` : 'a comment';
}
