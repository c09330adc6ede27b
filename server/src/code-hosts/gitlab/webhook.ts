import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { checksChanged, CommitId } from '../checks/changed.ts';
import { diffExcerpt } from '../text/diff-excerpt.ts';
import { issueEvent } from '../host-event.ts';
import type { HostEvent, HostWebhook } from '../host-event.ts';
import {
  branchOf,
  invalidSignature,
  isAbout,
  isNoCommit,
  isSame,
  jsonOf,
  payloadOf,
} from '../requests/webhook-proof.ts';
import { isBot, placeOf } from './note-event.ts';
import { Position } from './shapes.ts';

// The shapes are those of https://docs.gitlab.com/user/project/integrations/webhook_events/, limited to what is read.

const Endpoints = { source_project_id: z.int().nullish(), target_project_id: z.int().nullish() };

const MergeRequestHook = z.object({
  object_attributes: z.object({ iid: z.int(), action: z.string().nullish(), ...Endpoints }),
});

const NoteHook = z.object({
  user: z.object({ username: z.string() }),
  object_attributes: z.object({
    id: z.int(),
    note: z.string(),
    noteable_type: z.string(),
    system: z.boolean().nullish(),
    action: z.string().nullish(),
    discussion_id: z.string().nullish(),
    url: z.string().nullish(),
    position: Position.nullish(),
    st_diff: z.object({ diff: z.string().nullish() }).nullish(),
  }),
  merge_request: z.object({ iid: z.int(), ...Endpoints }).nullish(),
});

const IssueHook = z.object({
  object_attributes: z.object({
    iid: z.int(),
    title: z.string(),
    description: z.string().nullish(),
    url: z.string().nullish(),
    state: z.string().nullish(),
    action: z.string().nullish(),
  }),
  labels: z.array(z.object({ title: z.string() })).nullish(),
  assignees: z.array(z.object({ username: z.string() })).nullish(),
});

const PushHook = z.object({ ref: z.string(), after: z.string() });

const PipelineHook = z.object({ object_attributes: z.object({ sha: CommitId }) });

const JobHook = z.object({ sha: CommitId });

/** Only this address contains the full id of the commit. */
const DeploymentHook = z.object({ commit_url: z.string() });

/** Reads the webhooks of GitLab. @throws CopydeskError `invalid_signature`, `invalid_json`, `invalid_request`. */
export function readWebhook(webhook: HostWebhook, secret: string, repository: string): HostEvent[] {
  if (!isFromGitLab(webhook, secret)) throw invalidSignature('GitLab', 'its secret token, or its signing token');
  const json = jsonOf(webhook.body);
  if (!isAbout(json, repository)) return [];
  switch (webhook.headers['x-gitlab-event']) {
    case 'Merge Request Hook':
      return endedEvents(payloadOf(MergeRequestHook, json));
    case 'Note Hook':
      return commentEvents(payloadOf(NoteHook, json));
    case 'Issue Hook':
      return issueEvents(payloadOf(IssueHook, json));
    case 'Push Hook':
      return pushedEvents(payloadOf(PushHook, json));
    case 'Pipeline Hook':
      return checksChanged(payloadOf(PipelineHook, json).object_attributes.sha, webhook.body);
    case 'Job Hook':
      return checksChanged(payloadOf(JobHook, json).sha, webhook.body);
    case 'Deployment Hook':
      return deployed(payloadOf(DeploymentHook, json), webhook.body);
    default:
      return [];
  }
}

/**
 * Checks where a webhook comes from. GitLab sends the secret token unchanged in `X-Gitlab-Token`
 * (https://docs.gitlab.com/user/project/integrations/webhooks/#validate-payloads-by-using-a-secret-token). Newer
 * versions sign instead, as Standard Webhooks do, when a signing token is set
 * (https://gitlab.com/gitlab-org/gitlab/-/merge_requests/230944): `v1,` and the HMAC-SHA256 of `id.timestamp.body` in
 * base64. Either one is sufficient proof.
 */
function isFromGitLab({ headers, body }: HostWebhook, secret: string): boolean {
  const token = headers['x-gitlab-token'];
  if (token !== undefined && isSame(token, secret)) return true;
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signatures = headers['webhook-signature'];
  if (id === undefined || timestamp === undefined || signatures === undefined || secret === '') return false;
  const signature = createHmac('sha256', signingKey(secret)).update(`${id}.${timestamp}.`).update(body);
  const expected = `v1,${signature.digest('base64')}`;
  return signatures.split(' ').some((given) => isSame(given, expected));
}

/**
 * Returns the bytes of a signing token. It is `whsec_` and 32 bytes in base64
 * (https://gitlab.com/gitlab-org/gitlab/-/merge_requests/231325): the bytes that a secret of 64 hexadecimal digits
 * encodes.
 */
function signingKey(secret: string): Buffer {
  if (secret.startsWith('whsec_')) return Buffer.from(secret.slice('whsec_'.length), 'base64');
  return Buffer.from(secret, /^[\da-f]{64}$/.test(secret) ? 'hex' : 'utf8');
}

function issueEvents({ object_attributes: issue, labels, assignees }: z.infer<typeof IssueHook>): HostEvent[] {
  const { iid: number, title, description, url, state, action } = issue;
  // An edit adds no event of its own, because the same labels have the same key.
  if (state !== 'opened' || !['open', 'reopen', 'update'].includes(action ?? '')) return [];
  return [
    issueEvent({
      number,
      title,
      body: description ?? '',
      link: url ?? '',
      labels: (labels ?? []).map((label) => label.title),
      assignees: (assignees ?? []).map(({ username }) => username),
    }),
  ];
}

function endedEvents({
  object_attributes: { iid: number, action, ...endpoints },
}: z.infer<typeof MergeRequestHook>): HostEvent[] {
  if (!isOwn(endpoints)) return [];
  if (action === 'merge') return [{ kind: 'ended', number, state: 'merged' }];
  return action === 'close' ? [{ kind: 'ended', number, state: 'closed' }] : [];
}

function commentEvents({ user, object_attributes: note, merge_request: on }: z.infer<typeof NoteHook>): HostEvent[] {
  if (note.noteable_type !== 'MergeRequest' || !on || note.system === true || !isOwn(on)) return [];
  // Edits are ignored, because the job has begun with the first text.
  if (note.action === 'update') return [];
  const { new_line: newLine, old_line: oldLine } = note.position ?? {};
  const excerpt = diffExcerpt(note.st_diff?.diff ?? '', { newLine: newLine ?? null, oldLine: oldLine ?? null });
  const comment = {
    id: `note-${note.id}`,
    number: on.iid,
    author: user.username,
    isBot: isBot(user.username),
    body: note.note,
    link: note.url ?? '',
    thread: note.discussion_id ?? null,
    place: placeOf(note.position, excerpt),
  };
  return [{ kind: 'comment', comment }];
}

function pushedEvents({ ref, after }: z.infer<typeof PushHook>): HostEvent[] {
  const branch = branchOf(ref);
  return branch === undefined ? [] : [{ kind: 'pushed', branch, commit: isNoCommit(after) ? null : after }];
}

function deployed({ commit_url: link }: z.infer<typeof DeploymentHook>, body: Buffer): HostEvent[] {
  const commit = CommitId.safeParse(link.split('/').at(-1)).data;
  return commit === undefined ? [] : checksChanged(commit, body);
}

/** Whether the branch belongs to the project itself, not to a fork. */
function isOwn({
  source_project_id: source,
  target_project_id: target,
}: { [Key in keyof typeof Endpoints]?: number | null }) {
  return source == null || target == null || source === target;
}
