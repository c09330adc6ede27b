import { z } from 'zod';

/** As the database keeps it. */
const PullRequestNumber = z.int().min(1).max(2_147_483_647);

/** A comment or review at a code host, whether or not it is meant for Copydesk. */
export const HostComment = z.object({
  /** Unique within the repository: `issue-comment-81`, `review-7`, `review-comment-12`, `note-4`. */
  id: z.string(),
  /** The pull request's. */
  number: PullRequestNumber,
  author: z.string(),
  /** Whether the host says that the author is no person. */
  isBot: z.boolean(),
  body: z.string(),
  link: z.string(),
  /** Where an answer belongs, in the host's own terms; null for a comment of its own. */
  thread: z.string().nullable(),
  /** The review that it is part of: the `id` that what the review says as a whole has, where it says something. */
  review: z.string().optional(),
  /** The lines that it is about; null when it is about the whole. */
  place: z.object({ path: z.string(), line: z.int().nullable(), excerpt: z.string() }).nullable(),
});

export type HostComment = z.infer<typeof HostComment>;

/** What a code host tells, by webhook or when it is asked; the same for all of them. */
export const HostEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ended'), number: PullRequestNumber, state: z.enum(['merged', 'closed']) }),
  z.object({ kind: z.literal('comment'), comment: HostComment }),
  /** A branch has moved; `commit` is null when it is gone. */
  z.object({ kind: z.literal('pushed'), branch: z.string(), commit: z.string().nullable() }),
  /**
   * Something was said that the webhook does not hold, such as the line comments of a review at Gitea: the host is to
   * be asked what is new without waiting for the next time. `at` tells one such webhook from the next.
   */
  z.object({ kind: z.literal('look'), number: z.int(), at: z.string() }),
  /** An open issue got a label, was assigned or opened: as it is now. */
  z.object({
    kind: z.literal('issue'),
    number: PullRequestNumber,
    title: z.string(),
    body: z.string(),
    link: z.string(),
    labels: z.array(z.string()),
    assignees: z.array(z.string()),
  }),
  /** Something was pushed or merged in a context repository of the project; `what` tells one such webhook from the next. */
  z.object({ kind: z.literal('product'), repository: z.string(), what: z.string() }),
  /** What automation says of a commit has changed; `at` tells one such webhook from the next. */
  z.object({ kind: z.literal('checks_changed'), headCommit: z.string(), at: z.string() }),
]);

export type HostEvent = z.infer<typeof HostEvent>;

/** Names what happened, not how it was heard of: a comment told by webhook and found by polling has one key. */
export function keyOf(event: HostEvent): string {
  switch (event.kind) {
    case 'ended':
      return `ended-${event.number}-${event.state}`;
    case 'comment':
      return event.comment.id;
    case 'pushed':
      return `pushed-${event.branch}-${event.commit ?? 'gone'}`;
    case 'look':
      return `look-${event.number}-${event.at}`;
    case 'issue':
      return `issue-${event.number}-${[...event.labels, ...event.assignees].toSorted().join(' ')}`;
    case 'product':
      return `product-${event.repository}-${event.what}`;
    case 'checks_changed':
      return `checks-${event.headCommit}-${event.at}`;
  }
}

/** How much of an issue is kept: what is beyond no prompt would take. */
const mostOfIssue = 20_000;

/** An issue as all hosts tell it. */
export function issueEvent(issue: Omit<Extract<HostEvent, { kind: 'issue' }>, 'kind'>): HostEvent {
  const body = issue.body.slice(0, mostOfIssue).toWellFormed();
  return { kind: 'issue', ...issue, title: issue.title.slice(0, 1_000).toWellFormed(), body };
}

/** A webhook as it came in. */
export interface HostWebhook {
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  body: Buffer;
}

/**
 * Reads the webhooks of one kind of host: checks the signature before anything else, in constant time.
 *
 * @param repository the one that is meant, as the host calls it: what is told of another is of no interest.
 * @returns what it tells, nothing for what is of no interest (a ping, an edited label).
 * @throws CopydeskError `invalid_signature`, `invalid_json`, `invalid_request`.
 */
export type ReadWebhook = (webhook: HostWebhook, secret: string, repository: string) => HostEvent[];
