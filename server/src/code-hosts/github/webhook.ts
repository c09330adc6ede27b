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
import { commentEvent, endedEvent, reviewCommentEvent, reviewEvent } from './events.ts';
import { ReviewComment, Written } from './shapes.ts';

/**
 * Reads a webhook. GitHub signs the bytes of the body:
 * https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries Edits and deletions are ignored,
 * because the job has begun with the first text.
 */
export function readGithubWebhook(webhook: HostWebhook, secret: string, repository: string): HostEvent[] {
  const given = webhook.headers['x-hub-signature-256'] ?? '';
  if (secret === '' || !isSame(given, `sha256=${hmacHex(secret, webhook.body)}`)) {
    throw invalidSignature('GitHub', 'X-Hub-Signature-256');
  }
  const read = readers[webhook.headers['x-github-event'] ?? ''];
  if (read === undefined) return [];
  const payload = bodyOf(webhook);
  if (!isAbout(payload, repository)) return [];
  const action = z.object({ action: z.string().optional() }).safeParse(payload).data?.action;
  return read(payload, action, webhook.body);
}

const issueActions = new Set(['opened', 'reopened', 'labeled', 'assigned']);

const Issue = z.object({
  number: z.int(),
  title: z.string(),
  body: z.string().nullish(),
  html_url: z.string(),
  state: z.string(),
  labels: z.array(z.object({ name: z.string() })).default([]),
  assignees: z.array(z.object({ login: z.string() })).nullish(),
});

/** By the name of the event: https://docs.github.com/webhooks/webhook-events-and-payloads */
const readers: Readonly<Record<string, (payload: unknown, action: string | undefined, body: Buffer) => HostEvent[]>> = {
  pull_request: (payload, action) => {
    if (action !== 'closed') return [];
    const shape = z.object({ pull_request: z.object({ number: z.int(), merged_at: z.string().nullish() }) });
    return [endedEvent(payloadOf(shape, payload).pull_request)];
  },
  issue_comment: (payload, action) => {
    if (action !== 'created') return [];
    const issue = z.object({ number: z.int(), pull_request: z.unknown().optional() });
    const { issue: on, comment } = payloadOf(z.object({ issue, comment: Written }), payload);
    return on.pull_request === undefined || on.pull_request === null ? [] : [commentEvent(comment, on.number)];
  },
  pull_request_review: (payload, action) => {
    if (action !== 'submitted') return [];
    const pull = z.object({ number: z.int() });
    const { review, pull_request: on } = payloadOf(z.object({ review: Written, pull_request: pull }), payload);
    const event = reviewEvent(review, on.number);
    return event === undefined ? [] : [event];
  },
  pull_request_review_comment: (payload, action) => {
    if (action !== 'created') return [];
    return [reviewCommentEvent(payloadOf(z.object({ comment: ReviewComment }), payload).comment)];
  },
  issues: (payload, action) => {
    if (action === undefined || !issueActions.has(action)) return [];
    const { issue } = payloadOf(z.object({ issue: Issue }), payload);
    if (issue.state !== 'open') return [];
    const labels = issue.labels.map(({ name }) => name);
    const assignees = (issue.assignees ?? []).map(({ login }) => login);
    const { number, title, body, html_url: link } = issue;
    return [issueEvent({ number, title, body: body ?? '', link, labels, assignees })];
  },
  push: (payload) => {
    const { ref, after } = payloadOf(z.object({ ref: z.string(), after: z.string() }), payload);
    const branch = branchOf(ref);
    return branch === undefined ? [] : [{ kind: 'pushed', branch, commit: isNoCommit(after) ? null : after }];
  },
  check_run: (payload, _, body) => {
    const { check_run: checked } = payloadOf(z.object({ check_run: OfCommit }), payload);
    return checksChanged(checked.head_sha, body);
  },
  check_suite: (payload, _, body) => {
    const { check_suite: checked } = payloadOf(z.object({ check_suite: OfCommit }), payload);
    return checksChanged(checked.head_sha, body);
  },
  workflow_run: (payload, _, body) => {
    const { workflow_run: checked } = payloadOf(z.object({ workflow_run: OfCommit }), payload);
    return checksChanged(checked.head_sha, body);
  },
  status: (payload, _, body) => checksChanged(payloadOf(z.object({ sha: CommitId }), payload).sha, body),
  deployment_status: (payload, _, body) => {
    const { deployment } = payloadOf(z.object({ deployment: z.object({ sha: CommitId }) }), payload);
    return checksChanged(deployment.sha, body);
  },
};

const OfCommit = z.object({ head_sha: CommitId });

/** Reads JSON, or a form that contains it: GitHub offers both, and its settings page proposes the form first. */
function bodyOf({ headers, body }: HostWebhook): unknown {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
  if (!isForm) return jsonOf(body);
  return jsonOf(Buffer.from(new URLSearchParams(body.toString('utf8')).get('payload') ?? ''));
}
