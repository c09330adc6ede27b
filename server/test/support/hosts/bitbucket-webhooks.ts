import { createHmac } from 'node:crypto';
import { pullRequestIn } from './bitbucket.ts';
import type { BitbucketStandIn } from './bitbucket.ts';
import { commentShown, pullRequestShown } from './bitbucket-shown.ts';
import type { BitbucketComment } from './bitbucket-state.ts';

interface Webhook {
  headers: Record<string, string>;
  body: string;
}

/** Returns a webhook of Bitbucket: https://support.atlassian.com/bitbucket-cloud/docs/event-payloads/ */
export function hook(event: string, payload: object, secret: string): Webhook {
  const body = JSON.stringify({ repository: { type: 'repository', full_name: 'acme/docs' }, ...payload });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'x-event-key': event,
    'x-hook-uuid': '{00000000-0000-4000-8000-00000000000a}',
    'x-hub-signature': `sha256=${signature}`,
  };
  return { headers, body };
}

export async function commentHook(host: BitbucketStandIn, comment: BitbucketComment, secret: string): Promise<Webhook> {
  const pullrequest = await pullRequestShown(host, pullRequestIn(host.state, comment.pullRequest));
  return hook('pullrequest:comment_created', { pullrequest, comment: commentShown(host, comment) }, secret);
}

export async function endHook(host: BitbucketStandIn, number: number, secret: string): Promise<Webhook> {
  const found = pullRequestIn(host.state, number);
  const event = found.state === 'MERGED' ? 'pullrequest:fulfilled' : 'pullrequest:rejected';
  return hook(event, { pullrequest: await pullRequestShown(host, found) }, secret);
}

export function pushHook(branch: string, hash: string | null, secret: string): Webhook {
  const ref = { type: 'branch', name: branch };
  const change = { new: hash === null ? null : { ...ref, target: { type: 'commit', hash } }, old: ref };
  return hook('repo:push', { push: { changes: [change] } }, secret);
}
