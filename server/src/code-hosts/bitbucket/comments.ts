import type { CommentDraft } from '../code-host.ts';
import { marked, markLine } from '../marks.ts';
import type { BitbucketClient } from './client.ts';
import { withHiddenMarks, withUsualMarks } from './markdown.ts';
import { isPerson } from './people.ts';
import { Comment, PullRequest } from './shapes.ts';

/** A hundred comments each: in a pull request with more, the same comment may be posted twice. */
const mostPages = 20;

/** Posts a comment once: an existing one of Copydesk with the mark is left unchanged. */
export async function commentOnce(client: BitbucketClient, draft: CommentDraft): Promise<void> {
  const { number, mark, thread } = draft;
  const path = `${client.repository}/pullrequests/${number}`;
  if (await isThere(client, path, mark)) return;
  const content = { raw: withHiddenMarks(marked(draft.body, mark)) };
  if (thread !== undefined) {
    const doing = 'answer in a thread';
    const body = { content, parent: { id: Number(thread) } };
    const answer = await client.attempt(doing, { method: 'POST', path: `${path}/comments`, body });
    if (answer.status < 400) return;
    // The thread was deleted meanwhile, so the reply is posted as a new comment.
    if (answer.status !== 404 && answer.status !== 400) throw await client.refusal(answer, doing);
  }
  await client.ask(Comment, 'comment', { method: 'POST', path: `${path}/comments`, body: { content } });
}

/**
 * An access token is an account of its own, and may not ask for its name. But it opened the pull request; and if it was
 * replaced since, its successor is at least no person. The newest comments come first, because the one that is looked
 * for was written a moment ago, if at all.
 */
async function isThere(client: BitbucketClient, path: string, mark: string): Promise<boolean> {
  const { author } = await client.ask(PullRequest, 'read a pull request', { path });
  const list = { path: `${path}/comments`, query: { sort: '-created_on' }, most: mostPages };
  for await (const page of client.pages(Comment, 'read comments', list)) {
    const isOwn = ({ user }: Comment): boolean => user != null && (user.uuid === author?.uuid || !isPerson(user));
    if (page.some((one) => isOwn(one) && withUsualMarks(one.content.raw).includes(markLine(mark)))) return true;
  }
  return false;
}
