import { z } from 'zod';

/** The range of the database column. */
const PullRequestNumber = z.int().min(1).max(2_147_483_647);

/** A comment or review at a code host, whether or not it is addressed to Copydesk. */
export const HostComment = z.object({
  /** Unique within the repository: `issue-comment-81`, `review-7`, `review-comment-12`, `note-4`. */
  id: z.string(),
  /** The number of the pull request. */
  number: PullRequestNumber,
  author: z.string(),
  /** Whether the host reports that the author is not a person. */
  isBot: z.boolean(),
  body: z.string(),
  link: z.string(),
  /** The thread in which to answer, in the host's own terms; null for a comment outside any thread. */
  thread: z.string().nullable(),
  /** The review that it belongs to: the `id` of the review's own text, if it has one. */
  review: z.string().optional(),
  /** The lines that it is about; null when it is about the whole pull request. */
  place: z.object({ path: z.string(), line: z.int().nullable(), excerpt: z.string() }).nullable(),
});

export type HostComment = z.infer<typeof HostComment>;

/** What a code host reports, by webhook or by polling; the same for all hosts. */
export const HostEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ended'), number: PullRequestNumber, state: z.enum(['merged', 'closed']) }),
  z.object({ kind: z.literal('comment'), comment: HostComment }),
  /** A branch has moved; `commit` is null when it was deleted. */
  z.object({ kind: z.literal('pushed'), branch: z.string(), commit: z.string().nullable() }),
  /**
   * A comment that the webhook does not contain, such as the line comments of a review at Gitea: the host must be
   * polled now rather than at the next interval. `at` distinguishes one such webhook from the next.
   */
  z.object({ kind: z.literal('look'), number: z.int(), at: z.string() }),
  /** An open issue was opened, labelled or assigned: its current state. */
  z.object({
    kind: z.literal('issue'),
    number: PullRequestNumber,
    title: z.string(),
    body: z.string(),
    link: z.string(),
    labels: z.array(z.string()),
    assignees: z.array(z.string()),
  }),
  /** A push or merge in a context repository of the project; `what` distinguishes one such webhook from the next. */
  z.object({ kind: z.literal('product'), repository: z.string(), what: z.string() }),
  /** The checks of a commit have changed; `at` distinguishes one such webhook from the next. */
  z.object({ kind: z.literal('checks_changed'), headCommit: z.string(), at: z.string() }),
]);

export type HostEvent = z.infer<typeof HostEvent>;

/** Returns a key for what happened, however it was learnt: a comment from a webhook and from polling has one key. */
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

/** How much of an issue is kept: no prompt would use more. */
const mostOfIssue = 20_000;

/** Returns the event of an issue, the same for all hosts. */
export function issueEvent(issue: Omit<Extract<HostEvent, { kind: 'issue' }>, 'kind'>): HostEvent {
  const body = issue.body.slice(0, mostOfIssue).toWellFormed();
  return { kind: 'issue', ...issue, title: issue.title.slice(0, 1_000).toWellFormed(), body };
}

/** A received webhook. */
export interface HostWebhook {
  /** By lower-case name. */
  headers: Readonly<Record<string, string | undefined>>;
  body: Buffer;
}

/**
 * Reads the webhooks of one kind of host. It first checks the signature, in constant time.
 *
 * @param repository the expected one, by the host's name: events of other repositories are ignored.
 * @returns the events; none for what is ignored (a ping, an edited label).
 * @throws CopydeskError `invalid_signature`, `invalid_json`, `invalid_request`.
 */
export type ReadWebhook = (webhook: HostWebhook, secret: string, repository: string) => HostEvent[];
