import { isCopydeskError } from '@copydesk/contract';
import type { ErrorCode, JobOutcome } from '@copydesk/contract';
import { safeMarkdown } from '../../code-hosts/safe-text.ts';
import { listUnanswered, markAnswered } from '../../jobs/hosts/origin.ts';
import type { Outcome, Unanswered } from '../../jobs/hosts/origin.ts';
import { isDatabaseUnavailable } from '../../postgres/database.ts';
import { isUnavailable } from './host-unavailable.ts';
import { toComment } from './host-comment.ts';
import type { HostWork } from './host-work.ts';

/**
 * Posts the outcome of messages that came from comments, in the place where they were written. An answer is posted only
 * once, however often this is retried, because its mark identifies it. Messages of one thread that were settled
 * together get one answer.
 *
 * An answer that cannot be posted does not delay the others, unless the host itself is unavailable.
 *
 * @throws CopydeskError the error of the first answer that is not posted yet; it is posted later.
 */
export async function postAnswers(work: HostWork, mayContinue: () => Promise<boolean>): Promise<void> {
  const { services, project } = work;
  const unanswered = await listUnanswered(services.db, project.id);
  const errors: unknown[] = [];
  for (const together of Map.groupBy(unanswered, threadOf).values()) {
    if (!(await mayContinue())) return;
    try {
      await answer(work, together);
    } catch (error) {
      if (isUnavailable(error) || isDatabaseUnavailable(error)) throw error;
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

/** Comments on the pull request itself are answered one by one, because nothing there shows which belong together. */
function threadOf({ jobId, position, origin, outcome }: Unanswered): string {
  return JSON.stringify([jobId, outcome.sequence, origin.number, origin.thread ?? position]);
}

const day = 86_400_000;

async function answer(
  { services: { db, now }, host, connection }: HostWork,
  together: readonly Unanswered[],
): Promise<void> {
  const [first] = together;
  if (first === undefined) return;
  const { jobId, position, origin, outcome } = first;
  const positions = together.map((one) => one.position);
  const mark = `answer-${jobId.replaceAll('_', '-')}-${position}`;
  const { number, thread } = origin;
  try {
    await host.comment({ number, body: textOf(first, connection.mention), mark, ...(thread !== null && { thread }) });
  } catch (error) {
    if (!isFinal(error) && now().getTime() - outcome.at.getTime() < day) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const because = `The answer to ${origin.author} could not be posted at ${origin.link}: ${reason}`;
    await markAnswered(db, { jobId, positions, because });
    return;
  }
  await markAnswered(db, { jobId, positions });
}

/** The pull request or its conversation does not exist, or takes no comments. No retry will change that. */
function isFinal(error: unknown): boolean {
  return isCopydeskError(error) && !error.retryable && finalCodes.has(error.code);
}

const finalCodes = new Set<ErrorCode>([
  'not_found',
  'pull_request_failed',
  'pull_request_not_open',
  'repository_archived',
]);

/** Below the limit of every host, including the text around the answer. */
const mostCharacters = 50_000;

function textOf({ origin, outcome }: Unanswered, mention: string): string {
  const about = origin.thread === null ? `To ${toComment(origin.link)}:\n\n` : '';
  return `${about}${outcomeText(outcome, origin.number, mention)}`;
}

function outcomeText(outcome: Outcome, number: number, mention: string): string {
  switch (outcome.type) {
    case 'completed': {
      const { summary, prLink } = outcome.data;
      const text = summary.trim() === '' ? 'Done.' : safeMarkdown(summary.slice(0, mostCharacters));
      const reply = replyTo(outcome.data.outcome, text, mention);
      // When a pull request has ended, another follows it, which people in this conversation do not know about.
      const isHere = prLink === null || prLink.endsWith(`/${number}`);
      return isHere ? reply : `${reply}\n\nThe change is in ${prLink}.`;
    }
    case 'failed': {
      const { detail, code, retryable } = outcome.data;
      const next = retryable ? ' It may work when it is tried again: write once more.' : '';
      return safeMarkdown(`This could not be done (\`${code}\`): ${detail.slice(0, mostCharacters)}${next}`);
    }
    case 'archived':
      return 'The job of this pull request was archived before this could be done. Create a new job for the remaining work.';
  }
}

/** Marks a question or a refusal as different from finished work, and says how the reader can continue from there. */
function replyTo(kind: JobOutcome['kind'] | null, text: string, mention: string): string {
  if (kind === 'needs_answer') {
    return `**Nothing was changed: this needs an answer.**\n\n${text}\n\nAnswer here, with \`@${mention}\` in front, and the job continues.`;
  }
  if (kind === 'declined') return `**Nothing was changed: this was declined.**\n\n${text}`;
  return text;
}
