import { createHmac } from 'node:crypto';
import type { GiteaComment, GiteaReview } from './gitea-state.ts';
import type { GiteaStandIn } from './gitea.ts';

/** A webhook as Gitea and Forgejo send it (modules/structs/hook.go, services/webhook/deliver.go of Gitea). */
export interface Webhook {
  headers: Record<string, string>;
  body: string;
}

export function pullRequestHook(host: GiteaStandIn, number: number, action: string, secret: string): Webhook {
  return hook('pull_request', { action, number, pull_request: pullRequest(host, number), sender: wren }, secret);
}

export function commentHook(host: GiteaStandIn, comment: GiteaComment, secret: string): Webhook {
  const user = { id: 3, login: comment.author, username: comment.author };
  const isPull = host.state.pullRequests.some(({ number }) => number === comment.issue);
  const link = `${host.origin}/${host.state.path}/${isPull ? 'pulls' : 'issues'}/${comment.issue}`;
  const payload = {
    action: 'created',
    issue: { id: 1, number: comment.issue, pull_request: isPull ? { merged: false } : null },
    comment: {
      id: comment.id,
      body: comment.body,
      user,
      html_url: `${link}#issuecomment-${comment.id}`,
      pull_request_url: isPull ? link : '',
      created_at: comment.createdAt.toISOString(),
    },
    sender: user,
    is_pull: isPull,
  };
  return hook('issue_comment', payload, secret);
}

/** The payload has neither the number of the review nor its comments on lines. */
export function reviewHook(host: GiteaStandIn, review: GiteaReview, secret: string): Webhook {
  const payload = {
    action: 'reviewed',
    number: review.pullRequest,
    pull_request: {
      ...pullRequest(host, review.pullRequest),
      head: { ref: 'x', repo_id: host.state.id, sha: review.commit },
    },
    sender: { id: 3, login: review.author, username: review.author },
    review: { type: 'pull_request_review_comment', content: review.body },
  };
  return hook('pull_request_comment', payload, secret);
}

export function pushHook(branch: string, after: string, secret: string): Webhook {
  return hook(
    'push',
    { ref: `refs/heads/${branch}`, before: 'c'.repeat(40), after, commits: [], sender: wren },
    secret,
  );
}

const wren = { id: 3, login: 'wren', username: 'wren' };

function pullRequest(host: GiteaStandIn, number: number): object {
  const found = host.state.pullRequests.find((one) => one.number === number);
  return {
    number,
    state: found?.state,
    merged: found?.merged,
    html_url: `${host.origin}/${host.state.path}/pulls/${number}`,
    updated_at: found?.updatedAt.toISOString(),
    head: { ref: found?.headRef, repo_id: found?.headRepository, sha: found?.endedWith ?? '' },
    base: { ref: found?.baseRef, repo_id: host.state.id, sha: '' },
  };
}

export function hook(event: string, payload: object, secret: string, names = ['gitea']): Webhook {
  const body = JSON.stringify(payload);
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  for (const name of names) {
    headers[`x-${name}-event`] = event;
    headers[`x-${name}-signature`] = signature;
  }
  return { headers: { ...headers, 'x-hub-signature-256': `sha256=${signature}` }, body };
}
