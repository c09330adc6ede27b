import { z } from 'zod';
import { checksChanged, CommitId } from '../checks/changed.ts';
import { issueEvent } from '../host-event.ts';
import type { HostEvent, HostWebhook } from '../host-event.ts';
import {
  branchOf,
  hmacHex,
  invalidSignature,
  isAbout,
  isNoCommit,
  isSame,
  jsonOf,
  payloadOf,
} from '../requests/webhook-proof.ts';
import { hostComment, hostReview } from './host-comments.ts';
import { Comment, User } from './shapes.ts';

// The shapes are those of modules/structs/hook.go of Gitea, which Forgejo shares, limited to what is read
// (https://docs.gitea.com/usage/webhooks, https://forgejo.org/docs/latest/user/webhooks/).

const Ends = z.object({ repo_id: z.int().nullish(), sha: z.string().nullish() });

const PullRequestHook = z.object({
  action: z.string(),
  number: z.int(),
  pull_request: z.object({
    merged: z.boolean().nullish(),
    html_url: z.string().nullish(),
    updated_at: z.string().nullish(),
    head: Ends.nullish(),
    base: Ends.nullish(),
  }),
  sender: User.nullish(),
  /** Only for a review: without its id, and without its comments on lines. */
  review: z.object({ content: z.string().nullish() }).nullish(),
});

const CommentHook = z.object({
  action: z.string(),
  is_pull: z.boolean().nullish(),
  comment: Comment,
  issue: z.object({ number: z.int(), pull_request: z.unknown().nullish() }).nullish(),
  pull_request: z.object({ number: z.int() }).nullish(),
});

const IssueHook = z.object({
  action: z.string(),
  issue: z.object({
    number: z.int(),
    title: z.string(),
    body: z.string().nullish(),
    html_url: z.string().nullish(),
    state: z.string(),
    labels: z.array(z.object({ name: z.string() })).nullish(),
    assignees: z.array(User).nullish(),
    pull_request: z.unknown().nullish(),
  }),
});

const PushHook = z.object({ ref: z.string(), after: z.string() });

/** `ref` is the bare name of the deleted branch. */
const DeleteHook = z.object({ ref: z.string(), ref_type: z.string() });

const StatusHook = z.object({ sha: CommitId });

const OfCommit = z.object({ head_sha: CommitId });

const RunHook = z.object({ workflow_run: OfCommit });

const JobHook = z.object({ workflow_job: OfCommit });

/** Reads the webhooks of Gitea and Forgejo. @throws CopydeskError `invalid_signature`, `invalid_json`, `invalid_request`. */
export function readWebhook(webhook: HostWebhook, secret: string, repository: string): HostEvent[] {
  const { headers, body } = webhook;
  if (!isFromHost(webhook, secret)) throw invalidSignature('Gitea or Forgejo', 'its secret');
  const json = jsonOf(body);
  if (!isAbout(json, repository)) return [];
  const event = headers['x-forgejo-event'] ?? headers['x-gitea-event'] ?? headers['x-gogs-event'] ?? '';
  return readers.get(event)?.(json, body) ?? (discussionEvents.test(event) ? readDiscussion(json) : []);
}

/**
 * What reads each event. Gitea reports labels and assignments under separate names, and in older versions also under
 * `issues`.
 */
const readers = new Map<string, (json: unknown, body: HostWebhook['body']) => HostEvent[]>([
  ['push', (json) => pushedEvents(payloadOf(PushHook, json))],
  ['delete', (json) => deletedBranchEvents(payloadOf(DeleteHook, json))],
  ['status', (json, body) => checksChanged(payloadOf(StatusHook, json).sha, body)],
  ['workflow_run', (json, body) => checksChanged(payloadOf(RunHook, json).workflow_run.head_sha, body)],
  ['workflow_job', (json, body) => checksChanged(payloadOf(JobHook, json).workflow_job.head_sha, body)],
  ['issues', (json) => issueEvents(payloadOf(IssueHook, json))],
  ['issue_label', (json) => issueEvents(payloadOf(IssueHook, json))],
  ['issue_assign', (json) => issueEvents(payloadOf(IssueHook, json))],
  ['pull_request', (json) => endedEvents(payloadOf(PullRequestHook, json))],
]);

/** The names of comment and review events depend on the header and the version; their contents do not. */
const discussionEvents = /^(issue_comment|pull_request_(comment|approved|rejected|review.*))$/;

function readDiscussion(json: unknown): HostEvent[] {
  const isReview = z.object({ review: z.object({}) }).safeParse(json).success;
  return isReview ? reviewEvents(payloadOf(PullRequestHook, json)) : commentEvents(payloadOf(CommentHook, json));
}

const issueActions = new Set(['opened', 'reopened', 'label_updated', 'assigned']);

function issueEvents({ action, issue }: z.infer<typeof IssueHook>): HostEvent[] {
  if (!issueActions.has(action) || issue.state !== 'open' || issue.pull_request != null) return [];
  const { number, title, body, html_url: link, labels, assignees } = issue;
  return [
    issueEvent({
      number,
      title,
      body: body ?? '',
      link: link ?? '',
      labels: (labels ?? []).map(({ name }) => name),
      assignees: (assignees ?? []).map(({ login }) => login),
    }),
  ];
}

/**
 * Checks the HMAC-SHA256 of the body in hex, under the header names of either host and, after `sha256=`, that of
 * GitHub.
 */
function isFromHost({ headers, body }: HostWebhook, secret: string): boolean {
  if (secret === '') return false;
  const expected = hmacHex(secret, body);
  const given = headers['x-forgejo-signature'] ?? headers['x-gitea-signature'];
  if (given !== undefined) return isSame(given, expected);
  return isSame(headers['x-hub-signature-256'] ?? '', `sha256=${expected}`);
}

function endedEvents({ action, number, pull_request: found }: z.infer<typeof PullRequestHook>): HostEvent[] {
  if (action !== 'closed' || isOfFork(found)) return [];
  return [{ kind: 'ended', number, state: found.merged === true ? 'merged' : 'closed' }];
}

function commentEvents({
  action,
  is_pull: isPull,
  comment,
  issue,
  pull_request: on,
}: z.infer<typeof CommentHook>): HostEvent[] {
  const number = on?.number ?? (isPull === true || issue?.pull_request != null ? issue?.number : undefined);
  if (action !== 'created' || number === undefined) return [];
  return [{ kind: 'comment', comment: hostComment(number, comment) }];
}

/** The webhook contains the text of the review itself; its comments on lines must be requested. */
function reviewEvents(hook: z.infer<typeof PullRequestHook>): HostEvent[] {
  const { action, number, pull_request: found, sender: user, review } = hook;
  if (action !== 'reviewed' || isOfFork(found)) return [];
  const body = review?.content ?? '';
  const commit = found.head?.sha ?? '';
  const comment = hostReview(number, { user, body, commit, link: found.html_url ?? '' });
  const look: HostEvent = { kind: 'look', number, at: `${found.updated_at ?? ''}-${comment.id}` };
  return body.trim() === '' ? [look] : [{ kind: 'comment', comment }, look];
}

function pushedEvents({ ref, after }: z.infer<typeof PushHook>): HostEvent[] {
  const branch = branchOf(ref);
  return branch === undefined ? [] : [{ kind: 'pushed', branch, commit: isNoCommit(after) ? null : after }];
}

function deletedBranchEvents({ ref, ref_type: type }: z.infer<typeof DeleteHook>): HostEvent[] {
  return type === 'branch' ? [{ kind: 'pushed', branch: branchOf(ref) ?? ref, commit: null }] : [];
}

function isOfFork({ head, base }: z.infer<typeof PullRequestHook>['pull_request']): boolean {
  return head?.repo_id != null && base?.repo_id != null && head.repo_id !== base.repo_id;
}
