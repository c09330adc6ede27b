import { z } from 'zod';
import { checksChanged, CommitId } from '../checks/changed.ts';
import type { HostEvent, HostWebhook } from '../host-event.ts';
import { hmacHex, invalidSignature, isAbout, isSame, jsonOf, payloadOf } from '../requests/webhook-proof.ts';
import { hostComment } from './host-comment.ts';
import { isOwn } from './pull-requests.ts';
import { Comment, PullRequest } from './shapes.ts';

// The shapes are those of https://support.atlassian.com/bitbucket-cloud/docs/event-payloads/, limited to what is read.

const PullRequestHook = z.object({ pullrequest: PullRequest });

const CommentHook = z.object({ pullrequest: PullRequest, comment: Comment });

const Ref = z.object({ type: z.string(), name: z.string() });

/** `new` is null when the branch was deleted, `old` when it was created. */
const PushHook = z.object({
  push: z.object({
    changes: z.array(
      z.object({ new: Ref.extend({ target: z.object({ hash: z.string() }) }).nullish(), old: Ref.nullish() }),
    ),
  }),
});

/** Only this address contains the whole id of the commit. */
const StatusHook = z.object({
  commit_status: z.object({ links: z.object({ commit: z.object({ href: z.string() }) }) }),
});

/** Reads the webhooks of Bitbucket. @throws CopydeskError `invalid_signature`, `invalid_json`, `invalid_request`. */
export function readWebhook({ headers, body }: HostWebhook, secret: string, repository: string): HostEvent[] {
  // https://support.atlassian.com/bitbucket-cloud/docs/manage-webhooks/#Secure-webhooks
  if (secret === '' || !isSame(headers['x-hub-signature'] ?? '', `sha256=${hmacHex(secret, body)}`)) {
    throw invalidSignature('Bitbucket', 'Secret');
  }
  const json = jsonOf(body);
  if (!isAbout(json, repository)) return [];
  switch (headers['x-event-key']) {
    case 'pullrequest:fulfilled':
      return endedEvents(payloadOf(PullRequestHook, json).pullrequest, 'merged');
    case 'pullrequest:rejected':
      return endedEvents(payloadOf(PullRequestHook, json).pullrequest, 'closed');
    case 'pullrequest:comment_created': {
      const { pullrequest, comment } = payloadOf(CommentHook, json);
      return [{ kind: 'comment', comment: hostComment(pullrequest.id, comment) }];
    }
    case 'repo:push':
      return payloadOf(PushHook, json).push.changes.flatMap(pushedEvents);
    case 'repo:commit_status_created':
    case 'repo:commit_status_updated':
      return statusChanged(payloadOf(StatusHook, json).commit_status.links.commit.href, body);
    default:
      return [];
  }
}

function endedEvents(found: PullRequest, state: 'merged' | 'closed'): HostEvent[] {
  return isOwn(found) ? [{ kind: 'ended', number: found.id, state }] : [];
}

function pushedEvents(change: z.infer<typeof PushHook>['push']['changes'][number]): HostEvent[] {
  const ref = change.new ?? change.old;
  if (ref?.type !== 'branch') return [];
  return [{ kind: 'pushed', branch: ref.name, commit: change.new?.target.hash ?? null }];
}

function statusChanged(link: string, body: Buffer): HostEvent[] {
  const commit = CommitId.safeParse(link.split('/').at(-1)).data;
  return commit === undefined ? [] : checksChanged(commit, body);
}
