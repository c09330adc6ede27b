import { HostEvent } from '../../code-hosts/host-event.ts';
import type { HostComment } from '../../code-hosts/host-event.ts';
import { putOffWhileComing, readHostEvent } from '../../jobs/hosts/host-events.ts';
import type { StoredHostEvent } from '../../jobs/hosts/host-events.ts';
import type { Database } from '../../postgres/database.ts';
import type { HostWork } from './host-work.ts';
import { isOwnComment, requestOf } from './mention.ts';

/**
 * A host reports each comment of a review separately, within a second or two. Together they are one turn of the job.
 */
const settleSeconds = 3;

/**
 * Whether more comments may follow of the review that this comment belongs to. Then all that have come are postponed.
 */
export async function isReviewComing(
  db: Database,
  stored: StoredHostEvent,
  { review, number }: HostComment,
): Promise<boolean> {
  if (review === undefined) return false;
  const like = { kind: 'comment', comment: { review, number } };
  return await putOffWhileComing(db, stored, { like, seconds: settleSeconds, because: 'the review may say more' });
}

/**
 * Returns the text of a line comment as a request when its review addresses Copydesk as a whole; otherwise undefined.
 */
export async function askedByReview(
  { services, project, connection }: HostWork,
  { id, review, body, author }: HostComment,
): Promise<string | undefined> {
  if (review === undefined || review === id || isOwnComment(body)) return undefined;
  const { data: event } = HostEvent.safeParse(await readHostEvent(services.db, project.id, review));
  if (event?.kind !== 'comment' || event.comment.author !== author) return undefined;
  return requestOf(event.comment.body, connection.mention) === undefined ? undefined : body.trim();
}
