import { createHmac } from 'node:crypto';
import { sendUntilAnswered } from './requests.ts';
import type { Sender } from './requests.ts';

/**
 * Sends a webhook of the code host to a project, signed with its secret, in the form of Gitea's
 * (https://docs.gitea.com/usage/webhooks).
 *
 * @returns whether it was accepted.
 */
export async function sendHostWebhook(
  sender: Sender,
  { project, webhookSecret }: { project: string; webhookSecret: string },
  webhook: { event: 'push' | 'pull_request'; repository: string; payload: object },
): Promise<boolean> {
  const body = JSON.stringify({ ...webhook.payload, repository: { full_name: webhook.repository } });
  const signature = createHmac('sha256', webhookSecret).update(body).digest('hex');
  const headers = { 'x-gitea-event': webhook.event, 'x-gitea-signature': signature };
  const path = `/v1/code-host/${project}/webhook`;
  const answer = await sendUntilAnswered(sender, { method: 'POST', path, headers, body });
  return answer?.status === 202;
}

/** A branch of a repository has moved to a commit. */
export function pushOf(repository: string, commit: string) {
  return { event: 'push' as const, repository, payload: { ref: 'refs/heads/main', after: commit } };
}

/** A pull request has ended. */
export function endOf(repository: string, number: number, how: 'merged' | 'closed') {
  const payload = { action: 'closed', number, pull_request: { merged: how === 'merged' } };
  return { event: 'pull_request' as const, repository, payload };
}
