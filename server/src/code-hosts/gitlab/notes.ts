import { z } from 'zod';
import type { CommentDraft } from '../code-host.ts';
import { marked, markLine } from '../marks.ts';
import type { GitLabClient } from './client.ts';
import { Note } from './shapes.ts';

/** A hundred notes each: in a merge request with more, the same note may be posted twice. */
const mostPages = 20;

const Posted = z.object({ id: z.int() });

/** Posts a note once: an existing one of the same account with the mark is left unchanged. */
export async function noteOnce(client: GitLabClient, draft: CommentDraft): Promise<void> {
  const { number, mark, thread } = draft;
  const path = `${client.project}/merge_requests/${number}`;
  if (await isThere(client, `${path}/notes`, mark)) return;
  const body = { body: marked(draft.body, mark) };
  if (thread !== undefined) {
    const doing = 'answer in a thread';
    const threadPath = `${path}/discussions/${encodeURIComponent(thread)}/notes`;
    const answer = await client.attempt(doing, { method: 'POST', path: threadPath, body });
    if (answer.status < 400) return;
    // The thread was deleted meanwhile, so the reply is posted as a new note.
    if (answer.status !== 404 && answer.status !== 400) throw await client.refusal(answer, doing);
  }
  await client.ask(Posted, 'comment', { method: 'POST', path: `${path}/notes`, body });
}

/** The newest come first, because the note was written a moment ago, if at all. */
async function isThere(client: GitLabClient, path: string, mark: string): Promise<boolean> {
  const login = await client.login();
  const query = { order_by: 'created_at', sort: 'desc' };
  for await (const page of client.pages(Note, 'read comments', { path, query, most: mostPages })) {
    if (page.some(({ author, body }) => author.username === login && body.includes(markLine(mark)))) return true;
  }
  return false;
}
