import { createHmac, randomUUID } from 'node:crypto';
import { commentJson, pullJson, repositoryJson } from './github-json.ts';
import type { GithubStandIn } from './github-stand-in.ts';
import type { GithubComment, GithubPull, GithubRepository } from './github-state.ts';

/** Sends the webhook for a comment or a review that somebody has written. */
export async function sendComment(
  host: GithubStandIn,
  repository: GithubRepository,
  made: GithubComment,
  pull: GithubPull | undefined,
): Promise<void> {
  const shown = commentJson(repository, made, host.apiUrl);
  if (made.kind === 'issue') {
    const url = `${host.apiUrl}/repos/${repository.name}/pulls/${made.number}`;
    const issue = { number: made.number, ...(pull === undefined ? {} : { pull_request: { url } }) };
    return await sendWebhook(host, 'issue_comment', 'created', repository, { issue, comment: shown });
  }
  if (pull === undefined) return;
  const on = { pull_request: pullJson(repository, pull, pull.headSha) };
  if (made.kind === 'review')
    return await sendWebhook(host, 'pull_request_review', 'submitted', repository, { ...on, review: shown });
  await sendWebhook(host, 'pull_request_review_comment', 'created', repository, { ...on, comment: shown });
}

/** https://docs.github.com/webhooks/webhook-events-and-payloads#delivery-headers */
export async function sendWebhook(
  host: GithubStandIn,
  event: string,
  action: string | undefined,
  repository: GithubRepository,
  payload: object,
): Promise<void> {
  if (host.webhook === undefined) return;
  const { url, secret } = host.webhook;
  const body = JSON.stringify({
    ...(action === undefined ? {} : { action }),
    ...payload,
    repository: repositoryJson(repository, true),
  });
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'GitHub-Hookshot/stand-in',
      'x-github-event': event,
      'x-github-delivery': randomUUID(),
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    },
    body,
  });
  if (!response.ok) throw new Error(`The webhook was answered with ${response.status}: ${await response.text()}`);
}
