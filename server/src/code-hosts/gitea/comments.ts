import { z } from 'zod';
import type { CommentDraft } from '../code-host.ts';
import { marked, markLine } from '../marks.ts';
import type { GiteaClient } from './client.ts';
import { Comment } from './shapes.ts';

const Posted = z.object({ id: z.int() });

/**
 * Posts a comment once: an existing one of the same account with the mark is left unchanged. The API cannot reply in
 * threads.
 */
export async function commentOnce(client: GiteaClient, { number, body, mark }: CommentDraft): Promise<void> {
  const path = `${client.repository}/issues/${number}/comments`;
  if (await isThere(client, path, mark)) return;
  await client.ask(Posted, 'comment', { method: 'POST', path, body: { body: marked(body, mark) } });
}

/** The comments of one issue come all at once. */
async function isThere(client: GiteaClient, path: string, mark: string): Promise<boolean> {
  const login = await client.login();
  const comments = await client.ask(z.array(Comment), 'read comments', { path });
  return comments.some(({ user, body }) => user?.login === login && body.includes(markLine(mark)));
}
