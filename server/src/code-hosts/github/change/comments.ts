import { z } from 'zod';
import type { CommentDraft } from '../../code-host.ts';
import type { GithubClient } from '../client.ts';
import { hasMark, marked } from '../marks.ts';
import { Author } from '../shapes.ts';

/** Posts a comment, or a reply in the thread of a review comment, unless the account's own with this mark exists. */
export async function commentOnce(client: GithubClient, draft: CommentDraft): Promise<void> {
  const { number, mark } = draft;
  const own = await ownLogin(client);
  const thread = threadNumber(draft.thread);
  const body = marked(draft.body, mark);
  const isThere = async (route: string, parameters: Record<string, number>): Promise<boolean> =>
    await hasComment(client, route, parameters, (comment) => hasMark(comment.body, mark) && isBy(comment, own));

  if (thread !== undefined) {
    if (await isThere('GET /repos/{owner}/{repo}/pulls/{pull_number}/comments', { pull_number: number })) return;
    const route = 'POST /repos/{owner}/{repo}/pulls/{pull_number}/comments/{comment_id}/replies';
    const answer = await client.try(route, { pull_number: number, comment_id: thread, body });
    if (answer.status === 201) return;
    // The thread was deleted together with its first comment, so the reply becomes a comment of its own.
    if (answer.status !== 404 && answer.status !== 422) throw await client.refusal(answer, route);
  }
  if (await isThere('GET /repos/{owner}/{repo}/issues/{issue_number}/comments', { issue_number: number })) return;
  const posted = z.object({ id: z.int() });
  await client.ask(posted, 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments', { issue_number: number, body });
}

/** Returns GitHub's name for the acting account; undefined for an installation's token, which may not know it. */
export async function ownLogin(client: GithubClient): Promise<string | undefined> {
  if (client.access.login !== null) return client.access.login;
  if (client.credential.app !== undefined) return await client.credential.app.login();
  const answer = await client.try('GET /user');
  if (answer.status === 403 && /by integration/iu.test(JSON.stringify(answer.data))) return undefined;
  if (answer.status !== 200) throw await client.refusal(answer, 'GET /user');
  return client.read(z.object({ login: z.string() }), answer, 'GET /user').login;
}

/** Returns an event's name for the thread of a review comment. */
export function threadOf(comment: { id: number; in_reply_to_id?: number | null | undefined }): string {
  return `review-comment-${comment.in_reply_to_id ?? comment.id}`;
}

function threadNumber(thread: string | undefined): number | undefined {
  const number = /^review-comment-(\d+)$/u.exec(thread ?? '')?.[1];
  return number === undefined ? undefined : Number(number);
}

const Comment = z.object({ body: z.string().nullish(), user: Author });

type Comment = z.infer<typeof Comment>;

function isBy({ user }: Comment, login: string | undefined): boolean {
  if (login === undefined) return user?.type === 'Bot';
  return user?.login.toLowerCase() === login.toLowerCase();
}

const pageSize = 100;

/** More comments than GitHub allows in one pull request. */
const mostPages = 100;

/** Whether one of the comments, of all pages, satisfies the condition. */
async function hasComment(
  client: GithubClient,
  route: string,
  parameters: Record<string, number>,
  matches: (comment: Comment) => boolean,
): Promise<boolean> {
  for (let page = 1; page <= mostPages; page += 1) {
    const comments = await client.ask(z.array(Comment), route, { ...parameters, per_page: pageSize, page });
    if (comments.some(matches)) return true;
    if (comments.length < pageSize) break;
  }
  return false;
}
