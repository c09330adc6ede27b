import { createHmac } from 'node:crypto';
import type { GitLabNote } from './gitlab-state.ts';
import type { GitLabStandIn } from './gitlab.ts';

/** A webhook as GitLab sends it. */
export interface Webhook {
  headers: Record<string, string>;
  body: string;
}

/** https://docs.gitlab.com/user/project/integrations/webhook_events/#merge-request-events */
export function mergeRequestHook(host: GitLabStandIn, iid: number, action: string, secret: string): Webhook {
  const found = host.state.mergeRequests.find((one) => one.iid === iid);
  const payload = {
    object_kind: 'merge_request',
    event_type: 'merge_request',
    user: { id: 8, name: 'Wren', username: 'wren', email: '[REDACTED]' },
    project: { id: host.state.id, path_with_namespace: host.state.path },
    object_attributes: {
      id: 9000 + iid,
      iid,
      action,
      state: found?.state,
      source_branch: found?.source_branch,
      target_branch: found?.target_branch,
      source_project_id: found?.source_project_id,
      target_project_id: host.state.id,
    },
    labels: [],
    changes: {},
  };
  return hook('Merge Request Hook', payload, secret);
}

/** https://docs.gitlab.com/user/project/integrations/webhook_events/#comment-on-a-merge-request */
export function noteHook(host: GitLabStandIn, note: GitLabNote, secret: string): Webhook {
  const found = host.state.mergeRequests.find((one) => one.iid === note.merge_request);
  const payload = {
    object_kind: 'note',
    event_type: 'note',
    user: { id: 8, name: note.author, username: note.author, email: '[REDACTED]' },
    project_id: host.state.id,
    project: { id: host.state.id, path_with_namespace: host.state.path },
    object_attributes: {
      id: note.id,
      note: note.body,
      noteable_type: 'MergeRequest',
      type: note.position ? 'DiffNote' : null,
      author_id: 8,
      created_at: note.createdAt.toISOString(),
      project_id: host.state.id,
      noteable_id: 9000 + note.merge_request,
      system: note.system,
      discussion_id: note.discussion,
      action: 'create',
      position: note.position,
      st_diff: null,
      url: `${host.origin}/${host.state.path}/-/merge_requests/${note.merge_request}#note_${note.id}`,
    },
    merge_request: {
      id: 9000 + note.merge_request,
      iid: note.merge_request,
      source_branch: found?.source_branch,
      target_branch: found?.target_branch,
      source_project_id: found?.source_project_id ?? host.state.id,
      target_project_id: host.state.id,
    },
  };
  return hook('Note Hook', payload, secret);
}

/** https://docs.gitlab.com/user/project/integrations/webhook_events/#push-events */
export function pushHook(host: GitLabStandIn, branch: string, after: string, secret: string): Webhook {
  const payload = {
    object_kind: 'push',
    event_name: 'push',
    before: 'c'.repeat(40),
    after,
    ref: `refs/heads/${branch}`,
    checkout_sha: /^0+$/.test(after) ? null : after,
    user_username: 'wren',
    project_id: host.state.id,
    commits: [],
    total_commits_count: 1,
  };
  return hook('Push Hook', payload, secret);
}

function hook(event: string, payload: object, secret: string): Webhook {
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'GitLab/18.4.1-ee',
    'x-gitlab-event': event,
    'x-gitlab-event-uuid': '13792a34-cac6-4fda-95a8-c58e00a3954e',
    'x-gitlab-token': secret,
  };
  return { headers, body: JSON.stringify(payload) };
}

/** The same webhook, signed with a signing token instead of the secret token: `whsec_` and a key in base64. */
export function signed({ headers, body }: Webhook, signingToken: string, at: Date): Webhook {
  const id = headers['x-gitlab-event-uuid'] ?? '';
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = Buffer.from(signingToken.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const { 'x-gitlab-token': _, ...others } = headers;
  return {
    headers: { ...others, 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` },
    body,
  };
}
